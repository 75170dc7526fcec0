import { stripVTControlCharacters, styleText } from 'node:util'

/** @param {string} text */
export function print(text) {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`)
}

/** @param {string} title */
export function printHeading(title) {
  print(`\n${styleText('bold', title)}`)
}

/** @param {{ file: string, ok: boolean, tests: number, skipped: number, ms: number }} result */
export function printFile({ file, ok, tests, skipped, ms }) {
  const mark = ok ? styleText('green', '✔') : styleText('red', '✖')
  const left = skipped === 0 ? '' : `, ${skipped} skipped`
  print(
    `${mark} ${file} ${styleText('dim', `${tests} ${tests === 1 ? 'test' : 'tests'}${left}, ${(ms / 1000).toFixed(1)} s`)}`,
  )
}

/** @type {{ title: string, details: string }[]} */
const failures = []

/** What failed, once more: a long run has scrolled it away. */
export function printFailuresAgain() {
  if (failures.length === 0) return
  printHeading('What failed')
  for (const { title, details } of failures) showFailure(title, details)
}

/**
 * @param {string} title
 * @param {string} details
 */
export function printFailure(title, details) {
  failures.push({ title, details })
  showFailure(title, details)
}

/**
 * @param {string} title
 * @param {string} details
 */
function showFailure(title, details) {
  print(styleText('red', `✖ ${title}`))
  // Node's own frames say nothing about the failure.
  const lines = (process.stdout.isTTY ? details : stripVTControlCharacters(details))
    .trimEnd()
    .split('\n')
    .filter((line) => !/^\s+at .*\bnode:/.test(line))
  if (details !== '') print(lines.map((line) => `    ${line}`).join('\n'))
}

/** For what must not be overlooked. @param {string} text */
export function printLoudly(text) {
  const line = '='.repeat(100)
  print(styleText('yellow', `\n${line}\n${text}\n${line}`))
}
