import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { formatDate } from './format-date.ts'
import { readInPattern } from './parse-pattern.ts'

/** The same fields as a regular expression, which takes exponential time for some patterns. */
const expressions: Readonly<Record<string, string>> = {
  yyyy: '\\d{4}',
  yy: '\\d{2}',
  y: '\\d{1,4}',
  MM: '\\d{2}',
  M: '\\d{1,2}',
  dd: '\\d{2}',
  d: '\\d{1,2}',
  HH: '\\d{2}',
  H: '\\d{1,2}',
  mm: '\\d{2}',
  m: '\\d{1,2}',
  s: '\\d{1,2}',
  SSS: '\\d{3}',
  a: '[ap]\\.?m\\.?',
  XXX: '(?:z|[+-]\\d{2}:?\\d{2})',
  EEE: '\\p{L}+\\.?',
}
const kinds = [
  ['yyyy', 'yy', 'y'],
  ['MM', 'M'],
  ['dd', 'd'],
  ['HH', 'H'],
  ['mm', 'm'],
  ['s'],
  ['SSS'],
  ['a'],
  ['XXX'],
  ['EEE'],
  ['EEE'],
] as const

const literal = fc.constantFrom('', '', ' ', '.', '-', ': ', "'", 'at', 'ß (1)', '😀')
const field = fc
  .integer({ min: 0, max: kinds.length - 1 })
  .chain((kind) => fc.record({ kind: fc.constant(kind), token: fc.constantFrom(...(kinds[kind] ?? ['d'])) }))
const parts = fc.uniqueArray(fc.record({ field, after: literal }), {
  selector: ({ field: { kind } }) => kind,
  minLength: 1,
  maxLength: 8,
})
/** Texts that nearly match: with other cases, white space and characters. */
const change = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => ` ${text}\n`,
  (text) => text.replace(/\d/, ''),
  (text) => text.replace(/\d/, '12'),
  (text) => text.replace(/M$/, '.m.'),
  (text) => text.replace(/\p{L}+/u, '$&.'),
  (text) => `${text}x`,
)

const quote = (text: string): string => (text === '' ? '' : `'${text.replaceAll("'", "''")}'`)
const escape = (text: string): string => text.replaceAll(/[.()]/g, String.raw`\$&`)
const readUtc = (text: string, pattern: string) =>
  readInPattern(text, pattern, { zone: 'UTC', locale: 'en-US' })

describe('dates in patterns', () => {
  it('The fields of a text are those that a regular expression for the pattern finds', () => {
    fc.assert(
      fc.property(
        parts,
        fc.integer({ min: Date.UTC(1000, 0, 1), max: Date.UTC(9000, 0, 1) }),
        change,
        (list, ms, alter) => {
          const tokens = list.map((part) => part.field.token)
          const pattern = list.map((part, index) => `${tokens[index]}${quote(part.after)}`).join('')
          const source = list
            .map((part, index) => `(${expressions[tokens[index] ?? '']})${escape(part.after)}`)
            .join('')
          const formatted = formatDate(ms, pattern, 'UTC', 'en-US')
          // Two fields of the same letter beside each other are none.
          fc.pre(formatted.ok)
          const text = alter(formatted.text)
          const found = new RegExp(String.raw`^\s*${source}\s*$`, 'iu').exec(text)
          // With a sign between them, there is one way to read the fields.
          const expected =
            found === null ? { ok: false } : readUtc(found.slice(1).join('|'), tokens.join("'|'"))
          assert.deepEqual(readUtc(text, pattern), expected, `${pattern}: ${text}`)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('A pattern that reads nothing of a date reads no text', () => {
    assert.deepEqual(readUtc('yy', "'yy'"), { ok: false })
    assert.deepEqual(readUtc('1.', '1.'), { ok: false })
    assert.deepEqual(readUtc('Monday', 'EEEE'), { ok: false })
    assert.deepEqual(readUtc('', ''), { ok: false })
    assert.deepEqual(readUtc('yy', "'yy' w"), { ok: false, unknown: 'w' })
  })

  it('A pattern with many ways to read a text takes no longer than others', () => {
    // Centuries as a regular expression.
    assert.deepEqual(readUtc(`${'a'.repeat(399)}!`, `${"EEE'a'".repeat(32)} d`), { ok: false })
    const read = readUtc(`${'a'.repeat(397)} 7`, `${"EEE'a'".repeat(32)} d`)
    assert.deepEqual(read, { ok: true, ms: Date.UTC(1970, 0, 7) })
  })
})
