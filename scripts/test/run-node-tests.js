import { join, relative } from 'node:path'
import { finished } from 'node:stream/promises'
import { run } from 'node:test'
import { inspect } from 'node:util'
import { fileTimeoutSignal } from './file-timeout-signal.js'
import { print, printAborted, printFailure, printFile } from './print.js'
import { emptyTally } from './tally.js'

/** A test that takes longer hangs. */
const testTimeoutMs = 5 * 60_000
/** A file that takes longer hangs, usually because it did not close something it opened. Its process is ended. */
const fileTimeoutMs = 2 * testTimeoutMs

const usualTimeouts = { testMs: testTimeoutMs, fileMs: fileTimeoutMs }

/**
 * @typedef {Error & { failureType?: string, signal?: NodeJS.Signals | null }} TestError
 * @typedef {{ testMs: number, fileMs: number }} Timeouts
 * @typedef {{ concurrency: number, signal: AbortSignal, timeouts?: Timeouts }} Options
 */

/**
 * Runs test files with Node's test runner, each in its own process.
 *
 * @param {string} root
 * @param {readonly string[]} files
 * @param {Options} options
 */
export async function runNodeTests(root, files, { concurrency, signal, timeouts = usualTimeouts }) {
  const report = new NodeTestReport(root, signal, timeouts)
  const stream = run({
    files: files.map((file) => join(root, file)),
    cwd: root,
    isolation: 'process',
    concurrency,
    timeout: timeouts.testMs,
    execArgv: ['--import', new URL('./file-time-limit.js', import.meta.url).href],
    env: {
      ...process.env,
      MILLRACE_TEST_FILE_MS: String(timeouts.fileMs),
      // A third less CPU time for the start of each of the hundreds of processes.
      NODE_COMPILE_CACHE: join(root, '.tmp', 'compile-cache'),
    },
    signal,
  })
  report.listen(stream)
  await finished(stream.resume())
  return report.finish()
}

/** Turns the events of the runner into one line per file, with all details of what failed. */
class NodeTestReport {
  #tally = emptyTally()
  #isSuccess = true
  /** @type {string} */
  #root
  /** @type {AbortSignal} */
  #signal
  /** @type {Timeouts} */
  #timeouts
  /** Names of the suites around the test that is being reported, by file. @type {Map<string, string[]>} */
  #names = new Map()
  /** What the file printed, shown only if something in it fails. @type {Map<string, string>} */
  #output = new Map()
  /** Files whose process was started. @type {Set<string>} */
  #started = new Set()
  /** @type {Set<string>} */
  #aborted = new Set()
  /** Results that the runner counts as failed tests, and that belong to aborted files or files that never started. */
  #incomplete = 0

  /**
   * @param {string} root
   * @param {AbortSignal} signal
   * @param {Timeouts} timeouts
   */
  constructor(root, signal, timeouts) {
    this.#root = root
    this.#signal = signal
    this.#timeouts = timeouts
  }

