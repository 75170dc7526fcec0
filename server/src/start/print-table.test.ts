import assert from 'node:assert/strict'
import { it } from 'node:test'
import { printTable } from './print-table.ts'

it('Columns of a table are as wide as their longest cell, and lines have no trailing spaces', () => {
  const lines: string[] = []
  printTable(
    ['ID', 'NAME'],
    [
      ['1', 'a long name'],
      ['100', ''],
    ],
    (line) => lines.push(line),
  )
  assert.deepEqual(lines, ['ID   NAME', '1    a long name', '100'])
})
