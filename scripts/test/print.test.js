import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { printFile, printSlowestFiles } from './print.js'

describe('The list of the slowest files', () => {
  /** @param {() => void} work */
  function capture(work) {
    const write = process.stdout.write
    let output = ''
    process.stdout.write = (text) => {
      output += String(text)
      return true
    }
    try {
      work()
    } finally {
      process.stdout.write = write
    }
    return stripVTControlCharacters(output)
  }
  /** @param {number} seconds */
  const addFile = (seconds) =>
    capture(() =>
      printFile({ file: `${seconds}.test.ts`, state: 'passed', tests: 1, skipped: 0, ms: seconds * 1000 }),
    )

  it('is left out for a run of ten files or fewer', () => {
    for (let seconds = 1; seconds <= 10; seconds += 1) addFile(seconds)
    assert.equal(capture(printSlowestFiles), '')
  })

  it('names ten files, the slowest first', () => {
    addFile(12)
    addFile(11)
    const lines = capture(printSlowestFiles).trim().split('\n')
    assert.equal(lines[0], 'The 10 slowest of 12 files')
    assert.deepEqual(
      lines.slice(1).map((line) => line.trim()),
      [12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((seconds) => `${seconds}.0 s  ${seconds}.test.ts`),
    )
  })
})
