import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Group } from '../hostile-case.ts'
import type { Probe } from '../probe/probe.ts'
import { TurnLog } from '../probe/turn-log.ts'
import { type Judgement, judge } from '../run-case.ts'
import { HttpClient } from '../service/http-client.ts'

const AFTER_MS = 150

/** Measures a service that does the work of the group without protection. The stall must be found. */
export async function runControl(group: Group, probe: Probe): Promise<Judgement> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-control-'))
  const turns = new TurnLog(folder)
  const env = { ...process.env, ...turns.settings }
  const child = fork(join(import.meta.dirname, 'control-process.ts'), [group], { env })
  const client = new HttpClient()
  try {
    const [port] = (await once(child, 'message')) as [number]
    const url = `http://127.0.0.1:${port}`
    const request = { headers: {}, body: '', expects: '200' }
    const stop = await probe.start({
      livez: { method: 'GET', url: `${url}/livez`, ...request },
      execute: { method: 'POST', url: `${url}/execute`, ...request },
      pid: child.pid,
    })
    const startedAt = Date.now()
    await client.send('POST', `${url}/attack`)
    await pause(AFTER_MS)
    return judge(await stop(), { turnMs: turns.longestSince(startedAt), usualMs: 0 })
  } finally {
    client.close()
    const ended = once(child, 'exit')
    child.disconnect()
    await ended
    await rm(folder, { recursive: true })
  }
}
