import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { ByteRedactor, redactBytes, redactStream } from './byte-redactor.ts'
import { encodingsOfSecrets, redactSecrets } from './redact-secrets.ts'

describe('redactBytes', () => {
  it('Secrets in binary data are redacted without changing other bytes', () => {
    const secret = 'pässword'
    const bytes = Buffer.concat([Buffer.from([0, 255, 200]), Buffer.from(secret), Buffer.from([128, 10])])
    assert.deepEqual([...redactBytes(bytes, [secret])], [0, 255, 200, 42, 42, 42, 128, 10])
    assert.deepEqual(redactBytes(bytes, ['other']), bytes)
    assert.deepEqual(redactBytes(bytes, []), bytes)
  })

  it('A secret is redacted in every encoding, as in a text', () => {
    const secrets = ['"/secret+&<\\', 'another one']
    for (const encoding of encodingsOfSecrets(secrets)) {
      const text = `before ${encoding} after`
      assert.equal(Buffer.from(redactBytes(Buffer.from(text), secrets)).toString(), 'before *** after')
      assert.ok(!redactSecrets(text, secrets).includes(encoding))
    }
  })

  it('Of secrets that overlap, everything is redacted', () => {
    const redacted = redactBytes(Buffer.from('..abcdefgh..efgh..'), ['abcdef', 'defgh', 'efgh'])
    assert.equal(Buffer.from(redacted).toString(), '..***..***..')
  })
})

describe('ByteRedactor', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 4, maxLength: 9 })
  const secrets = fc.array(word, { minLength: 1, maxLength: 3 })

  it('The result does not depend on the parts in which the bytes arrive', () => {
    fc.assert(
      fc.property(
        secrets,
        fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'c', '.'), maxLength: 30 }), { maxLength: 8 }),
        (all, parts) => {
          const redactor = new ByteRedactor(all)
          const passed = [...parts.map((part) => redactor.push(Buffer.from(part))), redactor.end()]
          const whole = Buffer.from(parts.join(''))
          assert.equal(Buffer.concat(passed).toString(), expected(whole, all))
        },
      ),
    )
  })

  it('Does not depend on memory that the sender uses again', async () => {
    const memory = Buffer.alloc(4)
    async function* parts() {
      for (const part of ['1234', 'secr', 'et!!', '5678']) {
        memory.write(part)
        yield memory
      }
    }
    let text = ''
    for await (const part of redactStream(parts(), ['secret'])) text += Buffer.from(part).toString()
    assert.equal(text, '1234***!!5678')
  })

  function expected(bytes: Buffer, all: readonly string[]): string {
    const encodings = encodingsOfSecrets(all)
    let text = ''
    let done = 0
    for (let at = 0; at < bytes.length; at++) {
      const longest = encodings.find((encoding) => bytes.subarray(at).indexOf(encoding) === 0) ?? ''
      if (longest !== '' && at >= done) text += '***'
      done = Math.max(done, at + longest.length)
      if (at >= done) text += bytes.toString('latin1', at, at + 1)
    }
    return text
  }
})
