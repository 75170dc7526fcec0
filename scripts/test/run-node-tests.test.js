import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { emptyTally } from './tally.js'

const run = promisify(execFile)
const runner = new URL('./run-node-tests.js', import.meta.url)
const none = emptyTally()

describe('A run of test files', () => {
  /** @type {string} */
  let root
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'millrace-run-'))
  })
  afterEach(() => rmSync(root, { recursive: true }))

  it('counts passed, failed and skipped tests and prints a line per file', async () => {
    const { tally, output } = await runFile(`
      describe('outer', () => {
        it('passes', () => {})
        it.skip('is skipped', () => {})
        it.todo('is to be written')
        it('fails', () => assert.equal(1, 2))
      })`)
    assert.deepEqual(tally, { ...none, passed: 1, failed: 1, skipped: 2 })
    assert.match(output, /✖ a\.test\.mjs:\d+ outer › fails\n/)
    assert.match(output, /1 !== 2/)
    assert.match(output, /✖ a\.test\.mjs 4 tests, 2 skipped/)
  })

  it('shows the output of a file only if it fails', async () => {
    const quiet = await runFile("console.log('chatter'); it('passes', () => {})")
    assert.doesNotMatch(quiet.output, /chatter/)
    const loud = await runFile("console.log('chatter'); it('fails', () => assert.fail())")
    assert.match(loud.output, /chatter/)
  })

  it('fails if a file crashes before or after its tests', async () => {
    const before = await runFile("process.stderr.write('no such module'); process.exit(3)")
    assert.deepEqual(before.tally, { ...none, failed: 1 })
    assert.match(before.output, /no such module/)
    const after = await runFile("it('passes', () => {}); process.on('exit', () => { process.exitCode = 9 })")
    assert.equal(after.tally.failed, 1)
  })

  it('fails if a file has no tests', async () => {
    const { tally, output } = await runFile('export {}')
    assert.deepEqual(tally, { ...none, failed: 1 })
    assert.match(output, /this file has no tests/)
  })

  it('fails if only a hook fails', async () => {
    const { tally, output } = await runFile(`
      describe('outer', () => {
        after(() => { throw new Error('left open') })
        it('passes', () => {})
      })`)
    assert.deepEqual(tally, { ...none, passed: 1, failed: 1 })
    assert.match(output, /left open/)
  })

  it('reports a file whose process was killed as aborted, not as failed', async () => {
    const { tally, output } = await runFile(`
      it('passes', () => {})
      console.log('last words')
      process.on('exit', () => process.kill(process.pid, 'SIGKILL'))`)
    assert.deepEqual(tally, { ...none, passed: 1, aborted: 1 })
    assert.match(output, /■ a\.test\.mjs: aborted, its process was killed by SIGKILL\n {4}last words\n/)
    assert.doesNotMatch(output, /✖/)
  })

  it('counts the failed tests of a file that was killed later', async () => {
    const { tally, output } = await runFile(`
      it('fails', () => assert.fail())
      process.on('exit', () => process.kill(process.pid, 'SIGKILL'))`)
    assert.deepEqual(tally, { ...none, failed: 1, aborted: 1 })
    assert.match(output, /■ a\.test\.mjs: aborted, its process was killed by SIGKILL/)
  })

  it('reports a file with a test that hangs as aborted', async () => {
    const { tally, output } = await runFile(
      `
      it('passes', () => {})
      it('hangs', (t) => new Promise(() => {
        const hold = setInterval(() => {}, 1000)
        t.signal.addEventListener('abort', () => clearInterval(hold))
      }))`,
      'timeouts: { testMs: 500, fileMs: 60_000 }',
    )
    assert.deepEqual(tally, { ...none, passed: 1, aborted: 1 })
    assert.match(output, /■ a\.test\.mjs:\d+ hangs: aborted, it did not end within 0\.5 s/)
    assert.doesNotMatch(output, /✖/)
  })

  it('reports a file that something keeps open as aborted', async () => {
    const { tally, output } = await runFile(
      "it('passes', () => {}); setInterval(() => {}, 1000)",
      // On a busy machine, the test must have passed by then.
      'timeouts: { testMs: 60_000, fileMs: 5000 }',
    )
    assert.deepEqual(tally, { ...none, passed: 1, aborted: 1 })
    assert.match(output, /■ a\.test\.mjs: aborted, it did not end within 5 s/)
  })

  it('reports a test that exceeds its own time limit as failed', async () => {
    const { tally } = await runFile("it('is slow', { timeout: 10 }, () => new Promise(() => {}))")
    assert.deepEqual(tally, { ...none, failed: 1 })
  })

  it('reports the file that an interruption stops as aborted, and those after it as not run', async () => {
    writeFileSync(join(root, 'b.test.mjs'), "import { it } from 'node:test'\nit('passes', () => {})")
    const started = join(root, 'started')
    const { tally, output } = await runFile(
      `
      import { writeFileSync } from 'node:fs'
      it('waits', async () => {
        writeFileSync(${JSON.stringify(started)}, '')
        await new Promise((resolve) => setTimeout(resolve, 60_000))
      })`,
      `signal: interruptWhen(${JSON.stringify(started)})`,
      ['a.test.mjs', 'b.test.mjs'],
    )
    assert.deepEqual(tally, { ...none, aborted: 1, notRun: 1 })
    assert.match(output, /■ a\.test\.mjs: aborted, the run was interrupted/)
    assert.doesNotMatch(output, /b\.test\.mjs|✖/)
  })

  /**
   * @param {string} body
   * @param {string} [option] of the runner, as source text
   * @param {string[]} [files]
   */
  async function runFile(body, option = '', files = ['a.test.mjs']) {
    const imports =
      "import assert from 'node:assert/strict'\nimport { after, describe, it } from 'node:test'\n"
    writeFileSync(join(root, 'a.test.mjs'), imports + body)
    const script = `
      import { existsSync, watch } from 'node:fs'
      const { runNodeTests } = await import(${JSON.stringify(runner.href)})
      function interruptWhen(path) {
        const interruption = new AbortController()
        const watcher = watch(${JSON.stringify(root)}, () => {
          if (!existsSync(path)) return
          watcher.close()
          interruption.abort()
        })
        return interruption.signal
      }
      const options = { concurrency: 1, signal: new AbortController().signal, ${option} }
      const tally = await runNodeTests(${JSON.stringify(root)}, ${JSON.stringify(files)}, options)
      process.stdout.write('\\n' + JSON.stringify(tally))`
    // Node's runner runs nothing if this variable says that it is itself inside of a test.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const driver = join(root, 'driver.mjs')
    writeFileSync(driver, script)
    const { stdout } = await run(process.execPath, [driver], { env: { ...env, NO_COLOR: '1' } })
    const lines = stdout.split('\n')
    const tally = /** @type {import('./tally.js').Tally} */ (JSON.parse(lines.pop() ?? ''))
    return { tally, output: lines.join('\n') }
  }
})
