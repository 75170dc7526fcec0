import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { repairJsonParse } from '#domain/json-parse/repair-json-parse.ts'
import { parseInParts } from './parse-in-parts.ts'

repairJsonParse()

function parse(text: string, partLength: number): { value: unknown; pauses: number } {
  const work = parseInParts(text, partLength)
  for (let pauses = 0; ; pauses += 1) {
    const { done, value } = work.next()
    if (done === true) return { value, pauses }
  }
}

const spaces = fc.constantFrom('', '', '', ' ', '\n', '\t \r')

/** JSON with white space in it, also with names that occur twice. */
const json = fc.letrec<{ value: string; text: string; name: string }>((tie) => ({
  name: fc.oneof(
    fc.string().map((text) => JSON.stringify(text)),
    fc.stringMatching(/^[a-z ,:[\]{}]{0,8}$/).map((text) => JSON.stringify(text)),
    fc.constantFrom('"__proto__"', '"a"', '"a"', '"1"'),
    fc.constantFrom(
      String.raw`"\u005f_proto__"`,
      String.raw`"x\"y"`,
      String.raw`"\\"`,
      String.raw`"\n"`,
      String.raw`"\u00e9"`,
    ),
  ),
  text: fc.oneof(
    fc.string().map((text) => JSON.stringify(text)),
    fc.constantFrom(String.raw`"\""`, String.raw`"\\"`, String.raw`"]\\\"}"`),
  ),
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom('1', 'null', 'true', '-1.5e3', '[]', '{}', '[ ]', '{\n}'),
    tie('text'),
    fc
      .tuple(spaces, fc.array(tie('value'), { maxLength: 6 }))
      .map(([space, items]) => `[${space}${items.join(`${space},`)}${space}]`),
    fc
      .tuple(spaces, fc.array(fc.tuple(tie('name'), tie('value')), { maxLength: 6 }))
      .map(([space, members]) => {
        const texts = members.map(([name, value]) => `${name}${space}:${space}${value}`)
        return `{${space}${texts.join(`,${space}`)}${space}}`
      }),
  ),
}))

describe('JSON that is parsed in parts', () => {
  it('It has the same value as if it were parsed at once, with members in the same order', () => {
    fc.assert(
      fc.property(json.value, fc.integer({ min: 1, max: 40 }), (text, partLength) => {
        const expected: unknown = JSON.parse(text)
        const { value } = parse(text, partLength)
        assert.deepStrictEqual(value, expected)
        assert.equal(JSON.stringify(value), JSON.stringify(expected))
      }),
      { numRuns: 2_000 },
    )
  })

  it('What is not JSON is refused', () => {
    const change = fc.tuple(
      fc.nat(),
      fc.constantFrom('', ',', ']', '}', '[', '{', '"', ':', '1', '\u00a0', '\\'),
    )
    fc.assert(
      fc.property(
        json.value,
        change,
        fc.integer({ min: 1, max: 20 }),
        (valid, [position, added], partLength) => {
          const at = position % (valid.length + 1)
          const text = `${valid.slice(0, at)}${added}${valid.slice(at + (added === '' ? 1 : 0))}`
          let expected: unknown
          try {
            expected = JSON.parse(text)
          } catch {
            assert.throws(() => parse(text, partLength), SyntaxError, text)
            return
          }
          assert.equal(JSON.stringify(parse(text, partLength).value), JSON.stringify(expected))
        },
      ),
      { numRuns: 3_000 },
    )
  })

  it('A long text is parsed with pauses, whether it is wide or deep', () => {
    const wide = JSON.stringify({
      a: Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`k${n}`, n])),
    })
    const deep = `[${Array.from({ length: 2_000 }, () => `${'['.repeat(60)}${']'.repeat(60)}`).join(',')}]`
    for (const text of [wide, deep]) {
      const { value, pauses } = parse(text, 10_000)
      assert.deepEqual(value, JSON.parse(text))
      assert.ok(pauses >= 10, `${pauses} pauses`)
    }
  })
})
