import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { beginningOfString, JsonScanner, lengthOfString, type Paused } from './json-scanner.ts'
import { readPointer, sliceJson } from './slice-json.ts'

function finish<T>(work: Paused<T>): T {
  for (;;) {
    const turn = work.next()
    if (turn.done === true) return turn.value
  }
}

const toPointer = (path: readonly string[]) =>
  path.map((token) => `/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

describe('sliceJson', () => {
  it('Every value of a document is found by its pointer, with its type, size and number of entries', () => {
    fc.assert(
      fc.property(fc.json(), (document) => {
        const visit = (value: unknown, path: readonly string[]): void => {
          const pointer = readPointer(toPointer(path)) ?? assert.fail('not a pointer')
          const slice = finish(sliceJson(text, { path: pointer, offset: 0, limit: 1_000 }))
          assert.deepEqual(slice?.value, value)
          assert.equal(slice?.is_whole, true)
          assert.equal(slice?.size, JSON.stringify(value).length)
          if (typeof value === 'string') assert.equal(slice?.length, value.length)
          if (typeof value !== 'object' || value === null) return
          const entries = Object.entries(value)
          assert.equal(slice?.length, entries.length)
          assert.deepEqual(
            slice?.entries.map((entry) => [String(entry.key), entry.value]),
            entries,
          )
          for (const [key, member] of entries) visit(member, [...path, key])
        }
        const value: unknown = JSON.parse(document)
        const text = JSON.stringify(value)
        fc.pre(text.length <= 2_048)
        visit(value, [])
      }),
    )
  })

  it('Offset and limit select entries, whatever is before and after them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue()),
        fc.nat(20),
        fc.integer({ min: 1, max: 20 }),
        (list, offset, limit) => {
          const value: unknown = JSON.parse(JSON.stringify({ before: ['}]"'], list }))
          const text = JSON.stringify(value)
          const slice = finish(sliceJson(text, { path: ['list'], offset, limit }))
          const { list: wanted } = value as { list: unknown[] }
          assert.equal(slice?.length, wanted.length)
          assert.deepEqual(
            slice?.entries.map(({ key }) => key),
            [...wanted.keys()].slice(offset, offset + limit),
          )
        },
      ),
    )
  })

  it('A long document is scanned with pauses', () => {
    const text = JSON.stringify(
      Array.from({ length: 50_000 }, (_, index) => ({ index, text: 'x'.repeat(40) })),
    )
    let pauses = 0
    const work = sliceJson(text, { path: [], offset: 49_999, limit: 5 })
    let turn = work.next()
    for (; turn.done !== true; turn = work.next()) pauses += 1
    assert.ok(pauses >= Math.floor(text.length / (256 * 1024)) - 1, `${pauses} pauses`)
    assert.deepEqual(
      turn.value?.entries.map(({ key }) => key),
      [49_999],
    )
  })
})

describe('strings in JSON texts', () => {
  it('The length and the beginning of a string are those of the string itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(30), (value, limit) => {
        const text = JSON.stringify(value)
        assert.equal(lengthOfString(text), value.length)
        assert.equal(beginningOfString(text, limit), value.slice(0, limit))
        const range = finish(new JsonScanner(`[${text},1]`).range(1))
        assert.equal(range.end, 1 + text.length)
      }),
    )
  })
})