  /** @param {import('node:test').TestsStream} stream */
  listen(stream) {
    stream
      .on(
        'test:dequeue',
        (data) => isWholeFile(data) && !this.#signal.aborted && this.#started.add(data.name),
      )
      .on('test:start', (data) => this.#namesOf(data).splice(data.nesting, Infinity, data.name))
      .on('test:stdout', (data) => this.#keepOutput(data))
      .on('test:stderr', (data) => this.#keepOutput(data))
      .on('test:pass', (data) => isWholeFile(data) && this.#countEmptyFile(data.name))
      .on('test:complete', (data) => isWholeFile(data) && this.#takeKilledFile(data))
      .on('test:fail', (data) => this.#takeFailure(data))
      .on('test:summary', (data) => this.#takeSummary(data))
  }

  finish() {
    this.#tally.aborted = this.#aborted.size
    this.#tally.failed -= this.#incomplete
    // Failures outside of any test, for example in an `after` hook of a suite, are not part of the counts.
    if (!this.#isSuccess && this.#tally.failed + this.#incomplete === 0) this.#tally.failed = 1
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
    printFailure(`${relative(this.#root, path)}: this file has no tests`, '')
    this.#tally.passed -= 1
    this.#tally.failed += 1
  }

  /**
   * The runner does not report a killed process as a failure if one of its tests failed before.
   *
   * @param {import('node:test').EventData.TestComplete} data
   */
  #takeKilledFile(data) {
    const error = /** @type {TestError | undefined} */ (data.details.error)
    if (error?.failureType !== 'subtestsFailed' || typeof error.signal !== 'string') return
    this.#showAborted(data, this.#describeKill(error.signal))
  }

  /** @param {import('node:test').EventData.TestFail} data */
  #takeFailure(data) {
    const error = /** @type {TestError} */ (data.details.error)
    const cause = this.#findAbortCause(data, error)
    if (cause !== null) this.#takeAborted(data, cause)
    // The suites around a failed test fail too; the test itself has been shown already.
    else if (error.failureType !== 'subtestsFailed') this.#showFailure(data, error)
  }

  /**
   * @param {import('node:test').EventData.TestFail} data
   * @param {TestError} error
   * @returns {string | null}
   */
  #findAbortCause(data, error) {
    if (isWholeFile(data)) {
      if (error.failureType === 'testAborted') return 'the run was interrupted'
      return typeof error.signal === 'string' ? this.#describeKill(error.signal) : null
    }
    // A test that exceeds a limit of its own has failed. Only the common limit means that it hangs.
    const { testMs } = this.#timeouts
    const isHanging =
      error.failureType === 'testTimeoutFailure' && error.message === `test timed out after ${testMs}ms`
    return isHanging ? `it did not end within ${testMs / 1000} s` : null
  }

  /** @param {NodeJS.Signals} signal */
  #describeKill(signal) {
    return signal === fileTimeoutSignal
      ? `it did not end within ${this.#timeouts.fileMs / 1000} s`
      : `its process was killed by ${signal}`
  }

  /**
   * @param {import('node:test').EventData.TestFail} data
   * @param {string} cause
   */
  #takeAborted(data, cause) {
    this.#incomplete += 1
    if (!isWholeFile(data)) {
      this.#aborted.add(data.file ?? '')
      printAborted(`${this.#locate(data)}: aborted, ${cause}`, '')
    } else if (this.#started.has(data.name)) this.#showAborted(data, cause)
    else this.#tally.notRun += 1
  }

  /**
   * @param {{ name: string, details: { duration_ms: number } }} data of a whole file
   * @param {string} cause
   */
  #showAborted({ name: path, details }, cause) {
    this.#aborted.add(path)
    const file = relative(this.#root, path)
    printAborted(`${file}: aborted, ${cause}`, this.#output.get(path) ?? '')
    // The runner sends no summary of a file whose process did not end by itself.
    printFile({ file, state: 'aborted', tests: 0, skipped: 0, ms: details.duration_ms })
  }

  /**
   * @param {import('node:test').EventData.TestFail} data
   * @param {TestError} error
   */
  #showFailure(data, error) {
    if (isWholeFile(data)) {
      const output = this.#output.get(data.name) ?? ''
      printFailure(
        `${relative(this.#root, data.name)}: the file failed outside of its tests (${error.message})`,
        output,
      )
      return
    }
    printFailure(this.#locate(data), inspect(error.cause ?? error, { depth: 8 }))
  }

  /** @param {import('node:test').EventData.TestFail} data */
  #locate(data) {
    const names = [...this.#namesOf(data).slice(0, data.nesting), data.name]
    return `${relative(this.#root, data.file ?? '')}:${data.line ?? 1} ${names.join(' › ')}`
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
    const state = success ? 'passed' : this.#aborted.has(file) ? 'aborted' : 'failed'
    printFile({ file: relative(this.#root, file), state, tests: counts.tests, skipped, ms })
    const output = this.#output.get(file)
    if (!success && output !== undefined) print(output)
  }
}

/**
 * The runner reports a file as a test if it crashed, was aborted or has no tests.
 *
 * @param {{ name: string, nesting: number, file?: string | undefined }} data
 */
function isWholeFile(data) {
  return data.nesting === 0 && data.name === data.file
}
