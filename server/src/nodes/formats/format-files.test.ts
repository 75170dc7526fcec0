import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { JsonObject } from '#domain/index.ts'
import { csvNode } from '#nodes/csv/csv.node.ts'
import { htmlNode } from '#nodes/html/html.node.ts'
import { markdownNode } from '#nodes/markdown/markdown.node.ts'
import { rssNode } from '#nodes/rss/rss.node.ts'
import {
  bytesOf,
  failureOf,
  fileOf,
  files,
  formats,
  outputOf,
  resultOf,
  workers,
} from '#nodes/testing/format-node.ts'
import { MemoryFiles } from '#nodes/testing/memory-files.ts'
import { nodeCall } from '#nodes/testing/node-call.ts'
import { xmlNode } from '#nodes/xml/xml.node.ts'

const csv = csvNode(formats)
const xml = xmlNode(formats)
const html = htmlNode(formats)
const markdown = markdownNode(formats)
const rss = rssNode(formats)

describe('Files of formats', () => {
  after(() => workers.close())

  it('Every node for texts reads a file like a text', async () => {
    const feed = '<rss><channel><title>T</title><item><title>a</title></item></channel></rss>'
    const page = '<h1>A</h1><p>b</p>'
    const values = [{ name: 'title', selector: 'h1' }]
    for (const [node, parameter, text, options] of [
      [csv, 'text', 'a;b\n1;"ü"', { separator: 'semicolon' }],
      [xml, 'text', '<a b="1">ü</a>', {}],
      [html, 'html', page, { values }],
      [html, 'html', page, { operation: 'text' }],
      [markdown, 'text', '# ü', {}],
      [markdown, 'text', page, { operation: 'from_html' }],
      [rss, 'text', feed, {}],
    ] as const) {
      const expected = await outputOf(node, { [parameter]: text, ...options })
      const file = await fileOf(text)
      assert.deepEqual(await outputOf(node, { [parameter]: file, ...options }), expected)
      assert.deepEqual(await outputOf(node, options, file), expected)
      const result = (await outputOf(node, { ...options, to: 'file' }, text)) as JsonObject
      const content = String(await bytesOf(result))
      assert.deepEqual(typeof expected === 'string' ? content : JSON.parse(content), expected)
    }
  })

  it('A result that is written to a file has a name and a media type', async () => {
    const items = [{ a: 1 }]
    const written = (await outputOf(csv, { operation: 'format', items, to: 'file' })) as JsonObject
    assert.deepEqual([written['name'], written['media_type']], ['table.csv', 'text/csv'])
    const named = (await outputOf(xml, {
      operation: 'format',
      value: { a: 1 },
      to: 'file',
      file_name: '../x\u0000/orders.xml',
    })) as JsonObject
    assert.deepEqual([named['name'], named['media_type']], ['orders.xml', 'application/xml'])
    assert.match(String(await bytesOf(named)), /<a>1<\/a>/)
  })

  it('Encodings are detected by marks and declarations, or named', async () => {
    const latin = (text: string) => Buffer.from(text, 'latin1')
    const utf16 = Buffer.from('\uFEFFa,b\nü,2', 'utf16le')
    assert.deepEqual(await outputOf(csv, {}, await fileOf(utf16)), [{ a: 'ü', b: '2' }])
    const declared = latin('<?xml version="1.0" encoding="ISO-8859-1"?><a>ü</a>')
    assert.deepEqual(await outputOf(xml, {}, await fileOf(declared)), { a: 'ü' })
    const page = latin('<meta charset="windows-1252"><p>ü</p>')
    assert.equal(await outputOf(html, { operation: 'text' }, await fileOf(page)), 'ü')
    const table = await fileOf(latin('a\nü'))
    assert.deepEqual(await outputOf(csv, { encoding: 'windows-1252' }, table), [{ a: 'ü' }])
    assert.match(
      await failureOf(csv, {}, table),
      /^ENCODING_INVALID: The file has bytes that are not UTF-8\. Set `encoding`/,
    )
    const unknown = await fileOf('<?xml version="1.0" encoding="x-none"?><a/>')
    assert.match(await failureOf(xml, {}, unknown), /^ENCODING_INVALID: .*`x-none`/)
  })

  it('A CSV file of 50 MB is read in portions, by columns, or into a file', async () => {
    const line = '2026-01-31,ORDER-123456,"Doe, Jane",12.50,some text about it\n'
    const rows = Math.ceil(50_000_000 / line.length)
    const file = await fileOf(`date,id,name,total,note\n${line.repeat(rows)}`, 'orders.csv')
    assert.ok((file['size'] as number) >= 50_000_000)
    assert.match(
      await failureOf(csv, {}, file),
      /^OUTPUT_TOO_LARGE: A step can return 1 MiB, which is reached after [\d,]+ rows\. Read the file in portions with `skip` and `limit`/,
    )
    const last = await outputOf(csv, { skip: rows - 2, columns: ['id', 'total'], convert_types: true }, file)
    assert.deepEqual(
      last,
      Array.from({ length: 2 }, () => ({ id: 'ORDER-123456', total: 12.5 })),
    )
    const converted = (await outputOf(csv, { columns: ['name'], to: 'file' }, file)) as JsonObject
    const items = JSON.parse(String(await bytesOf(converted))) as unknown[]
    assert.equal(items.length, rows)
    assert.deepEqual(items.at(-1), { name: 'Doe, Jane' })
  })

  it('Ten million cells, a row without an end and a page of 50 MB are refused', async () => {
    assert.match(
      await failureOf(csv, { header: false }, await fileOf(',,,,,,,,,\n'.repeat(1_000_000))),
      /^OUTPUT_TOO_LARGE: /,
    )
    assert.match(
      await failureOf(csv, {}, await fileOf(`"${'x'.repeat(10_000_000)}`)),
      /^CSV_INVALID: .* the row is longer than 4 MiB/,
    )
    assert.match(
      await failureOf(html, { operation: 'text' }, await fileOf('<b>'.repeat(17_000_000))),
      /^INPUT_TOO_LARGE: The file has 48\.6 MiB, but a text of at most 16 MiB can be read/,
    )
    const entities = '<!DOCTYPE a [<!ENTITY b "cc"><!ENTITY d "&b;&b;">]><a>&d;</a>'
    assert.match(await failureOf(xml, {}, await fileOf(entities)), /^XML_INVALID: .*defines entities/)
  })

  it('A file that the account may not store fails the step', async () => {
    const small = csvNode({ workers, files: new MemoryFiles(1_000) })
    const items = Array.from({ length: 500 }, () => ({ name: 'x' }))
    assert.match(await failureOf(small, { operation: 'format', items, to: 'file' }), /^FILE_TOO_LARGE: /)
  })

  it('A step that is stopped leaves no file', async () => {
    const file = await fileOf(`a,b\n${'1,2\n'.repeat(5_000_000)}`)
    const before = files.count
    const result = await csv.run(nodeCall({ parameters: { to: 'file' }, previous: file, timeoutMs: 300 }))
    assert.ok('ok' in result && !result.ok && result.code === 'TIMED_OUT')
    assert.equal(files.count, before)
  })

  it('Files of another account are not found', async () => {
    const call = nodeCall({ previous: await fileOf('a,b'), account: 'other' as never })
    const result = await csv.run(call)
    assert.ok('ok' in result && !result.ok && result.code === 'FILE_NOT_FOUND')
  })

  it('A failure of the file store is an error of the service', async () => {
    const value = await fileOf('a,b')
    const broken = csvNode({
      workers,
      files: {
        create: (account, source) => files.create(account, source),
        async open(account, id) {
          const opened = await files.open(account, id)
          return (
            opened && {
              ...opened,
              // oxlint-disable-next-line require-yield -- it fails before
              async *read() {
                throw new Error('the disk is gone')
              },
            }
          )
        },
      },
    })
    await assert.rejects(resultOf(broken, {}, value), /the disk is gone/)
  })
})
