import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { it } from 'node:test'
import { endStrayProcesses } from './stray-processes.js'

it(
  'A process that a test left running is reported and killed',
  { skip: existsSync('/proc/self/environ') ? false : 'this system has no /proc' },
  async () => {
    const value = randomBytes(8).toString('hex')
    const stay = 'process.stdout.write("up"); setInterval(() => {}, 1000)'
    const child = spawn(process.execPath, ['-e', stay], { env: { ...process.env, MARK: value } })
    await once(child.stdout, 'data')
    const ended = once(child, 'exit')
    const strays = await endStrayProcesses(`MARK=${value}`, 0)
    assert.equal(strays.length, 1)
    assert.match(String(strays[0]), new RegExp(`^${child.pid} .*setInterval`))
    assert.deepEqual(await ended, [null, 'SIGKILL'])
    assert.deepEqual(await endStrayProcesses(`MARK=${value}`, 0), [])
  },
)
