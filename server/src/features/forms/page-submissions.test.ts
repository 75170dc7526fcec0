import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AccountId, Submission } from '#domain/index.ts'
import { pageSubmissions } from './page-submissions.ts'
import { type ListSubmissions, submissionBatches } from './export/submission-batches.ts'

const MIB = 1024 * 1024

/** Submissions with ids from high to low, each with a text of this length. */
function storeOf(count: number, length: number): { list: ListSubmissions; limits: number[] } {
  const all = Array.from({ length: count }, (_, index): Submission => {
    const id = `00000000-0000-4000-8000-${String(count - index).padStart(12, '0')}`
    return {
      id,
      accountId: 'a' as AccountId,
      formId: 'f',
      formVersion: 1,
      data: { text: 'x'.repeat(length) },
      createdAt: 0,
    }
  })
  const limits: number[] = []
  return {
    limits,
    async list({ before, limit }) {
      limits.push(limit)
      return all.filter(({ id }) => before === undefined || id < before).slice(0, limit)
    },
  }
}

describe('batches of submissions', () => {
  it('Small submissions are read by hundreds, each once', async () => {
    const { list, limits } = storeOf(1_200, 10)
    const ids: string[] = []
    for await (const { submissions } of submissionBatches(list)) ids.push(...submissions.map(({ id }) => id))
    assert.equal(new Set(ids).size, 1_200)
    assert.equal(ids.length, 1_200)
    assert.deepEqual(limits, [8, 500, 500, 500])
  })

  it('Large submissions are read one by one after the first few', async () => {
    const { list, limits } = storeOf(12, MIB)
    for await (const { bytes } of submissionBatches(list)) assert.ok(bytes <= 9 * MIB)
    assert.deepEqual(limits, [8, 1, 1, 1, 1, 1])
  })

  it('A page of large submissions ends early, and its cursor leads to all of them', async () => {
    const { list } = storeOf(30, MIB)
    const seen: string[] = []
    let before: string | undefined
    for (let pages = 1; ; pages += 1) {
      const { items, meta } = await pageSubmissions(list, { before, limit: 101 })
      seen.push(...items.map(({ id }) => id))
      before = items.at(-1)?.id ?? before
      if (!meta.has_more) {
        assert.ok(pages > 1)
        break
      }
    }
    assert.equal(new Set(seen).size, 30)
    assert.equal(seen.length, 30)
  })

  it('A page of small submissions has as many as asked for', async () => {
    const { list } = storeOf(150, 100)
    const { items, meta } = await pageSubmissions(list, { before: undefined, limit: 101 })
    assert.equal(items.length, 100)
    assert.equal(meta.has_more, true)
  })
})
