import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Compares with the text stored in this folder; MILLRACE_TEST_UPDATE_GOLDEN=1 stores the new one instead. */
export function compareGolden(name: string, actual: string): void {
  const file = join(import.meta.dirname, name)
  if (process.env['MILLRACE_TEST_UPDATE_GOLDEN'] === '1') writeFileSync(file, actual)
  const golden = readFileSync(file, 'utf8')
  assert.equal(actual, golden, `server/test/golden/${name} differs; run with MILLRACE_TEST_UPDATE_GOLDEN=1 to store the new text`)
}
