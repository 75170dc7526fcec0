import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { encodeMessage, PREFIX_BYTES } from './encode-message.ts'
import { MessageDecoder } from './message-decoder.ts'

const limits = { headerBytes: 64, bodyBytes: 64 }

describe('message decoder', () => {
  it('The decoder returns every message regardless of how the bytes are split', () => {
    const message = fc.record({ text: fc.string({ maxLength: 8 }), body: fc.uint8Array({ maxLength: 64 }) })
    fc.assert(
      fc.property(fc.array(message), fc.infiniteStream(fc.integer({ min: 1, max: 40 })), (sent, cuts) => {
        const bytes = Buffer.concat(sent.map(({ text, body }) => encodeMessage({ text }, body)))
        const decoder = new MessageDecoder(limits)
        const received = []
        for (let at = 0; at < bytes.length;) {
          const cut = cuts.next().value
          received.push(...(decoder.push(bytes.subarray(at, at + cut)) ?? assert.fail('within the limits')))
          at += cut
        }
        const read = received.map(({ header, body }) => ({
          text: (JSON.parse(Buffer.from(header).toString()) as { text: string }).text,
          body: [...body],
        }))
        assert.deepEqual(
          read,
          sent.map(({ text, body }) => ({ text, body: [...body] })),
        )
      }),
    )
  })

  it('The decoder refuses a message as soon as its prefix exceeds the limits', () => {
    for (const [header, body] of [
      [65, 0],
      [0, 65],
      [0xffffffff, 0xffffffff],
    ] as const) {
      const prefix = Buffer.alloc(PREFIX_BYTES)
      prefix.writeUInt32LE(header, 0)
      prefix.writeUInt32LE(body, 4)
      assert.equal(new MessageDecoder(limits).push(prefix), undefined)
    }
  })
})
