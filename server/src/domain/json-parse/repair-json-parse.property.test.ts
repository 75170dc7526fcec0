import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { exactParse } from './repair-json-parse.ts'

const parse = exactParse(JSON.parse)

/** Ways to write a name, with the name. */
const name = fc.constantFrom(
  ...[
    [String.raw`"\\"`, '\\'],
    [String.raw`"\u005c"`, '\\'],
    [String.raw`"\""`, '"'],
    [String.raw`"\/"`, '/'],
    ['"/"', '/'],
    [String.raw`"\n"`, '\n'],
    [String.raw`"\u000A"`, '\n'],
    [String.raw`"\u00e9"`, 'é'],
    ['"é"', 'é'],
    [String.raw`"\u0031"`, '1'],
    [String.raw`"a\"\\"`, 'a"\\'],
    ['"a"', 'a'],
    [String.raw`"caf\\"`, 'caf\\'],
    [String.raw`"caf\u00e9"`, 'café'],
    [String.raw`"caf\n"`, 'caf\n'],
    [String.raw`"\\u0"`, '\\u0'],
    [String.raw`"\u00e9t\u00e9"`, 'été'],
    [String.raw`"\ud83d\ude00"`, '😀'],
    [String.raw`"\ud83d"`, '\ud83d'],
    [String.raw`"\u007f"`, '\u007f'],
    ['"\ue000\ue001005c"', '\ue000\ue001005c'],
    [String.raw`"\n\ue001"`, '\n\ue001'],
    ['""', ''],
    ['"__proto__"', '__proto__'],
    ['"\ue000"', '\ue000'],
    ['"\ue000a"', '\ue000a'],
    [String.raw`"\ue000"`, '\ue000'],
    [String.raw`"\uE000\n"`, '\ue000\n'],
  ].map(([text, value]) => ({ text: text as string, value: value as string })),
)

interface Written {
  readonly text: string
  readonly value: unknown
}

const space = fc.constantFrom('', '', ' ', '\n\t')

const json = fc.letrec<{ value: Written }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(
      { text: '1', value: 1 },
      { text: String.raw`"\n"`, value: '\n' },
      { text: String.raw`"\"\\\":"`, value: '"\\":' },
      { text: '[]', value: [] },
    ),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => ({
      text: `[${items.map(({ text }) => text).join(',')}]`,
      value: items.map(({ value }) => value),
    })),
    fc.tuple(space, fc.array(fc.tuple(name, tie('value')), { maxLength: 5 })).map(([gap, members]) => {
      const value = {}
      for (const [{ value: key }, member] of members)
        Object.defineProperty(value, key, {
          value: member.value,
          configurable: true,
          enumerable: true,
          writable: true,
        })
      return {
        text: `{${members.map(([{ text }, member]) => `${text}${gap}:${gap}${member.text}`).join(',')}}`,
        value,
      }
    }),
  ),
}))

describe('JSON with names that contain escapes', () => {
  it('has the names that were written, whatever was parsed before', () => {
    fc.assert(
      fc.property(json.value, ({ text, value }) => {
        const parsed = parse(text)
        assert.deepStrictEqual(parsed, value)
        assert.equal(JSON.stringify(parsed), JSON.stringify(value))
      }),
      { numRuns: 5_000 },
    )
  })

  it('is refused like any other text that is not JSON', () => {
    const messageOf = (work: (text: string) => unknown, text: string): string => {
      try {
        work(text)
      } catch (error) {
        assert.ok(error instanceof SyntaxError)
        return error.message
      }
      assert.fail(`${text} was parsed`)
    }
    for (const text of [
      String.raw`{"\n":}`,
      String.raw`{"\n":1`,
      String.raw`{"\n":"`,
      String.raw`{"\x":1}`,
      String.raw`"\n":1`,
      String.raw`{"caf\u00e9": {"a\n": oops}}`,
    ])
      assert.equal(messageOf(parse, text), messageOf(JSON.parse, text))
  })
})
