import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { compileClearer, type WasmMemory } from './memory-clearer.ts'

declare const WebAssembly: { readonly Memory: new (size: { initial: number; maximum: number }) => WasmMemory }

const BLOCK_BYTES = 256
const PAGE_BYTES = 64 * 1024
const newClearer = compileClearer()

describe('clearing of memory', () => {
  it('Every byte of the range is zero afterwards, wherever something was, and no other byte has changed', () => {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 1 })
    const clear = newClearer(memory)
    const bytes = new Uint8Array(memory.buffer)
    const block = fc.nat(PAGE_BYTES / BLOCK_BYTES)
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(PAGE_BYTES - 1), fc.integer({ min: 1, max: 255 }))),
        block,
        block,
        (written, one, other) => {
          const [from, to] = [Math.min(one, other) * BLOCK_BYTES, Math.max(one, other) * BLOCK_BYTES]
          fc.pre(from < to)
          bytes.fill(0)
          for (const [at, value] of written) bytes[at] = value
          const expected = bytes.slice().fill(0, from, to)
          clear(from, to)
          assert.deepEqual(bytes, expected)
        },
      ),
    )
  })
})
