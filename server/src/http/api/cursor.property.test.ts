import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { AppError } from '#domain/index.ts'
import { cursorPage, readCursor } from './cursor.ts'

describe('cursors', () => {
  it('A cursor decodes to the id that it encodes', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (last, next) => {
        const { meta } = cursorPage(readCursor({ limit: 1 }), [{ id: last }, { id: next }])
        assert.equal(readCursor({ cursor: meta.next_cursor ?? '' }).before, last)
      }),
    )
  })

  it('Any other text is refused with an issue at `cursor`', () => {
    fc.assert(
      fc.property(fc.string(), (cursor) => {
        assert.throws(
          () => readCursor({ cursor }),
          (error) => error instanceof AppError && error.details.issues?.[0]?.path === 'cursor',
        )
      }),
    )
  })

  it('A cursor with one changed or missing character is refused', () => {
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.nat(26),
        fc.constantFrom('', 'A', 'z', '0', '9', '-', '_', '=', '+', '/', ' '),
        (id, at, letter) => {
          const { meta } = cursorPage(readCursor({ limit: 1 }), [{ id }, { id }])
          const good = meta.next_cursor ?? ''
          const damaged = good.slice(0, at) + letter + good.slice(at + 1)
          fc.pre(damaged !== good)
          assert.throws(() => readCursor({ cursor: damaged }), AppError)
        },
      ),
    )
  })

  it('A cursor of an earlier version, which has no checksum, is accepted', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        const cursor = Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
        assert.equal(readCursor({ cursor }).before, id)
      }),
    )
  })
})

describe('cursor pages', () => {
  it('A page has the requested number of rows and says whether there are more', () => {
    fc.assert(
      fc.property(fc.array(fc.uuid(), { maxLength: 30 }), fc.integer({ min: 1, max: 200 }), (ids, limit) => {
        const request = readCursor({ limit })
        const rows = ids.map((id) => ({ id }))
        const { items, meta } = cursorPage(request, rows.slice(0, request.limit))
        assert.deepEqual(items, rows.slice(0, Math.min(limit, 100)))
        assert.equal(meta.has_more, ids.length > items.length)
        assert.equal(meta.next_cursor === null, !meta.has_more)
      }),
    )
  })
})
