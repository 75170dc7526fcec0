import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AccountId } from '#domain/index.ts'
import { readJournal } from './whole-journal.ts'

describe('reading a whole journal', () => {
  for (const count of [0, 1, 2, 3, 150]) {
    it(`reads ${count} pages in their order, some at a time, with turns of others in between`, async () => {
      const limits: number[] = []
      let turns = 0
      const next = () => {
        turns += 1
        immediate = setImmediate(next)
      }
      let immediate = setImmediate(next)
      const read = await readJournal(
        {
          async journal(_account, _id, after, limit = Infinity) {
            limits.push(limit)
            const from = after + 1
            const length = Math.max(0, Math.min(limit, count - from))
            return Array.from({ length }, (_, n) => ({ sequence: from + n, steps: [], logs: [] }))
          },
        },
        'account' as AccountId,
        'id',
      )
      clearImmediate(immediate)
      assert.deepEqual(
        read.map(({ sequence }) => sequence),
        Array.from({ length: count }, (_, n) => n),
      )
      assert.ok(Math.max(...limits) <= 64)
      assert.ok(turns >= limits.length, `${turns} turns for ${limits.length} reads`)
    })
  }
})
