import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import readExcelFile from 'read-excel-file/node'
import writeExcelFile from 'write-excel-file/node'
import type { JsonObject } from '#domain/index.ts'
import { bytesOf, failureOf, fileOf, formats, outputOf, workers } from '#nodes/testing/format-node.ts'
import { problemsOf } from '#nodes/testing/list-node.ts'
import { rawSpreadsheet } from '#nodes/testing/raw-zip.ts'
import { spreadsheetNode } from './spreadsheet.node.ts'

const node = spreadsheetNode(formats)
const sheetOf = (rows: string) =>
  rawSpreadsheet(Buffer.from(`<worksheet><sheetData>${rows}</sheetData></worksheet>`))
const parse = async (content: Uint8Array, parameters: JsonObject = {}) =>
  outputOf(node, { file: await fileOf(content, 'a.xlsx'), ...parameters })
const failure = async (content: Uint8Array | string, parameters: JsonObject = {}) =>
  failureOf(node, { file: await fileOf(content, 'a.xlsx'), ...parameters })

describe('The `spreadsheet` node', () => {
  after(() => workers.close())

  it('reads files that another program wrote, with dates and several sheets', async () => {
    const date = { type: Date, format: 'yyyy-mm-dd' } as const
    const bytes = await writeExcelFile([
      {
        sheet: 'Orders',
        data: [
          [{ value: 'id' }, { value: 'total' }, { value: 'paid' }, { value: 'day' }, { value: 'at' }],
          [
            { value: 'A-1' },
            { value: 12.5 },
            { value: true },
            { value: new Date('2026-01-31T00:00:00Z'), ...date },
            { value: new Date('2026-01-31T09:30:00Z'), type: Date, format: 'dd.mm.yyyy hh:mm' },
          ],
          [{ value: 'Ä & <ö>' }, null, { value: false }, null, null],
        ],
      },
      { sheet: 'Other', data: [[{ value: 'x' }]] },
    ]).toBuffer()
    assert.deepEqual(await parse(bytes), [
      { id: 'A-1', total: 12.5, paid: true, day: '2026-01-31', at: '2026-01-31T09:30:00' },
      { id: 'Ä & <ö>', total: null, paid: false, day: null, at: null },
    ])
    assert.deepEqual(await parse(bytes, { sheet: 'other', header: false }), [['x']])
    assert.deepEqual(await parse(bytes, { sheet: 2, header: false }), [['x']])
    assert.deepEqual(await parse(bytes, { operation: 'sheets' }), [
      { number: 1, name: 'Orders', hidden: false },
      { number: 2, name: 'Other', hidden: false },
    ])
    assert.match(await failure(bytes, { sheet: 'Missing' }), /^SHEET_NOT_FOUND: .*`Orders`, `Other`/)
  })

  it('writes files that another program can read', async () => {
    const file = (await outputOf(node, {
      operation: 'format',
      items: [
        { name: '=1+1', total: 12.5, paid: true, tags: ['a'] },
        { name: 'ü <&> \n x', total: -1, extra: null },
      ],
      sheet: 'Orders & more',
    })) as JsonObject
    assert.equal(file['name'], 'spreadsheet.xlsx')
    const [sheet] = await readExcelFile(await bytesOf(file))
    assert.equal(sheet?.sheet, 'Orders & more')
    assert.deepEqual(sheet?.data, [
      ['name', 'total', 'paid', 'tags', 'extra'],
      ['=1+1', 12.5, true, '["a"]', null],
      ['ü <&> \n x', -1, null, null, null],
    ])
  })

  it('reads a portion of the rows and some of the columns', async () => {
    const items = Array.from({ length: 10 }, (_, index) => ({ a: index, b: `b${index}`, c: true }))
    const file = await outputOf(node, { operation: 'format', items })
    assert.deepEqual(await outputOf(node, { skip: 4, limit: 2, columns: ['b'] }, file), [
      { b: 'b4' },
      { b: 'b5' },
    ])
    assert.match(await failureOf(node, { columns: ['x'] }, file), /^COLUMN_NOT_FOUND: .*`a`, `b`, `c`/)
    const rows = (await outputOf(node, { to: 'file' }, file)) as JsonObject
    assert.deepEqual(JSON.parse(String(await bytesOf(rows))), items)
    assert.deepEqual([rows['name'], rows['media_type']], ['rows.json', 'application/json'])
  })

  it('reads cells without a position, formulas, errors and rows that are missing', async () => {
    const rows = `<row r="1"><c><v>1</v></c><c><v>2</v></c></row><row r="5"/><row r="9"><c r="C9" t="str"><f>A1</f><v>x</v></c></row><row r="10"><c r="A10" t="e"><v>#N/A</v></c><c r="B10" t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c><c r="D10" s="7"/></row>`
    assert.deepEqual(await parse(sheetOf(rows), { header: false }), [
      [1, 2],
      [null, null, 'x'],
      ['#N/A', 'ab'],
    ])
  })

  it('says what is wrong with a file', async () => {
    assert.match(
      await failure('a,b'),
      /^SPREADSHEET_INVALID: The file is not a spreadsheet in the format xlsx/,
    )
    assert.match(
      await failure(Buffer.from([0xd0, 0xcf, 0x11, 0xe0])),
      /old format xls, or protected with a password/,
    )
    assert.match(
      await failure(rawSpreadsheet(Buffer.from('<worksheet><row></worksheet>'))),
      /^SPREADSHEET_INVALID: /,
    )
    assert.match(
      await failure(rawSpreadsheet(Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'))),
      /^SPREADSHEET_INVALID: .*document type/,
    )
    assert.match(
      await failureOf(node, { operation: 'format', items: [{ a: 'x'.repeat(40_000) }] }),
      /^CELL_TOO_LONG: The text in cell A2 has 40,000 characters/,
    )
    assert.deepEqual(problemsOf(node, { operation: 'format', sheet: 'a/b' }), [
      'sheet: the name of a sheet has 1 to 31 characters, without `\\`, `/`, `?`, `*`, `[`, `]` and `:`.',
    ])
  })

  it('refuses a sheet with a million rows as a value, and reads portions of it', async () => {
    const row = '<row><c><v>1</v></c><c t="str"><v>some text in a cell</v></c></row>'
    const large = sheetOf(row.repeat(1_048_576))
    assert.match(
      await failure(large, { header: false }),
      /^OUTPUT_TOO_LARGE: A step can return 1 MiB, which is reached after [\d,]+ rows\. Read the file in portions/,
    )
    assert.deepEqual(await parse(large, { header: false, limit: 1 }), [[1, 'some text in a cell']])
  })

  it('refuses a small file that stands for gigabytes', async () => {
    const texts = Buffer.alloc(140 * 1024 * 1024, ' ')
    texts.write('<sst>')
    const bomb = rawSpreadsheet(Buffer.from('<worksheet/>'), [
      { name: 'xl/sharedStrings.xml', content: texts },
    ])
    assert.ok(bomb.length < 300_000)
    assert.match(
      await failure(bomb),
      /^INPUT_TOO_LARGE: The spreadsheet is larger than 128 MiB when it is unpacked/,
    )
  })
})
