import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)
const runner = new URL('run-node-tests.js', import.meta.url)

describe('a run of test files', () => {
  /** @type {string} */
  let root
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'millrace-run-'))
  })
  afterEach(() => rmSync(root, { recursive: true }))

  it('counts what passed, failed and was skipped, with a line for the file', async () => {
    const { tally, output } = await runFile(`
      describe('outer', () => {
        it('passes', () => {})
        it.skip('is skipped', () => {})
        it.todo('is to be written')
        it('fails', () => assert.equal(1, 2))
      })`)
    assert.deepEqual(tally, { passed: 1, failed: 1, skipped: 2 })
    assert.match(output, /✖ a\.test\.mjs:\d+ outer › fails\n/)
    assert.match(output, /1 !== 2/)
    assert.match(output, /✖ a\.test\.mjs 4 tests, 2 skipped/)
  })

  it('shows what a file printed only when it fails', async () => {
    const quiet = await runFile("console.log('chatter'); it('passes', () => {})")
    assert.doesNotMatch(quiet.output, /chatter/)
    const loud = await runFile("console.log('chatter'); it('fails', () => assert.fail())")
    assert.match(loud.output, /chatter/)
  })

  it('fails for a file that crashes, before its tests or after them', async () => {
    const before = await runFile("process.stderr.write('no such module'); process.exit(3)")
    assert.deepEqual(before.tally, { passed: 0, failed: 1, skipped: 0 })
    assert.match(before.output, /no such module/)
    const after = await runFile("it('passes', () => {}); process.on('exit', () => { process.exitCode = 9 })")
    assert.equal(after.tally.failed, 1)
  })

  it('fails for a file without a test', async () => {
    const { tally, output } = await runFile('export {}')
    assert.deepEqual(tally, { passed: 0, failed: 1, skipped: 0 })
    assert.match(output, /there is no test in this file/)
  })

  it('fails when only a hook does', async () => {
    const { tally, output } = await runFile(`
      describe('outer', () => {
        after(() => { throw new Error('left open') })
        it('passes', () => {})
      })`)
    assert.deepEqual(tally, { passed: 1, failed: 1, skipped: 0 })
    assert.match(output, /left open/)
  })

  /** @param {string} body */
  async function runFile(body) {
    const imports =
      "import assert from 'node:assert/strict'\nimport { after, describe, it } from 'node:test'\n"
    writeFileSync(join(root, 'a.test.mjs'), imports + body)
    const script = `
      const { runNodeTests } = await import(${JSON.stringify(runner.href)})
      const options = { concurrency: 1, signal: new AbortController().signal }
      const tally = await runNodeTests(${JSON.stringify(root)}, ['a.test.mjs'], options)
      process.stdout.write('\\n' + JSON.stringify(tally))`
    // Without this variable: a runner inside of a test would otherwise run nothing.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const driver = join(root, 'driver.mjs')
    writeFileSync(driver, script)
    const { stdout } = await run(process.execPath, [driver], { env: { ...env, NO_COLOR: '1' } })
    const lines = stdout.split('\n')
    const tally = /** @type {import('./tally.js').Tally} */ (JSON.parse(lines.pop() ?? ''))
    return { tally, output: lines.join('\n') }
  }
})
