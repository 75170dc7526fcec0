import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { AppError } from '#domain/index.ts'
import { PositionCursor } from './position-cursor.ts'

interface Position {
  readonly count: number
  readonly name: string
}

const cursor = new PositionCursor<Position>({
  write: ({ count, name }) => `${count} ${name}`,
  read(text) {
    const [, count, name] = /^(\d{1,15}) (.*)$/su.exec(text) ?? []
    return count === undefined || name === undefined ? undefined : { count: Number(count), name }
  },
})

const position = fc.record(
  { count: fc.nat(), name: fc.string({ unit: 'grapheme' }) },
  { noNullPrototype: true },
)

const encode = (at: Position) => cursor.meta(1, at).next_cursor ?? ''

describe('cursors of positions', () => {
  it('A cursor of a position decodes to the position that it encodes', () => {
    fc.assert(
      fc.property(position, (at) => {
        assert.deepEqual(cursor.read({ cursor: encode(at) }).after, at)
        assert.deepEqual(
          cursor.check({ cursor: encode(at) }, () => true),
          [],
        )
      }),
    )
  })

  it('A text that is no cursor of a position is refused with an issue at `cursor`', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        assert.equal(cursor.check({ cursor: text }, () => true)[0]?.path, 'cursor')
        assert.throws(
          () => cursor.read({ cursor: text }),
          (error) => error instanceof AppError && error.details.issues?.[0]?.path === 'cursor',
        )
      }),
    )
  })

  it('A cursor of a position with one changed or missing character is refused', () => {
    const letters = fc.constantFrom('', 'A', 'z', '0', '9', '-', '_', '=', '+', '/', ' ')
    fc.assert(
      fc.property(position, fc.nat(40), letters, (at, index, letter) => {
        const good = encode(at)
        const damaged = good.slice(0, index) + letter + good.slice(index + 1)
        fc.pre(damaged !== good)
        assert.throws(() => cursor.read({ cursor: damaged }), AppError)
      }),
    )
  })

  it('A page by position has the requested number of rows and says whether there are more', () => {
    fc.assert(
      fc.property(fc.array(position, { maxLength: 30 }), fc.integer({ min: 1, max: 200 }), (all, wanted) => {
        const { limit } = cursor.read({ limit: wanted })
        const rows = all.map((at) => ({ position: at }))
        const { items, meta } = cursor.page(limit, rows.slice(0, limit + 1))
        assert.deepEqual(items, rows.slice(0, Math.min(wanted, 100)))
        assert.equal(meta.has_more, all.length > items.length)
        const next = meta.next_cursor === null ? undefined : cursor.read({ cursor: meta.next_cursor }).after
        assert.deepEqual(next, meta.has_more ? items.at(-1)?.position : undefined)
      }),
    )
  })
})
