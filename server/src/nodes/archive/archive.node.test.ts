import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { strToU8, unzipSync, zipSync } from 'fflate'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import { bytesOf, failureOf, fileOf, formats, outputOf, workers } from '#nodes/testing/format-node.ts'
import { rawZip } from '#nodes/testing/raw-zip.ts'
import { archiveNode } from './archive.node.ts'

const node = archiveNode(formats)
const extract = async (content: Uint8Array, parameters: JsonObject = {}) =>
  (await outputOf(node, { file: await fileOf(content, 'a.zip'), ...parameters })) as {
    path: string
    file: JsonObject
  }[]
const failure = async (content: Uint8Array | string, parameters: JsonObject = {}) =>
  failureOf(node, { file: await fileOf(content, 'a.zip'), ...parameters })

describe('The `archive` node', () => {
  after(() => workers.close())

  it('extracts the files of archives that other programs wrote', async () => {
    const zip = zipSync({
      'a.txt': strToU8('hello'),
      folder: { 'ü.csv': [strToU8('x,y\n'.repeat(1_000)), { level: 9 }], 'empty.bin': new Uint8Array() },
      'stored.json': [strToU8('{}'), { level: 0 }],
    })
    const found = await extract(zip)
    assert.deepEqual(
      found.map(({ path, file }) => [path, file['name'], file['media_type'], file['size']]),
      [
        ['a.txt', 'a.txt', 'text/plain', 5],
        ['folder/ü.csv', 'ü.csv', 'text/csv', 4_000],
        ['folder/empty.bin', 'empty.bin', 'application/octet-stream', 0],
        ['stored.json', 'stored.json', 'application/json', 2],
      ],
    )
    assert.equal(String(await bytesOf(found[0]?.file ?? null)), 'hello')
    const some = await extract(zip, { paths: ['*.csv', 'a.txt'] })
    assert.deepEqual(
      some.map(({ path }) => path),
      ['a.txt', 'folder/ü.csv'],
    )
  })

  it('lists what is in an archive without extracting it', async () => {
    const file = await fileOf(zipSync({ 'a/b.txt': strToU8('x'.repeat(500)) }))
    const [entry] = (await outputOf(node, { operation: 'list' }, file)) as JsonObject[]
    assert.deepEqual([entry?.['path'], entry?.['size']], ['a/b.txt', 500])
    assert.ok((entry?.['compressed_size'] as number) < 100)
    assert.match(entry?.['modified'] as string, /^20\d\d-/)
  })

  it('creates archives that other programs can read', async () => {
    const files = [await fileOf('one', 'a.txt'), await fileOf('two', 'A.txt')]
    const zip = await outputOf(node, {
      operation: 'create',
      files: [...files, { path: '../b/c.txt', file: files[0] ?? null }],
    })
    const entries = unzipSync(await bytesOf(zip))
    assert.deepEqual(
      Object.entries(entries).map(([path, bytes]) => [path, String(Buffer.from(bytes))]),
      [
        ['a.txt', 'one'],
        ['A (2).txt', 'two'],
        ['b/c.txt', 'one'],
      ],
    )
    assert.equal((zip as JsonObject)['name'], 'archive.zip')
  })

  it('compresses and decompresses one file with gzip', async () => {
    const [entry] = await extract(gzipSync('hello'))
    assert.equal(String(await bytesOf(entry?.file ?? null)), 'hello')
    const file = await fileOf('hello', 'a.txt')
    const packed = (await outputOf(node, { operation: 'create', format: 'gzip', files: file })) as JsonObject
    assert.deepEqual([packed['name'], packed['media_type']], ['a.txt.gz', 'application/gzip'])
    const [unpacked] = (await outputOf(node, {}, packed)) as { path: string; file: JsonValue }[]
    assert.equal(unpacked?.path, 'a.txt')
    assert.equal(String(await bytesOf(unpacked.file)), 'hello')
    assert.match(
      await failureOf(node, { operation: 'create', format: 'gzip', files: [file, file] }),
      /holds one file/,
    )
  })

  it('says what is wrong with a file', async () => {
    assert.equal(
      await failure('plain'),
      'ARCHIVE_INVALID: The file is neither a ZIP archive nor a gzip file.',
    )
    assert.match(await failure(''), /^ARCHIVE_INVALID/)
    assert.match(
      await failure('PK\x03\x04 and nothing else'),
      /^ARCHIVE_INVALID: The archive cannot be read: /,
    )
    assert.match(
      await failure(gzipSync('hello').subarray(0, 12)),
      /^ARCHIVE_INVALID: .*unexpected end of file/,
    )
    const damaged = rawZip([{ name: 'a', content: Buffer.from('hello'), stored: Buffer.from('no deflate') }])
    assert.match(await failure(damaged), /^ARCHIVE_INVALID/)
    assert.match(
      await failureOf(node, { file: 'x' }),
      /^INVALID_PARAMETERS: The parameter `file` must be a file, but it is a text/,
    )
    assert.match(
      await failureOf(node, {}, { body: await fileOf('x') }),
      /Set `file`, for example to `\{\{ previous.body \}\}`/,
    )
    assert.match(
      await failureOf(node, { file: { $file: '01937b5e-8f3a-7c41-9a52-3d1f0c7be2aa' } }),
      /^FILE_NOT_FOUND/,
    )
    assert.match(await failureOf(node, { operation: 'create', files: [] }), /empty list/)
    assert.match(await failureOf(node, { operation: 'create', files: ['x'] }), /entry 1 is neither/)
  })

  it('keeps paths inside of the archive', async () => {
    const names = [
      '../../etc/passwd',
      '/abs.txt',
      'C:\\x\\y.txt',
      'a\u0000b\u202e.txt',
      '..',
      'a/../../b',
      '.env',
    ]
    const found = await extract(rawZip(names.map((name) => ({ name, content: Buffer.from(name) }))))
    assert.deepEqual(
      found.map(({ path, file }) => [path, file['name']]),
      [
        ['etc/passwd', 'passwd'],
        ['abs.txt', 'abs.txt'],
        ['C/x/y.txt', 'y.txt'],
        ['ab.txt', 'ab.txt'],
        ['file', 'file'],
        ['a/b', 'b'],
        ['.env', 'env'],
      ],
    )
  })

  it('refuses an archive that stands for far more data than it has', async () => {
    const content = Buffer.alloc(30 * 1024 * 1024)
    const bomb = rawZip(Array.from({ length: 10 }, (_, index) => ({ name: `${index}.bin`, content })))
    assert.ok(bomb.length < 400_000)
    assert.match(await failure(bomb), /^OUTPUT_TOO_LARGE: The content of the archive is larger than 256 MiB/)
    const found = await extract(bomb, { paths: ['3.bin'] })
    assert.equal(found[0]?.file['size'], content.length)
  })

  it('refuses entries that share data, and sizes that are not true', async () => {
    const content = Buffer.alloc(100_000, 'x')
    const overlapping = rawZip([
      { name: 'a', content },
      { name: 'b', content, sameDataAs: 0 },
    ])
    assert.equal(
      await failure(overlapping),
      'ARCHIVE_INVALID: The archive cannot be read: its entries overlap.',
    )
    for (const claimedSize of [10, 1_000_000])
      assert.match(
        await failure(rawZip([{ name: 'a', content, claimedSize }])),
        /^ARCHIVE_INVALID: /,
        String(claimedSize),
      )
  })

  it('extracts an archive inside of an archive as a file', async () => {
    const inner = rawZip([{ name: 'x', content: Buffer.alloc(1_000) }])
    const [entry] = await extract(rawZip([{ name: 'inner.zip', content: inner }]))
    assert.deepEqual(await bytesOf(entry?.file ?? null), inner)
  })

  it('refuses more files than a step can create', async () => {
    const stored = Buffer.from([3, 0])
    const entries = (count: number) =>
      rawZip(
        Array.from({ length: count }, (_, index) => ({
          name: `${index}`,
          content: new Uint8Array(),
          stored,
        })),
      )
    assert.match(await failure(entries(1_001)), /^TOO_MANY_ITEMS: 1,001 files would be extracted/)
    assert.match(await failure(entries(10_001), { operation: 'list' }), /^TOO_MANY_ITEMS: .*10,000 entries/)
  })
})
