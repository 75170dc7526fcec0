import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parseCsv, textOfCell } from '../forms/testing/parse-csv.ts'
import { csvRecord } from './csv.ts'

const ODD = ['"', ',', ';', '\r', '\n', '\t', ' ', '=', '+', '-', '@', "'", 'a', '\u0000']

describe('csvRecord', () => {
  it('An RFC 4180 parser reads a record back as the same texts', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...ODD) }))
    fc.assert(
      fc.property(fc.array(text, { minLength: 1 }), (values) => {
        const [record = []] = parseCsv(csvRecord(values))
        assert.deepEqual(record.map(textOfCell), values)
        for (const cell of record) assert.doesNotMatch(cell, /^[=+\-@\t\r\n＝＋－＠]/)
      }),
    )
  })

  it('A cell never begins like a spreadsheet formula, unless it is a number', () => {
    const start = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠')
    fc.assert(
      fc.property(start, fc.string({ unit: 'binary' }), (first, rest) => {
        assert.deepEqual(parseCsv(csvRecord([first + rest])), [[`'${first}${rest}`]])
        assert.deepEqual(parseCsv(csvRecord([[first + rest]])), [[`'${first}${rest}`]])
      }),
    )
    assert.equal(csvRecord([-5, -0.5, 1e21, true, false]), '-5,-0.5,1e+21,true,false\r\n')
  })

  it('Lists of texts are joined, missing values are empty, and anything else is JSON', () => {
    assert.equal(csvRecord([['a', 'b'], [], null, undefined, '', 'x']), 'a; b,,,,,x\r\n')
    assert.equal(csvRecord([{ a: [1] }, [1, 'b']]), '"{""a"":[1]}","[1,""b""]"\r\n')
  })
})
