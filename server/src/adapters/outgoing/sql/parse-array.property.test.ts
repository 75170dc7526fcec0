import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parseArray } from './parse-array.ts'

type Nested = string | null | Nested[]

const parseTexts = (text: string) => parseArray(text, (element) => element)

/** Quotes every text, or only those that PostgreSQL quotes. */
function write(value: Nested, quotesAll: boolean): string {
  if (value === null) return 'NULL'
  if (Array.isArray(value)) return `{${value.map((one) => write(one, quotesAll)).join(',')}}`
  const needsQuotes = quotesAll || value === '' || /[\s{}",\\]|^null$/i.test(value)
  return needsQuotes ? `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"` : value
}

const element = fc.option(
  fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[{}",\\ N]*$/), fc.constant('NULL')),
)
const array = fc
  .integer({ min: 1, max: 6 })
  .chain((dimensions) =>
    Array.from({ length: dimensions }).reduce<fc.Arbitrary<Nested>>(
      (inner) => fc.array(inner, { maxLength: 4 }),
      element,
    ),
  )

describe('arrays in the results of a PostgreSQL server', () => {
  it('What PostgreSQL writes for an array is read as that array', () => {
    fc.assert(
      fc.property(array, fc.boolean(), (value, quotesAll) => {
        assert.deepEqual(parseTexts(write(value, quotesAll)), value)
      }),
    )
  })

  it('Bounds before an array are left out', () => {
    assert.deepEqual(parseTexts('[0:1][-2:-2]={{a},{b}}'), [['a'], ['b']])
  })

  it('Any other text is refused or read as an array, and ends', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[{}",\\[\]=aNUL]*$/), (text) => {
        try {
          assert.ok(Array.isArray(parseTexts(text)))
        } catch (error) {
          assert.match(String(error), /an array in the result does not have the form/)
        }
      }),
    )
  })

  for (const text of [
    '',
    '{',
    '}',
    'a',
    '{a',
    '{"a',
    '{"a\\',
    '{a}}',
    '{a}b',
    '{{a}',
    '{"a"b}',
    '{,}',
    '[0:1]',
    '[',
  ])
    it(`The text ${JSON.stringify(text)} is no array`, () => {
      assert.throws(() => parseTexts(text), /an array in the result does not have the form/)
    })

  it('An array of more dimensions than PostgreSQL has is refused', () => {
    assert.deepEqual(parseTexts('{{{{{{a}}}}}}'), [[[[[['a']]]]]])
    assert.throws(() => parseTexts('{{{{{{{a}}}}}}}'), /an array in the result does not have the form/)
  })
})
