import assert from 'node:assert/strict'
import { performance } from 'node:perf_hooks'
import { describe, it, mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { RequestTurns } from './request-turns.ts'

/** Requests that each take all of a slice, and the turns in which they were handled. */
class Workload {
  readonly turns = new RequestTurns()
  readonly perTurn: string[][] = [[]]
  #now = 0

  constructor() {
    mock.method(performance, 'now', () => this.#now)
  }

  ask(name: string, network = '', ms = 10): void {
    const work = () => {
      this.perTurn.at(-1)?.push(name)
      this.#now += ms
    }
    this.turns.enter(name.slice(0, 1), work, () => network)
  }

  /** Its work follows some promises that are resolved already. */
  askLater(name: string): void {
    this.turns.enter(name.slice(0, 1), () => {
      void (async () => {
        for (let reads = 0; reads < 10; reads += 1) await Promise.resolve()
        this.perTurn.at(-1)?.push(name)
        this.#now += 10
      })()
    })
  }

  async pass(): Promise<readonly string[]> {
    this.perTurn.push([])
    await turn()
    return this.perTurn.at(-1) ?? []
  }
}

describe('turns of requests', () => {
  it('Of many that arrive together, one is handled per turn once the slice is over', async () => {
    const load = new Workload()
    for (const name of ['a1', 'a2', 'a3']) load.ask(name)
    assert.deepEqual(load.perTurn, [['a1']])
    assert.deepEqual(await load.pass(), ['a2'])
    assert.deepEqual(await load.pass(), ['a3'])
    await load.pass()
    load.ask('a4')
    assert.deepEqual(load.perTurn.at(-1), ['a4'], 'nobody waits: it is handled at once')
  })

  it('A turn is shorter for those that have been waiting', async () => {
    const load = new Workload()
    for (let count = 1; count <= 9; count += 1) load.ask(`a${count}`, '', 2)
    assert.deepEqual(load.perTurn, [['a1', 'a2', 'a3', 'a4', 'a5']])
    assert.deepEqual(await load.pass(), ['a6', 'a7'])
    assert.deepEqual(await load.pass(), ['a8', 'a9'])
  })

  it('What a request does after reads that are complete at once counts as well', async () => {
    const load = new Workload()
    load.ask('a1')
    for (const name of ['a2', 'b1', 'a3']) load.askLater(name)
    assert.deepEqual(await load.pass(), ['a2'])
    assert.deepEqual(await load.pass(), ['b1'])
    assert.deepEqual(await load.pass(), ['a3'])
  })

  it('Owners take turns', async () => {
    const load = new Workload()
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1']) load.ask(name)
    const handled = []
    for (let count = 0; count < 5; count += 1) handled.push(...(await load.pass()))
    assert.deepEqual(handled, ['a2', 'b1', 'c1', 'a3', 'a4'])
  })

  it('Networks take turns within an owner', async () => {
    const load = new Workload()
    load.ask('b0')
    for (const name of ['n1', 'n2', 'n3']) load.ask(name, 'flooding')
    load.ask('n4', 'quiet')
    load.ask('c1')
    const handled = []
    for (let count = 0; count < 5; count += 1) handled.push(...(await load.pass()))
    assert.deepEqual(handled, ['n1', 'c1', 'n4', 'n2', 'n3'])
  })

  it('An owner keeps its order: a request does not overtake an earlier one', async () => {
    const load = new Workload()
    for (const name of ['b1', 'a1', 'a2']) load.ask(name)
    const later = new Promise<void>((resolve) => {
      load.turns.enter('a', () => {
        load.perTurn.at(-1)?.push('a3')
        resolve()
      })
    })
    await later
    assert.deepEqual(load.perTurn.flat(), ['b1', 'a1', 'a2', 'a3'])
  })
})
