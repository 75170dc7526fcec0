import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Batch } from './batch.ts'

interface Run {
  readonly items: readonly number[]
  finish(): void
  fail(error: Error): void
}

/** A batch whose runs are ended by the test. */
function makeBatch(limits: { maxItems: number; maxInFlight: number }) {
  const runs: Run[] = []
  const batch = new Batch<number, string>({
    ...limits,
    run: (items) =>
      new Promise((resolve, reject) => {
        runs.push({ items, finish: () => resolve(items.map((item) => `did ${item}`)), fail: reject })
      }),
  })
  return { batch, runs }
}

const nextTurn = () => new Promise(setImmediate)

describe('a batch', () => {
  it('does what is asked for in one turn of the event loop at once, and answers each for itself', async () => {
    const { batch, runs } = makeBatch({ maxItems: 10, maxInFlight: 1 })
    const answers = Promise.all([batch.add(1), batch.add(2), batch.add(3)])
    await nextTurn()
    assert.deepEqual(
      runs.map(({ items }) => items),
      [[1, 2, 3]],
    )
    runs[0]?.finish()
    assert.deepEqual(await answers, ['did 1', 'did 2', 'did 3'])
  })

  it('keeps its limits of size and of runs at the same time, and makes what waited the next run', async () => {
    const { batch, runs } = makeBatch({ maxItems: 2, maxInFlight: 2 })
    const answers = Promise.all([1, 2, 3, 4, 5, 6, 7].map((item) => batch.add(item)))
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
    assert.equal((await answers).length, 7)
  })

  it('tries each alone when a run fails, so that a bad one fails its own caller only', async () => {
    const seen: number[][] = []
    const batch = new Batch<number, string>({
      maxItems: 10,
      maxInFlight: 1,
      async run(items) {
        seen.push([...items])
        if (items.includes(2)) throw new Error('2 is bad')
        return items.map((item) => `did ${item}`)
      },
    })
    const outcomes = await Promise.allSettled([batch.add(1), batch.add(2), batch.add(3)])
    assert.deepEqual(
      outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : String(outcome.reason))),
      ['did 1', 'Error: 2 is bad', 'did 3'],
    )
    assert.deepEqual(seen, [[1, 2, 3], [1], [2], [3]])
    assert.equal(await batch.add(4), 'did 4')
  })
})
