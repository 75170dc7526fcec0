import { stripVTControlCharacters, styleText } from 'node:util'

const slowestShown = 10

/** @typedef {'passed' | 'failed' | 'aborted'} FileState */

/** @type {Record<FileState, string>} */
const marks = {
  passed: styleText('green', '✔'),
  failed: styleText('red', '✖'),
  aborted: styleText('yellow', '■'),
}

/** @param {string} text */
export function print(text) {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`)
}

/** @param {string} title */
export function printHeading(title) {
  print(`\n${styleText('bold', title)}`)
}

/** In milliseconds, by file. @type {Map<string, number>} */
const durations = new Map()

/** @param {{ file: string, state: FileState, tests: number, skipped: number, ms: number }} result */
export function printFile({ file, state, tests, skipped, ms }) {
  durations.set(file, ms)
  const details = [
    ...(state === 'aborted' ? ['aborted'] : []),
    `${tests} ${tests === 1 ? 'test' : 'tests'}`,
    ...(skipped === 0 ? [] : [`${skipped} skipped`]),
    formatSeconds(ms),
  ]
  print(`${marks[state]} ${file} ${styleText('dim', details.join(', '))}`)
}

/** A run of a few files shows their times anyway. */
export function printSlowestFiles() {
  if (durations.size <= slowestShown) return
  const slowest = [...durations].sort(([, a], [, b]) => b - a).slice(0, slowestShown)
  printHeading(`The ${slowestShown} slowest of ${durations.size} files`)
  for (const [file, ms] of slowest) print(`${formatSeconds(ms).padStart(8)}  ${file}`)
}

/** @param {number} ms */
function formatSeconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`
}

/** @type {{ state: FileState, title: string, details: string }[]} */
const problems = []

/** Repeats every failure and aborted file: a long run has scrolled them away. */
export function printProblemsAgain() {
  if (problems.length === 0) return
  printHeading('Failed or aborted')
  for (const problem of problems) showProblem(problem)
}

/**
 * @param {string} title
 * @param {string} details
 */
export function printFailure(title, details) {
  addProblem({ state: 'failed', title, details })
}

/**
 * @param {string} title
 * @param {string} details
 */
export function printAborted(title, details) {
  addProblem({ state: 'aborted', title, details })
}

/** @param {{ state: FileState, title: string, details: string }} problem */
function addProblem(problem) {
  problems.push(problem)
  showProblem(problem)
}

/** @param {{ state: FileState, title: string, details: string }} problem */
function showProblem({ state, title, details }) {
  print(`${marks[state]} ${styleText(state === 'aborted' ? 'yellow' : 'red', title)}`)
  // Node's own stack frames say nothing about the failure.
  const lines = (process.stdout.isTTY ? details : stripVTControlCharacters(details))
    .trimEnd()
    .split('\n')
    .filter((line) => !/^\s+at .*\bnode:/.test(line))
  if (details !== '') print(lines.map((line) => `    ${line}`).join('\n'))
}

/** @param {string} text */
export function printBanner(text) {
  const line = '='.repeat(100)
  print(styleText('yellow', `\n${line}\n${text}\n${line}`))
}
