import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Group } from '../hostile-case.ts'
import type { Probe } from '../probe/probe.ts'
import { type CaseResult, judge } from '../run-case.ts'
import { HttpClient } from '../service/http-client.ts'

const CALM_MS = 150

/** Measures a service that does the work of the group without protection. The stall must be found. */
export async function runControl(
  group: Group,
  probe: Probe,
): Promise<Pick<CaseResult, 'livez' | 'execute' | 'machineMs'>> {
  const child = fork(join(import.meta.dirname, 'control-process.ts'), [group])
  const [port] = (await once(child, 'message')) as [number]
  const url = `http://127.0.0.1:${port}`
  const client = new HttpClient()
  try {
    const request = { headers: {}, body: '', expects: '200' }
    const stop = probe.start({
      livez: { method: 'GET', url: `${url}/livez`, ...request },
      execute: { method: 'POST', url: `${url}/execute`, ...request },
      pid: child.pid,
    })
    await pause(CALM_MS)
    await client.send('POST', `${url}/attack`)
    await pause(CALM_MS)
    return judge(await stop())
  } finally {
    client.close()
    const ended = once(child, 'exit')
    child.disconnect()
    await ended
  }
}
