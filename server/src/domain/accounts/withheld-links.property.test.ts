import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { SCOPE_PRESETS, SCOPES } from '@millrace/contract/scopes.ts'
import { WITHHELD, withholdInChunks, withholdsLinks } from './withheld-links.ts'

const hex = (length: number) =>
  fc.string({ minLength: length, maxLength: length, unit: fc.constantFrom(...'0123456789abcdef'.split('')) })
const secret = (length: number) =>
  fc.string({ minLength: length, maxLength: length, unit: fc.constantFrom(...'abcXYZ019-_'.split('')) })
const uuid = fc.tuple(hex(8), hex(4), hex(4), hex(4), hex(12)).map((fields) => fields.join('-'))
const token = fc.tuple(fc.constantFrom('a', 'c'), uuid, uuid, secret(43)).map((fields) => fields.join('.'))
const link = token.map((text) => `https://millrace.example/resume/${text}`)
const address = fc
  .tuple(fc.constantFrom('/hooks/', '/hooks/test/', '%2Fhooks%2F', '%2Fhooks%2Ftest%2F'), secret(32))
  .map(([path, key]) => ({ text: `https://millrace.example${path}${key}`, key }))
const around = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'ab.-/%_12hooks'.split('')) }))

function withholdFor(scopes: readonly (typeof SCOPES)[number][]): (text: string) => string {
  return withholdsLinks(scopes) ?? assert.fail('nothing is withheld')
}

async function* split(text: string, sizes: readonly number[]): AsyncGenerator<string> {
  let at = 0
  for (const size of sizes) {
    yield text.slice(at, at + size)
    at += size
  }
  yield text.slice(at)
}

describe('withholdsLinks', () => {
  it('Whoever may do both sees everything', () => {
    assert.equal(withholdsLinks(SCOPES), undefined)
    assert.equal(withholdsLinks(['executions:write', 'workflows:execute']), undefined)
  })

  it('Links and addresses disappear from any text around them, in answers and in streams', async () => {
    const withhold = withholdFor(SCOPE_PRESETS.read_only)
    await fc.assert(
      fc.asyncProperty(
        around,
        link,
        around,
        address,
        fc.array(fc.integer({ min: 0, max: 90 }), { maxLength: 12 }),
        async (before, secretLink, between, { text: url, key }, sizes) => {
          const text = `${before}"${secretLink}?decision=approve"${between} ${url}`
          const shown = withhold(text)
          const digest = secretLink.slice(-43)
          assert.equal(shown.includes(digest) || shown.includes(key), false, shown)
          assert.equal(shown.split(WITHHELD).length, 3)
          let streamed = ''
          for await (const chunk of withholdInChunks(split(text, sizes), withhold)) streamed += chunk
          assert.equal(streamed, shown)
        },
      ),
    )
  })

  it('Links and addresses disappear from base64 at every position, in answers and in streams', async () => {
    const withhold = withholdFor(SCOPE_PRESETS.read_only)
    await fc.assert(
      fc.asyncProperty(
        around,
        fc.oneof(
          link,
          address.map(({ text }) => text),
        ),
        around,
        fc.constantFrom('base64' as const, 'base64url' as const),
        fc.array(fc.integer({ min: 0, max: 90 }), { maxLength: 12 }),
        async (before, secretLink, after, alphabet, sizes) => {
          const text = `"${Buffer.from(`${before} ${secretLink}" ${after}`).toString(alphabet)}"`
          const shown = withhold(text)
          const [, rest, ...more] = shown.slice(0, -1).split(WITHHELD)
          assert.ok(rest !== undefined && more.length === 0, shown)
          // What follows the link is left, and nothing of the link itself.
          assert.ok(Buffer.from(rest, 'base64').length <= Buffer.from(`" ${after}`).length, shown)
          let streamed = ''
          for await (const chunk of withholdInChunks(split(text, sizes), withhold)) streamed += chunk
          assert.equal(streamed, shown)
        },
      ),
    )
  })

  it('A key that may execute sees addresses, and no links', () => {
    const withhold = withholdFor(SCOPE_PRESETS.execute_only)
    fc.assert(
      fc.property(link, address, (secretLink, { text: url }) => {
        assert.equal(withhold(`${url} ${secretLink}`), `${url} https://millrace.example/resume/${WITHHELD}`)
      }),
    )
  })

  it('Other text stays as it is', () => {
    const withhold = withholdFor(SCOPE_PRESETS.read_only)
    fc.assert(
      fc.property(fc.json(), fc.uuid(), (text, id) => {
        assert.equal(withhold(text), text)
        const own = `/v1/executions/${id} /hooks/short a.${id}.${id}`
        assert.equal(withhold(own), own)
      }),
    )
  })

  it('A stream is not held up after the end of a line', async () => {
    const withhold = withholdFor(SCOPE_PRESETS.read_only)
    const stream = withholdInChunks(split('data: {"a":1}\n\ndata: 2\n\n', [15]), withhold)
    assert.equal((await stream.next()).value, 'data: {"a":1}\n\n')
  })
})
