import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { AppError } from '#domain/index.ts'
import { MAX_JSON_CONTAINERS, MAX_JSON_DEPTH, parseJson, parseJsonInParts } from './parse-json.ts'

const FORBIDDEN = ['__proto__']

describe('parseJson', () => {
  it('It returns what JSON.parse returns for every value within the limits', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), (text) => {
        const expected: unknown = JSON.parse(text)
        fc.pre(!hasForbiddenKey(expected))
        assert.deepEqual(parseJson(Buffer.from(text)), expected)
      }),
    )
  })

  it('In parts, it pauses for others: a long body more than once, unless nobody is there and it is parsed soon', () => {
    const pauses = (count: number, isAlone: boolean) => {
      const value = Array.from({ length: count }, (_, n) => ({ n, text: 'some text' }))
      const parsing = parseJsonInParts(Buffer.from(JSON.stringify(value)), isAlone)
      for (let paused = 0; ; paused += 1) {
        const turn = parsing.next()
        if (turn.done !== true) continue
        assert.deepEqual(turn.value, value)
        return paused
      }
    }
    assert.equal(pauses(10_000, true), 1)
    assert.ok(pauses(10_000, false) > 5)
    assert.ok(pauses(30_000, true) > 5)
  })

  it('Any bytes result in a value or a validation error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          parseJson(bytes)
        } catch (error) {
          assert.ok(error instanceof AppError && error.code === 'VALIDATION_ERROR')
        }
      }),
    )
  })

  it('A forbidden key is refused at any depth and in any spelling', () => {
    const spelling = fc
      .constantFrom(...FORBIDDEN)
      .chain((key) =>
        fc
          .array(fc.boolean(), { minLength: key.length, maxLength: key.length })
          .map((escapes) =>
            [...key].map((letter, at) => (escapes[at] === true ? escapeLetter(letter) : letter)).join(''),
          ),
      )
    fc.assert(
      fc.property(spelling, fc.nat(MAX_JSON_DEPTH - 2), fc.boolean(), (key, depth, inArrays) => {
        const [open, close] = inArrays ? ['[', ']'] : ['{"a":', '}']
        const text = `${open.repeat(depth)}{"${key}":1}${close.repeat(depth)}`
        assert.throws(() => parseJson(Buffer.from(text)), /not valid/)
      }),
    )
  })

  it('`constructor` and `prototype` are words like others, and reach no prototype', () => {
    const text = '{"constructor": {"prototype": {"polluted": true}}, "prototype": 1}'
    const value = parseJson(Buffer.from(text)) as Record<string, unknown>
    assert.equal(JSON.stringify(value), JSON.stringify(JSON.parse(text)))
    assert.deepEqual(Object.keys(value), ['constructor', 'prototype'])
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined)
  })

  it('Brackets inside strings do not count as nesting', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.string(), (depth, text) => {
        const leaf = JSON.stringify(`${text}[[{{"\\`)
        const body = Buffer.from('['.repeat(depth) + leaf + ']'.repeat(depth))
        if (depth <= MAX_JSON_DEPTH) parseJson(body)
        else assert.throws(() => parseJson(body), AppError)
      }),
    )
  })

  it('A body has a limited number of lists and objects', () => {
    const withLists = (count: number) => Buffer.from(`[${'[],'.repeat(count - 2)}{"[[[": "{{{"}]`)
    assert.equal((parseJson(withLists(MAX_JSON_CONTAINERS)) as unknown[]).length, MAX_JSON_CONTAINERS - 1)
    assert.throws(
      () => parseJson(withLists(MAX_JSON_CONTAINERS + 1)),
      (error: AppError) => JSON.stringify(error.details).includes('more than 100,000 lists and objects'),
    )
  })

  it('Long texts end where their closing quote is, however many quotes and backslashes they contain', () => {
    const part = fc.constantFrom('"', '\\', 'x', '[', '{', 'x'.repeat(70), '\\'.repeat(70), '"'.repeat(70))
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), fc.integer({ min: 1, max: 80 }), (parts, depth) => {
        const body = Buffer.from(`${'['.repeat(depth)}${JSON.stringify(parts.join(''))}${']'.repeat(depth)}`)
        if (depth <= MAX_JSON_DEPTH) parseJson(body)
        else assert.throws(() => parseJson(body), AppError)
      }),
    )
  })

  it('A number is refused exactly if it is beyond the range of doubles', () => {
    const digits = (maxLength: number) =>
      fc.array(fc.constantFrom('0', '1', '9'), { minLength: 1, maxLength }).map((all) => all.join(''))
    const number = fc
      .tuple(
        digits(320),
        fc.option(digits(320)),
        fc.option(fc.tuple(fc.constantFrom('', '+', '-'), digits(4))),
      )
      .map(([whole, fraction, exponent]) =>
        [`1${whole}`, fraction && `.${fraction}`, exponent && `e${exponent.join('')}`].join(''),
      )
    fc.assert(
      fc.property(number, fc.boolean(), (text, isInList) => {
        const body = Buffer.from(isInList ? `[1,${text}]` : `{"a":${text},"true":true}`)
        if (Number.isFinite(Number(text))) parseJson(body)
        else assert.throws(() => parseJson(body), AppError)
      }),
    )
  })
})

function escapeLetter(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function hasForbiddenKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, part]) => FORBIDDEN.includes(key) || hasForbiddenKey(part))
}
