import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { newDataFolder } from '../testing/data-folder.ts'

const MAIN = fileURLToPath(import.meta.resolve('../../main.js'))
/** Every write to it fails, as on a full disk. */
const FULL = '/dev/full'
const needsFullDevice = { skip: !existsSync(FULL) && 'this system has no device that is always full' }

async function newEnvironment(t: TestContext): Promise<NodeJS.ProcessEnv> {
  const data = await newDataFolder()
  t.after(() => data.destroy())
  return { PATH: process.env['PATH'], ...data.settings, PORT: '0', MILLRACE_DISK_FLOOR_MB: '0' }
}

function openFull(t: TestContext): number {
  const full = openSync(FULL, 'w')
  t.after(() => closeSync(full))
  return full
}

describe('Output that cannot be written', () => {
  it('The service goes on while its log is on a full disk', needsFullDevice, async (t) => {
    const stdio = ['ignore', 'pipe', openFull(t)] as const
    const env = await newEnvironment(t)
    const child = spawn(process.execPath, [MAIN, 'serve'], { env, stdio: [...stdio] })
    const exited = once(child, 'exit')
    t.after(() => child.kill('SIGKILL'))
    let stdout = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    let url: string | undefined
    while (url === undefined) {
      await Promise.race([
        once(child.stdout ?? assert.fail('no output'), 'data'),
        exited.then(() => assert.fail('The service ended.')),
      ])
      url = /^Millrace is running at (\S+)$/m.exec(stdout)?.[1]
    }
    for (let count = 0; count < 3; count += 1) assert.equal((await fetch(`${url}/readyz`)).status, 200)
    child.kill('SIGTERM')
    assert.deepEqual(await exited, [0, null])
  })

  it('A process that must end ends although its log is on a full disk', needsFullDevice, async (t) => {
    const logger = import.meta.resolve('../logger.ts')
    const program = `import { createLogger } from '${logger}'
      createLogger('info').fatal('store failed, exiting')
      process.exit(70)`
    const stdio = ['ignore', 'ignore', openFull(t)] as const
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: [...stdio] })
    t.after(() => child.kill('SIGKILL'))
    assert.deepEqual(await once(child, 'exit'), [70, null])
  })

  it('All of the log arrives at a reader that is slow, until the process ends', async (t) => {
    // More than a pipe holds, but not more than can wait: nothing is dropped, however busy the machine is.
    const lines = 30
    const program = `import { surviveOutputErrors } from '${import.meta.resolve('./survive-output-errors.ts')}'
      import { createLogger } from '${import.meta.resolve('../logger.ts')}'
      surviveOutputErrors()
      const log = createLogger('info')
      for (let n = 0; n < ${lines}; n += 1) log.info({ n }, 'x'.repeat(10_000))
      process.exit(0)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    t.after(() => child.kill('SIGKILL'))
    const closed = once(child, 'close')
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    await once(child.stderr, 'data')
    child.stderr.pause()
    await setTimeout(300)
    child.stderr.resume()
    assert.deepEqual(await closed, [0, null])
    const numbers = stderr
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { n?: number }).n)
    assert.deepEqual(
      numbers,
      Array.from({ length: lines }, (_, n) => n),
    )
  })

  it(
    'A command whose output is on a full disk ends with a message and code 1',
    needsFullDevice,
    async (t) => {
      const env = await newEnvironment(t)
      const child = spawn(process.execPath, [MAIN, '--help'], { env, stdio: ['ignore', openFull(t), 'pipe'] })
      let stderr = ''
      child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text))
      assert.deepEqual(await once(child, 'close'), [1, null])
      assert.match(stderr, /^The output cannot be written: ENOSPC[^\n]*\n$/)
    },
  )

  it('A command whose reader has seen enough ends without a message', async (t) => {
    const env = await newEnvironment(t)
    const child = spawn(process.execPath, [MAIN, '--help'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.destroy()
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    assert.deepEqual(await once(child, 'close'), [0, null])
    assert.equal(stderr, '')
  })
})
