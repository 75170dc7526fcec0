import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import type { JsonObject } from '#domain/index.ts'
import { bytesOf, failureOf, fileOf, formats, outputOf, workers } from '#nodes/testing/format-node.ts'
import { problemsOf } from '#nodes/testing/list-node.ts'
import { pdfOf, samplePdf } from '#nodes/testing/sample-pdf.ts'
import { pdfNode } from './pdf.node.ts'

const node = pdfNode(formats)
const read = async (content: Uint8Array | string, parameters: JsonObject = {}) =>
  (await outputOf(node, { file: await fileOf(content, 'a.pdf'), ...parameters })) as JsonObject
const failure = async (content: Uint8Array | string, parameters: JsonObject = {}) =>
  failureOf(node, { file: await fileOf(content, 'a.pdf'), ...parameters })

describe('The `pdf` node', () => {
  after(() => workers.close())

  it('reads the text of a file that another program wrote', async () => {
    const pdf = await PDFDocument.create()
    pdf.setTitle('Invoice 7')
    pdf.setCreationDate(new Date('2026-01-31T11:00:00Z'))
    const font = await pdf.embedFont(StandardFonts.TimesRoman)
    for (const lines of [['Invoice', 'Total: 12.50'], ['Thank you']]) {
      const page = pdf.addPage()
      for (const [index, line] of lines.entries())
        page.drawText(line, { x: 50, y: 700 - 40 * index, size: 20, font })
    }
    const bytes = await pdf.save()
    assert.deepEqual(await read(bytes), {
      page_count: 2,
      title: 'Invoice 7',
      author: null,
      created: '2026-01-31T11:00:00.000Z',
      text: 'Invoice\nTotal: 12.50\n\nThank you',
    })
    const { pages } = await read(bytes, { operation: 'pages', pages: '2-' })
    assert.deepEqual(pages, [{ number: 2, text: 'Thank you' }])
    assert.equal((await read(bytes, { operation: 'info' }))['page_count'], 2)
  })

  it('writes the text to a file', async () => {
    const file = await read(samplePdf(['one', 'two', 'three']), { to: 'file', pages: '1, 3' })
    assert.deepEqual([file['name'], file['media_type']], ['text.txt', 'text/plain'])
    assert.equal(String(await bytesOf(file)), 'one\n\nthree')
  })

  it('says what is wrong with a file or a page', async () => {
    assert.match(await failure('plain text'), /^PDF_INVALID: The PDF cannot be read: /)
    assert.match(await failure(''), /^PDF_INVALID/)
    assert.equal(
      await failure(samplePdf(['a']), { pages: '4' }),
      'PAGE_NOT_FOUND: There is no page 4: the PDF has 1 page.',
    )
    for (const pages of ['0', 'x', '3-1', '2, 1', '1 2', '-2', '1  x'])
      assert.match(
        await failure(samplePdf(['a']), { pages }),
        /^INVALID_PARAMETERS: The parameter `pages` must be numbers/,
        pages,
      )
    assert.deepEqual(problemsOf(node, { pages: '5-1' }), [
      'pages: `pages` must be numbers and ranges in ascending order, such as `1, 3, 7-9`.',
    ])
    assert.deepEqual(problemsOf(node, { pages: '{{ input.pages }}' }), [])
  })

  it('ends with files whose objects refer to themselves', async () => {
    const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 11 0 R>>'
    const loops: [string, string][] = [
      [
        'a page tree that contains itself',
        pdfOf([
          [1, '<</Type/Catalog/Pages 2 0 R>>'],
          [2, '<</Type/Pages/Count 5/Kids[2 0 R 2 0 R]>>'],
          [4, '<<>>'],
        ]),
      ],
      [
        'a catalogue that is its page tree',
        pdfOf([
          [1, '<</Type/Catalog/Pages 1 0 R/Kids[1 0 R]/Count 3>>'],
          [4, '<<>>'],
        ]),
      ],
      [
        'a length that is its own stream',
        pdfOf([
          [1, '<</Type/Catalog/Pages 2 0 R>>'],
          [2, '<</Type/Pages/Count 1/Kids[10 0 R]>>'],
          [4, '<<>>'],
          [10, page],
          [11, '<</Length 11 0 R>>stream\nBT ET\nendstream'],
        ]),
      ],
      [
        'an object that is itself',
        pdfOf([
          [1, '<</Type/Catalog/Pages 2 0 R>>'],
          [2, '2 0 R'],
          [4, '<<>>'],
        ]),
      ],
      [
        'a form that draws itself',
        samplePdf(['x'])
          .replace('(x) Tj ET', '(x) Tj ET /X Do')
          .replace('/Font<</F1 3 0 R>>', '/Font<</F1 3 0 R>>/XObject<</X 100 0 R>>')
          .replace('%%EOF', ''),
      ],
      ['a billion pages', samplePdf(['x']).replace('/Count 1', '/Count 999999999')],
      ['a table that points to itself', samplePdf(['x']).replace('<</Size', '<</Prev 9/Size')],
    ]
    for (const [name, content] of loops) {
      const startedAt = performance.now()
      const result = await failure(content).catch(() => 'it was read')
      assert.match(
        result,
        /^(PDF_INVALID|PAGE_NOT_FOUND|TIMED_OUT|OUT_OF_MEMORY|OUTPUT_TOO_LARGE)|^it was read$/,
        name,
      )
      assert.ok(performance.now() - startedAt < 15_000, name)
    }
  })
})
