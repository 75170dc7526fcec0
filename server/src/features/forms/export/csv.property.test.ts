import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { csvRecord } from './csv.ts'

const ODD = ['"', ',', ';', '\r', '\n', '\t', ' ', '=', '+', '-', '@', 'a', '\u0000']

describe('a record of CSV', () => {
  it('is read back by a parser of RFC 4180 as the same texts, whatever is in them', () => {
    const text = fc
      .oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...ODD) }))
      .filter((value) => !/^[=+\-@\t\r\n＝＋－＠]/.test(value))
    fc.assert(
      fc.property(fc.array(text, { minLength: 1 }), (values) => {
        assert.deepEqual(parseRecords(csvRecord(values)), [values])
      }),
    )
  })

  it('never begins a cell with what a spreadsheet calculates, unless it is a number', () => {
    const start = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠')
    fc.assert(
      fc.property(start, fc.string({ unit: 'binary' }), (first, rest) => {
        assert.deepEqual(parseRecords(csvRecord([first + rest])), [[`'${first}${rest}`]])
        assert.deepEqual(parseRecords(csvRecord([[first + rest]])), [[`'${first}${rest}`]])
      }),
    )
    assert.equal(csvRecord([-5, -0.5, 1e21, true, false]), '-5,-0.5,1e+21,true,false\r\n')
  })

  it('joins choices, leaves out what is not there, and shows anything else as JSON', () => {
    assert.equal(csvRecord([['a', 'b'], [], null, undefined, '', 'x']), 'a; b,,,,,x\r\n')
    assert.equal(csvRecord([{ a: [1] }, [1, 'b']]), '"{""a"":[1]}","[1,""b""]"\r\n')
  })
})

/** Straight from the grammar of RFC 4180. */
function parseRecords(text: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  let at = 0
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      for (at += 1; ; at += 1) {
        if (text[at] === '"' && text[at + 1] === '"') at += 1
        else if (text[at] === '"') break
        cell += text[at] ?? assert.fail('a quote is not closed')
      }
      at += 1
    } else {
      while (at < text.length && text[at] !== ',' && text[at] !== '\r') {
        assert.notEqual(text[at], '"')
        cell += text[at]
        at += 1
      }
    }
    record.push(cell)
    if (text[at] === ',') {
      at += 1
      continue
    }
    assert.equal(text.slice(at, at + 2), '\r\n')
    at += 2
    records.push(record)
    record = []
  }
  return records
}
