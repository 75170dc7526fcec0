import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { runChild } from '../set-up/run-child.js'
import { print, printAborted, printFailure, printFile } from './print.js'
import { emptyTally } from './tally.js'

/** @typedef {{ fullName: string, status: string, failureMessages?: string[] | null }} WebTest */
/** @typedef {{ name: string, status: string, message: string, startTime: number, endTime: number, assertionResults: WebTest[] }} WebFile */

/**
 * Runs the tests of the web app with Vitest.
 *
 * @param {string} root
 * @param {readonly string[]} files
 * @param {AbortSignal} signal
 */
export async function runWebTests(root, files, signal) {
  const folder = mkdtempSync(join(root, '.tmp', 'web-tests-'))
  const report = join(folder, 'report.json')
  try {
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
    const reporter = ['--reporter=json', `--outputFile=${report}`]
    const args = [vitest, 'run', ...reporter, ...files.map((file) => relative('web', file))]
    const result = await runChild(process.execPath, args, { cwd: join(root, 'web'), signal })
    const tally = emptyTally()
    const reported = readReport(report)
    for (const file of reported) takeFile(root, file, tally)
    const missing = files.length - reported.length
    if ((result.signal !== null || signal.aborted) && missing > 0) {
      const cause = signal.aborted ? 'the run was interrupted' : `Vitest was killed by ${result.signal}`
      printAborted(`Tests of the web app: aborted, ${cause}`, signal.aborted ? '' : result.output)
      tally.aborted += missing
    } else if (!result.ok && tally.failed === 0) {
      // Errors outside of tests, or no report at all: only the output shows them.
      printFailure('Vitest failed', result.output)
      tally.failed += 1
    }
    return tally
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {string} path
 * @returns {WebFile[]}
 */
function readReport(path) {
  try {
    const report = /** @type {{ testResults: WebFile[] }} */ (JSON.parse(readFileSync(path, 'utf8')))
    return report.testResults
  } catch {
    return []
  }
}

/**
 * @param {string} root
 * @param {WebFile} file
 * @param {import('./tally.js').Tally} tally
 */
function takeFile(root, file, tally) {
  const tests = file.assertionResults
  const passed = tests.filter((test) => test.status === 'passed').length
  const failed = tests.filter((test) => test.status === 'failed')
  const skipped = tests.length - passed - failed.length
  const path = relative(root, file.name)
  tally.passed += passed
  tally.failed += failed.length
  tally.skipped += skipped
  for (const test of failed) printFailure(`${path} ${test.fullName}`, (test.failureMessages ?? []).join('\n'))
  const ok = file.status === 'passed'
  if (!ok && failed.length === 0) {
    printFailure(`${path}: the file failed outside of its tests`, file.message)
    tally.failed += 1
  }
  if (ok && tests.length === 0) {
    print(`${path}: this file has no tests`)
    tally.failed += 1
  }
  const state = ok ? 'passed' : 'failed'
  printFile({ file: path, state, tests: tests.length, skipped, ms: file.endTime - file.startTime })
}
