import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readByteRange } from './byte-range.ts'
import { fileIdOf, fileIdsInText, refersToFile } from './file-value.ts'
import { readMediaType } from './media-type.ts'

const ID = '01937b5e-8f3a-7c41-9a52-3d1f0c7be2aa'
const OTHER = '01937b5e-8f3a-7c41-9a52-3d1f0c7be2ab'

describe('files as values', () => {
  it('A value is a file by its id alone', () => {
    assert.equal(fileIdOf({ $file: ID }), ID)
    assert.equal(fileIdOf({ $file: ID.toUpperCase(), name: 'x' }), ID)
    for (const value of [undefined, null, ID, [], {}, { $file: 7 }, { $file: 'x' }, { $file: `${ID}/..` }]) {
      assert.equal(fileIdOf(value), undefined, JSON.stringify(value))
    }
  })

  it('All files in a text are found once, and texts that only look like one are not', () => {
    const value = {
      a: [{ $file: ID, name: 'x' }, { deep: { $file: OTHER.toUpperCase() } }],
      b: { $file: ID },
    }
    assert.deepEqual(fileIdsInText(JSON.stringify(value)), [ID, OTHER])
    const quoted = { text: JSON.stringify(value), $file: 'x', other: { $file: 12 } }
    assert.deepEqual(fileIdsInText(JSON.stringify(quoted)), [])
  })

  it('A member `$file` is found anywhere in a text, and not in the texts of a value', () => {
    assert.equal(refersToFile(JSON.stringify({ a: [1, { b: { $file: ID } }] })), true)
    assert.equal(refersToFile(JSON.stringify({ a: [1, null, 'x', { b: { file: ID } }] })), false)
    assert.equal(refersToFile(JSON.stringify({ a: JSON.stringify({ $file: ID }) })), false)
  })
})

describe('ranges of bytes', () => {
  it('A range is cut at the end of the content', () => {
    assert.deepEqual(readByteRange('bytes=0-0', 10), { start: 0, end: 0 })
    assert.deepEqual(readByteRange('bytes=5-', 10), { start: 5, end: 9 })
    assert.deepEqual(readByteRange('bytes=5-99', 10), { start: 5, end: 9 })
    assert.deepEqual(readByteRange('bytes=-3', 10), { start: 7, end: 9 })
    assert.deepEqual(readByteRange('bytes=-30', 10), { start: 0, end: 9 })
  })

  it('A range without any byte of the content is refused, and one that means nothing is ignored', () => {
    for (const range of ['bytes=10-', 'bytes=10-12', 'bytes=-0']) {
      assert.equal(readByteRange(range, 10), null, range)
    }
    for (const range of [
      undefined,
      '',
      'bytes=',
      'bytes=-',
      'items=0-1',
      'bytes=0-1,3-4',
      'bytes=5-4',
      'bytes=a-b',
    ]) {
      assert.equal(readByteRange(range, 10), undefined, String(range))
    }
    assert.equal(readByteRange('bytes=0-', 0), null)
  })
})

describe('media types', () => {
  it('A media type is read without its parameters, and anything else counts as unknown', () => {
    assert.equal(readMediaType('Text/CSV; charset=utf-8'), 'text/csv')
    for (const header of [undefined, '', 'text', 'text/html\r\nx: y', '*/*', 'a/b/c', 'text/<script>']) {
      assert.equal(readMediaType(header), 'application/octet-stream', String(header))
    }
  })
})
