import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decideItems, type FetchedItems } from './decide-items.ts'

const RULES = { firstPoll: 'take', maxItems: 2 } as const
const POLL = { cursor: 1, isPrimed: true, fruitlessPages: 0 }

const pageOf = (keys: readonly string[], changes: Partial<FetchedItems> = {}): FetchedItems => ({
  items: keys.map((key) => ({ key, item: { id: key } })),
  cursor: 2,
  hasMore: false,
  ...changes,
})

const NOTHING = new Set<string>()

describe('decideItems', () => {
  it('takes new items in their order, and moves the cursor when all of them are taken', () => {
    const decided = decideItems(POLL, pageOf(['a', 'b', 'c']), new Set(['b']), RULES)
    assert.deepEqual(decided.taken, [{ id: 'a' }, { id: 'c' }])
    assert.deepEqual([decided.added, decided.present], [['a', 'c'], ['b']])
    assert.deepEqual([decided.cursor, decided.isBehind], [2, false])
    const cutOff = decideItems(POLL, pageOf(['a', 'b', 'c']), NOTHING, RULES)
    assert.deepEqual([cutOff.added, cutOff.cursor, cutOff.isBehind], [['a', 'b'], 1, true])
  })

  it('does not follow a cursor that stays the same', () => {
    for (const cursor of [1, null]) {
      const decided = decideItems(POLL, pageOf(['a'], { cursor, hasMore: true }), NOTHING, RULES)
      assert.deepEqual([decided.cursor, decided.isBehind], [1, false])
    }
  })

  it('counts pages in a row that bring nothing new although there is more', () => {
    const more = { hasMore: true }
    const decide = (keys: readonly string[], changes: Partial<FetchedItems> = more) =>
      decideItems({ ...POLL, fruitlessPages: 7 }, pageOf(keys, changes), new Set(['a']), RULES)
    assert.deepEqual([decide(['a']).fruitlessPages, decide(['a']).isBehind], [8, true])
    assert.equal(decide([]).fruitlessPages, 8)
    assert.equal(decide(['a', 'b']).fruitlessPages, 0)
    assert.equal(decide(['a'], { hasMore: false }).fruitlessPages, 0)
    assert.equal(decide(['a'], { hasMore: true, cursor: 1 }).fruitlessPages, 0)
  })

  for (const firstPoll of ['skip', 'take'] as const) {
    it(`stops following a service that always has more, and counts as primed, with first_poll ${firstPoll}`, () => {
      let poll = { cursor: 0, isPrimed: false, fruitlessPages: 0 }
      let pages = 0
      for (let isBehind = true; isBehind; pages += 1) {
        assert.ok(pages < 1_000, 'it is followed for ever')
        const seen = new Set(pages === 0 ? [] : ['a'])
        const page = pageOf(['a'], { cursor: pages + 1, hasMore: true })
        const decided = decideItems(poll, page, seen, { firstPoll, maxItems: 10 })
        poll = { ...decided, cursor: decided.cursor as number }
        isBehind = decided.isBehind
      }
      assert.deepEqual([pages, poll.isPrimed, poll.cursor], [101, true, 101])
      const next = pageOf(['a'], { cursor: 'next', hasMore: true })
      const scheduled = decideItems(poll, next, new Set(['a']), { firstPoll, maxItems: 10 })
      assert.deepEqual([scheduled.isBehind, scheduled.cursor], [false, 'next'])
      const fruitful = decideItems(poll, next, NOTHING, { firstPoll, maxItems: 10 })
      assert.deepEqual([fruitful.taken, fruitful.isBehind], [[{ id: 'a' }], true])
    })
  }
})
