import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { childCommand } from './child-command.ts'

const script = new URL('testing/escape-attempts.ts', import.meta.url)
const execute = promisify(execFile)

interface Report {
  readonly attempts: string[]
  readonly succeeded: string[]
  readonly environment: string[]
}

describe('child process after an escape from QuickJS', () => {
  const server = createServer((_request, response) => response.end('reached'))
  let folder: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-sandbox-'))
    await writeFile(join(folder, 'secret'), 'x')
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  after(async () => {
    server.closeAllConnections()
    server.close()
    await rm(folder, { recursive: true })
  })

  async function attempt(mode: 'locked' | 'open', file: string, args: readonly string[]): Promise<Report> {
    const { port } = server.address() as AddressInfo
    const own = [mode, join(folder, 'secret'), folder, String(port)]
    const { stdout } = await execute(file, [...args, ...own], { env: {}, cwd: '/' })
    return JSON.parse(stdout) as Report
  }

  it('Code that escapes QuickJS can neither read, write, spawn, compile nor connect', async () => {
    const { file, args } = childCommand(script)
    const { attempts, succeeded, environment } = await attempt('locked', file, args)
    assert.ok(attempts.length >= 16)
    assert.deepEqual(succeeded, [])
    assert.deepEqual(environment, [])
    assert.deepEqual(await readdir(folder), ['secret'])
  })

  it('The permission flags alone block what they cover, before the lockdown', async () => {
    const { file, args } = childCommand(script)
    const { succeeded } = await attempt('open', file, args)
    const held = [
      'read a file',
      'list a folder',
      'write a file',
      'make a folder',
      'start a process',
      'start a worker',
      'compile a text',
      'import node:net and connect',
      'fetch',
    ]
    assert.deepEqual(
      held.filter((name) => succeeded.includes(name)),
      [],
    )
  })

  it('Without flags and lockdown every escape attempt succeeds', async () => {
    const { attempts, succeeded } = await attempt('open', process.execPath, [fileURLToPath(script)])
    assert.deepEqual(succeeded, attempts)
  })
})
