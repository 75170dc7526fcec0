import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CappedBuffer } from './capped-buffer.ts'

describe('capped buffer', () => {
  it('The buffer returns its contents in order after growing many times', () => {
    const buffer = new CappedBuffer(100_000)
    const expected: Buffer[] = []
    for (let index = 0; index < 3000; index += 1) {
      const chunk = Buffer.from(`${index},`)
      expected.push(chunk)
      buffer.append(chunk)
    }
    assert.deepEqual(buffer.contents(), Buffer.concat(expected))
    assert.equal(buffer.overflowed, false)
  })

  it('The buffer uses little more memory than its contents, even for tiny chunks', () => {
    const buffer = new CappedBuffer(10 * 1024 * 1024)
    for (let index = 0; index < 100_000; index += 1) buffer.append(Buffer.from([1]))
    assert.ok(buffer.contents().buffer.byteLength < 300_000)
  })

  it('The buffer stops at its limit and reports the overflow', () => {
    const buffer = new CappedBuffer(3)
    buffer.append(Buffer.from('12'))
    buffer.append(Buffer.from('34'))
    buffer.append(Buffer.from('5'))
    assert.equal(buffer.contents().toString(), '123')
    assert.equal(buffer.overflowed, true)
  })

  it('The buffer does not share memory with other data', () => {
    const buffer = new CappedBuffer(10)
    buffer.append(Buffer.from('12'))
    assert.ok(buffer.contents().buffer.byteLength <= 10)
  })
})
