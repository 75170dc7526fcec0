import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Batch } from './batch.ts'

interface Run {
  readonly items: readonly number[]
  finish(): void
  fail(error: Error): void
}

/** A batch whose runs are completed by the test. */
function makeBatch(limits: { maxItems: number; maxInFlight: number; maxSize?: number }) {
  const runs: Run[] = []
  const batch = new Batch<number, string>({
    ...limits,
    sizeOf: (item) => item,
    ownerOf: (item) => (item < 100 ? 'one' : 'another'),
    run: (items) =>
      new Promise((resolve, reject) => {
        runs.push({ items, finish: () => resolve(items.map((item) => `done ${item}`)), fail: reject })
      }),
  })
  return { batch, runs }
}

const nextTurn = () => new Promise(setImmediate)

describe('Batch', () => {
  it('a batch combines the items of one turn of the event loop and resolves each with its own result', async () => {
    const { batch, runs } = makeBatch({ maxItems: 10, maxInFlight: 1 })
    const results = Promise.all([batch.add(1), batch.add(2), batch.add(3)])
    await nextTurn()
    assert.deepEqual(
      runs.map(({ items }) => items),
      [[1, 2, 3]],
    )
    runs[0]?.finish()
    assert.deepEqual(await results, ['done 1', 'done 2', 'done 3'])
  })

  it('a batch respects its size and concurrency limits and runs waiting items next', async () => {
    const { batch, runs } = makeBatch({ maxItems: 2, maxInFlight: 2 })
    const results = Promise.all([1, 2, 3, 4, 5, 6, 7].map((item) => batch.add(item)))
    for (let turn = 0; turn < 5; turn += 1) await nextTurn()
    assert.deepEqual(
      runs.map(({ items }) => items),
      [
        [1, 2],
        [3, 4],
      ],
    )
    runs[1]?.finish()
    for (let turn = 0; turn < 5; turn += 1) await nextTurn()
    assert.deepEqual(runs[2]?.items, [5, 6])
    runs[0]?.finish()
    runs[2].finish()
    for (let turn = 0; turn < 5; turn += 1) await nextTurn()
    assert.deepEqual(runs[3]?.items, [7])
    runs[3].finish()
    assert.equal((await results).length, 7)
  })

  it('a batch is complete when it has its size', async () => {
    const { batch, runs } = makeBatch({ maxItems: 10, maxInFlight: 3, maxSize: 5 })
    for (const item of [2, 3, 9, 1]) void batch.add(item)
    for (let turn = 0; turn < 5; turn += 1) await nextTurn()
    assert.deepEqual(
      runs.map(({ items }) => items),
      [[2, 3], [9], [1]],
    )
  })

  it('owners take turns, each in its own order', async () => {
    const { batch, runs } = makeBatch({ maxItems: 3, maxInFlight: 2 })
    for (const item of [1, 2, 3, 4, 100, 5]) void batch.add(item)
    for (let turn = 0; turn < 5; turn += 1) await nextTurn()
    assert.deepEqual(
      runs.map(({ items }) => items),
      [
        [1, 100, 2],
        [3, 4, 5],
      ],
    )
  })

  it('a batch that fails is retried item by item, so that an invalid item fails only its own caller', async () => {
    const seen: number[][] = []
    const batch = new Batch<number, string>({
      maxItems: 10,
      maxInFlight: 1,
      ownerOf: () => '',
      async run(items) {
        seen.push([...items])
        if (items.includes(2)) throw new Error('2 is invalid')
        return items.map((item) => `done ${item}`)
      },
    })
    const outcomes = await Promise.allSettled([batch.add(1), batch.add(2), batch.add(3)])
    assert.deepEqual(
      outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : String(outcome.reason))),
      ['done 1', 'Error: 2 is invalid', 'done 3'],
    )
    assert.deepEqual(seen, [[1, 2, 3], [1], [2], [3]])
    assert.equal(await batch.add(4), 'done 4')
  })
})
