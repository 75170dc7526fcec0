import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { attachmentHeader, safeFileName } from './file-name.ts'

describe('names of files', () => {
  it('A plain name stays as it is, in any script', () => {
    for (const name of ['report.pdf', 'Übersicht 2026.csv', '見積書.xlsx', 'a b (1).txt', "O'Neil.txt"]) {
      assert.equal(safeFileName(name), name)
    }
  })

  it('Path tricks, control characters and marks that turn text around are removed', () => {
    const names: [string, string][] = [
      ['../../etc/passwd', 'passwd'],
      ['..\\..\\windows\\system32\\cmd.exe', 'cmd.exe'],
      ['/absolute/path.txt', 'path.txt'],
      ['C:\\fakepath\\photo.png', 'photo.png'],
      ['.htaccess', 'htaccess'],
      ['...', 'file'],
      ['', 'file'],
      ['   ', 'file'],
      ['a/b/', 'b'],
      ['invoice\u202egpj.exe', 'invoicegpj.exe'],
      ['line\r\nSet-Cookie: x=1.txt', 'lineSet-Cookie x=1.txt'],
      ['nul\u0000byte.txt', 'nulbyte.txt'],
      ['tab\there.txt', 'tabhere.txt'],
      ['trailing. . .', 'trailing'],
      ['con:stream.txt', 'constream.txt'],
      ['lone\ud800surrogate', 'lonesurrogate'],
      ['zero\u200bwidth\ufeff.txt', 'zerowidth.txt'],
    ]
    for (const [given, safe] of names) assert.equal(safeFileName(given), safe, JSON.stringify(given))
    assert.equal(safeFileName(undefined), 'file')
  })

  it('A megabyte of dots in a name is read in one go', () => {
    assert.equal(safeFileName(`a${'.'.repeat(1_000_000)}b`).length, 200)
    assert.equal(safeFileName(`a${'. '.repeat(500_000)}`), 'a')
  })

  it('A long name is cut and keeps its extension', () => {
    const name = safeFileName(`${'x'.repeat(5_000)}.tar.gz`)
    assert.equal([...name].length, 200)
    assert.ok(name.endsWith('.gz'))
  })

  it('Every text results in a name that is safe, and safe names do not change', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const name = safeFileName(text)
        assert.ok(name.length > 0 && [...name].length <= 200)
        assert.doesNotMatch(name, /[/\\\p{Cc}\u202a-\u202e\u2066-\u2069]|^\.|[.\s]$/u)
        assert.ok(name.isWellFormed())
        assert.equal(safeFileName(name), name)
      }),
    )
  })

  it('The header of a download has only characters that a header may have, and the whole name', () => {
    assert.equal(attachmentHeader('report.pdf'), 'attachment; filename="report.pdf"')
    assert.equal(
      attachmentHeader('Zürich (1).csv'),
      'attachment; filename="Zu_rich (1).csv"; filename*=UTF-8\'\'Z%C3%BCrich%20%281%29.csv',
    )
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (text) => {
        const name = safeFileName(text)
        const header = attachmentHeader(name)
        assert.match(
          header,
          /^attachment; filename="[\x20\x21\x23-\x5b\x5d-\x7e]*"(; filename\*=UTF-8''[\w.~%!-]*)?$/,
        )
        const encoded = /filename\*=UTF-8''(.*)$/.exec(header)?.[1]
        if (encoded !== undefined) assert.equal(decodeURIComponent(encoded), name)
      }),
    )
  })
})
