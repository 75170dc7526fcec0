import { join, relative } from 'node:path'
import { finished } from 'node:stream/promises'
import { run } from 'node:test'
import { inspect } from 'node:util'
import { print, printFailure, printFile } from './print.js'
import { emptyTally } from './tally.js'

/**
 * A file that takes longer hangs: something it started was not closed. Its process is ended and it has failed.
 */
const fileTimeoutMs = 5 * 60_000

/**
 * Runs test files with Node's test runner, each in a process of its own.
 *
 * @param {string} root
 * @param {readonly string[]} files
 * @param {{ concurrency: number, signal: AbortSignal }} options
 */
export async function runNodeTests(root, files, { concurrency, signal }) {
  const report = new NodeTestReport(root)
  const stream = run({
    files: files.map((file) => join(root, file)),
    cwd: root,
    isolation: 'process',
    concurrency,
    timeout: fileTimeoutMs,
    signal,
  })
  report.listen(stream)
  await finished(stream.resume())
  return report.finish()
}

/** Turns the events of the runner into a line per file, with everything about what failed. */
class NodeTestReport {
  #tally = emptyTally()
  #isSuccess = true
  /** @type {string} */
  #root
  /** Names of the suites around the test that is being reported, by file. @type {Map<string, string[]>} */
  #names = new Map()
  /** What the file printed, shown only if something in it fails. @type {Map<string, string>} */
  #output = new Map()

  /** @param {string} root */
  constructor(root) {
    this.#root = root
  }

  /** @param {import('node:test').TestsStream} stream */
  listen(stream) {
    stream
      .on('test:start', (data) => this.#namesOf(data).splice(data.nesting, Infinity, data.name))
      .on('test:stdout', (data) => this.#keepOutput(data))
      .on('test:stderr', (data) => this.#keepOutput(data))
      .on('test:pass', (data) => isWholeFile(data) && this.#countEmptyFile(data.name))
      .on('test:fail', (data) => this.#showFailure(data))
      .on('test:summary', (data) => this.#takeSummary(data))
  }

  finish() {
    // Failures outside of any test, in an `after` hook of a suite say, are not among the counts.
    if (!this.#isSuccess && this.#tally.failed === 0) this.#tally.failed = 1
    return this.#tally
  }

  /** @param {{ file?: string | undefined }} data */
  #namesOf(data) {
    const file = data.file ?? ''
    const names = this.#names.get(file) ?? []
    this.#names.set(file, names)
    return names
  }

  /** @param {{ file: string, message: string }} data */
  #keepOutput({ file, message }) {
    this.#output.set(file, (this.#output.get(file) ?? '') + message)
  }

  /** @param {string} path */
  #countEmptyFile(path) {
    printFailure(`${relative(this.#root, path)}: there is no test in this file`, '')
    this.#tally.passed -= 1
    this.#tally.failed += 1
  }

  /** @param {import('node:test').EventData.TestFail} data */
  #showFailure(data) {
    const error = data.details.error
    // The parents of a failed test fail too; it has been shown already.
    if (/** @type {{ failureType?: string }} */ (error).failureType === 'subtestsFailed') return
    const file = relative(this.#root, data.file ?? '')
    if (isWholeFile(data)) {
      const output = this.#output.get(data.name) ?? ''
      printFailure(`${file}: the file as a whole failed (${error.message})`, output)
      return
    }
    const names = [...this.#namesOf(data).slice(0, data.nesting), data.name]
    printFailure(
      `${file}:${data.line ?? 1} ${names.join(' › ')}`,
      inspect(error.cause ?? error, { depth: 8 }),
    )
  }

  /** @param {import('node:test').EventData.TestSummary} data */
  #takeSummary({ file, counts, success, duration_ms: ms }) {
    const skipped = counts.skipped + counts.todo
    if (file === undefined) {
      this.#isSuccess = success
      this.#tally.passed += counts.passed
      this.#tally.failed += counts.tests - counts.passed - skipped
      this.#tally.skipped += skipped
      return
    }
    printFile({ file: relative(this.#root, file), ok: success, tests: counts.tests, skipped, ms })
    const output = this.#output.get(file)
    if (!success && output !== undefined) print(output)
    this.#output.delete(file)
  }
}

/**
 * The runner reports a file as if it were a test when it crashed or had none.
 *
 * @param {{ name: string, nesting: number, file?: string | undefined }} data
 */
function isWholeFile(data) {
  return data.nesting === 0 && data.name === data.file
}
