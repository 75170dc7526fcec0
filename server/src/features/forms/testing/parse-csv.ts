import assert from 'node:assert/strict'

/** A parser that follows the grammar of RFC 4180. */
export function parseCsv(text: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  let at = 0
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      for (at += 1; ; at += 1) {
        if (text[at] === '"' && text[at + 1] === '"') at += 1
        else if (text[at] === '"') break
        cell += text[at] ?? assert.fail('unclosed quote')
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

/** The text of a cell: removes the apostrophe that csvRecord puts in front of formulas. */
export function textOfCell(cell: string): string {
  return /^'+[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell
}
