import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AccountId } from '#domain/index.ts'
import { ManualThread } from '../testing/manual-thread.ts'
import { Turns } from './turns.ts'

const BUSY = 'busy' as AccountId
const OTHER = 'other' as AccountId

/** A thread with runs on it, and the order in which their slices came. */
class Workload {
  readonly thread = new ManualThread()
  readonly turns = new Turns(this.thread)
  readonly slices: string[] = []
  turnCount = 0

  constructor() {
    this.thread.onTurn(() => (this.turnCount += 1))
  }

  /** Computes like a run: steps of `stepMs` until there are no more, with a pause whenever the slice is over. */
  async run(account: AccountId, steps: number, stepMs: number): Promise<void> {
    let left = steps
    /** Returns whether it has finished. */
    const compute = () => {
      this.turns.begin(account)
      this.slices.push(account)
      do {
        this.thread.compute(stepMs)
        left -= 1
      } while (left > 0 && !this.turns.isOver)
      this.turns.end()
      return left === 0
    }
    if (this.turns.isFreeFor(account) && compute()) return
    do await this.turns.next(account)
    while (!compute())
  }
}

describe('Turns of runs on the thread', () => {
  it('A run that fits into one slice ends within the turn in which it started', async () => {
    const workload = new Workload()
    await workload.run(BUSY, 9, 1)
    assert.deepEqual([workload.slices.length, workload.turnCount], [1, 0])
  })

  it('A long run yields to the event loop after a slice of 10 ms, and then after slices of 4 ms', async () => {
    const workload = new Workload()
    let served = 0
    const serve = () => {
      served += 1
      serving = setImmediate(serve)
    }
    let serving = setImmediate(serve)
    await workload.run(BUSY, 90, 1)
    clearImmediate(serving)
    assert.equal(workload.slices.length, 1 + 80 / 4)
    assert.ok(served >= 20, `${served}`)
  })

  it('All runs together compute for one slice per turn', async () => {
    const workload = new Workload()
    await Promise.all(Array.from({ length: 30 }, () => workload.run(BUSY, 1, 1)))
    assert.deepEqual([workload.slices.length, workload.turnCount], [30, 20 / 4])
  })

  it('One run of an account waits for at most one slice of another account that has a hundred', async () => {
    const workload = new Workload()
    const busy = Array.from({ length: 100 }, () => workload.run(BUSY, 50, 1))
    await Promise.all([...busy, workload.run(OTHER, 50, 1)])
    const own = workload.slices.flatMap((account, n) => (account === OTHER ? [n] : []))
    assert.equal(own.length, Math.ceil(50 / 4))
    for (const [n, at] of own.entries()) assert.ok(at - (own[n - 1] ?? -1) <= 2, own.join(' '))
  })

  it('An account that takes turns with another gets all its short runs into its own slices', async () => {
    const workload = new Workload()
    const busy = workload.run(BUSY, 1_000, 1)
    await Promise.all(Array.from({ length: 40 }, () => workload.run(OTHER, 1, 1)))
    const before = workload.slices.slice(0, workload.slices.lastIndexOf(OTHER) + 1)
    assert.ok(before.filter((account) => account === BUSY).length <= 1 + 40 / 4)
    await busy
  })

  it('A run that is let in and has nothing to do does not keep the others waiting', async () => {
    const { turns } = new Workload()
    const order: string[] = []
    await Promise.all([
      turns.next(BUSY).then(() => order.push('never begins')),
      turns.next(OTHER).then(() => order.push('comes next')),
    ])
    assert.deepEqual(order, ['never begins', 'comes next'])
  })

  it('After a long step its account rests for as long, and others go on meanwhile', async () => {
    const { thread, turns } = new Workload()
    turns.begin(BUSY)
    thread.compute(60)
    turns.end()
    const rested = thread.now() + 60
    const busy = turns.next(BUSY).then(() => thread.now())
    const other = turns.next(OTHER).then(() => thread.now())
    assert.ok((await other) < rested)
    assert.equal(turns.isFreeFor(BUSY), false)
    assert.ok(turns.isFreeFor(OTHER), 'whoever rests does not keep others waiting')
    assert.equal(await busy, rested)
  })

  it('What follows a slice is done at once, or in the next turn if the slice was used up', async () => {
    const workload = new Workload()
    const { thread, turns } = workload
    const turnAfter = async (ms: number) => {
      turns.begin(BUSY)
      thread.compute(ms)
      turns.end()
      return turns.afterSlice(BUSY, async () => workload.turnCount)
    }
    assert.equal(await turnAfter(9), 0)
    assert.ok((await turnAfter(12)) > 0)
  })

  it('An account gets its turn soon unless much waits before it', () => {
    const { turns } = new Workload()
    for (let runs = 0; runs < 8; runs += 1) {
      assert.equal(turns.comesSoonFor(BUSY), true)
      void turns.next(BUSY)
    }
    assert.deepEqual([turns.comesSoonFor(BUSY), turns.comesSoonFor(OTHER)], [false, true])
    for (const name of ['second', 'third', 'fourth']) void turns.next(name as AccountId)
    assert.equal(turns.comesSoonFor(OTHER), false)
  })

  it('Work that follows a slice lets in nobody else: the slice has done that', async () => {
    const { thread, turns } = new Workload()
    const compute = (ms: number) => {
      turns.begin(BUSY)
      thread.compute(ms)
      turns.end()
    }
    compute(10)
    let letIn = 0
    const waiting = Array.from({ length: 3 }, () => turns.next(BUSY).then(() => (letIn += 1)))
    await waiting[0]
    compute(1)
    await turns.afterSlice(BUSY, async () => undefined)
    assert.equal(letIn, 2)
  })

  it('After long work that follows a slice its account rests, and others do not', async () => {
    const workload = new Workload()
    const { thread, turns } = workload
    const endOf = (account: typeof BUSY, ms: number) =>
      turns.afterSlice(account, async () => {
        thread.compute(ms)
        return thread.now()
      })
    const first = await endOf(BUSY, 30)
    const again = endOf(BUSY, 1)
    assert.ok((await endOf(OTHER, 1)) < first + 30)
    assert.ok((await again) >= first + 30)
  })

  it('Work of few characters that takes long is done in slices', async () => {
    const workload = new Workload()
    const { thread, turns } = workload
    function* work(): Generator<number, string> {
      for (let part = 0; part < 10; part += 1) {
        thread.compute(20)
        yield 50
      }
      return 'done'
    }
    assert.equal(await turns.compute(BUSY, work()), 'done')
    assert.ok(workload.turnCount >= 9, `${workload.turnCount}`)
  })

  it('Long work is done in slices, and little work at once', async () => {
    const workload = new Workload()
    const { thread, turns } = workload
    function* work(parts: number): Generator<number, string> {
      for (let part = 0; part < parts; part += 1) {
        thread.compute(1)
        yield 1_000
      }
      return 'done'
    }
    assert.equal(await turns.compute(BUSY, work(8)), 'done')
    assert.equal(workload.turnCount, 0)
    assert.equal(await turns.compute(BUSY, work(100)), 'done')
    assert.ok(workload.turnCount >= 9, `${workload.turnCount}`)
  })
})
