import assert from 'node:assert/strict'
import { performance } from 'node:perf_hooks'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { ReadSlots } from './read-slots.ts'

const SHORT = 1_000
const LONG = 1_000_000

/** Reads that the test ends. */
class Reads {
  readonly slots = new ReadSlots()
  readonly begun: string[] = []

  async ask(name: string): Promise<void> {
    await this.slots.enter(accountOf(name))
    this.begun.push(name)
  }

  /** The reads that begin after this one has ended. */
  async end(name: string, length: number): Promise<readonly string[]> {
    const before = this.begun.length
    this.slots.leave(accountOf(name), length)
    await turn()
    return this.begun.slice(before)
  }
}

function accountOf(name: string): string {
  return name.slice(0, 1)
}

describe('slots of reads', () => {
  it('An account has four reads in progress; further ones wait for the end of one, and others do not wait', async () => {
    const reads = new Reads()
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1']) void reads.ask(name)
    await turn()
    assert.deepEqual(reads.begun, ['a1', 'a2', 'a3', 'a4', 'b1'])
    assert.deepEqual(await reads.end('a2', SHORT), ['a5'])
    assert.deepEqual(await reads.end('b1', SHORT), [])
    assert.deepEqual(await reads.end('a1', SHORT), ['a6'])
  })

  it('After a long answer, the account has one read in progress for a second', async ({ mock }) => {
    let now = 5_000
    mock.method(performance, 'now', () => now)
    const reads = new Reads()
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'b1']) void reads.ask(name)
    await turn()
    assert.deepEqual(await reads.end('a1', LONG), [])
    assert.deepEqual(await reads.end('a2', SHORT), [])
    assert.deepEqual(await reads.end('a3', SHORT), [])
    assert.deepEqual(await reads.end('a4', SHORT), ['a5'])
    assert.deepEqual(await reads.end('a5', SHORT), ['a6'])
    now += 1_000
    void reads.ask('a8')
    assert.deepEqual(await reads.end('a6', SHORT), ['a7', 'a8'])
  })
})
