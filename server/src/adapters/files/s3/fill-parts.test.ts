import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { fillParts } from './fill-parts.ts'

async function partsOf(size: number, lengths: readonly number[]) {
  let next = 0
  async function* chunks() {
    for (const length of lengths) yield Uint8Array.from({ length }, () => (next += 1) % 256)
  }
  const parts: { readonly bytes: Buffer; readonly isLast: boolean }[] = []
  for await (const { bytes, isLast } of fillParts(size, chunks())) {
    parts.push({ bytes: Buffer.from(bytes), isLast })
  }
  return { parts, total: next }
}

describe('parts of an upload', () => {
  it('Have the same bytes as the chunks and one size, and only the last one is smaller', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 50 }), fc.array(fc.nat(120)), async (size, lengths) => {
        const { parts, total } = await partsOf(size, lengths)
        const all = Buffer.concat(parts.map(({ bytes }) => bytes))
        assert.deepEqual(
          [...all],
          Array.from({ length: total }, (_, index) => (index + 1) % 256),
        )
        assert.ok(parts.slice(0, -1).every(({ bytes, isLast }) => bytes.length === size && !isLast))
        assert.equal(parts.at(-1)?.isLast, true)
        assert.equal(parts.length, Math.max(1, Math.ceil(total / size)))
      }),
    )
  })

  it('Are at most as large as asked for when their memory has grown', async () => {
    const { parts } = await partsOf(
      300_000,
      Array.from({ length: 10 }, () => 65_536),
    )
    assert.deepEqual(
      parts.map(({ bytes }) => bytes.length),
      [300_000, 300_000, 55_360],
    )
  })
})
