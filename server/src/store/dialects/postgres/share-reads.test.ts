import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { shareReads } from './share-reads.ts'

describe('Shared reads', () => {
  let started: { key: string; end(value: string): void; fail(error: Error): void }[]
  let find: (key: string) => Promise<string>

  beforeEach(() => {
    started = []
    find = shareReads((key) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      started.push({ key, end: resolve, fail: reject })
      return promise
    })
  })
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
  const read = (n: number) => started[n] ?? assert.fail(`read ${n} was not started`)

  it('A caller does not get the result of a read that started before it came', async () => {
    const first = find('a')
    const second = find('a')
    assert.equal(started.length, 1)
    read(0).end('old')
    assert.equal(await first, 'old')
    await turn()
    read(1).end('new')
    assert.equal(await second, 'new')
  })

  it('All callers that come during a read share the next one', async () => {
    const first = find('a')
    const others = [find('a'), find('a'), find('a')]
    read(0).end('old')
    await first
    await turn()
    assert.equal(started.length, 2)
    const last = find('a')
    read(1).end('new')
    assert.deepEqual(await Promise.all(others), ['new', 'new', 'new'])
    await turn()
    read(2).end('newest')
    assert.equal(await last, 'newest')
  })

  it('A read that fails rejects those who wait for it, and the next one starts', async () => {
    const first = find('a')
    const second = find('a')
    read(0).fail(new Error('no connection'))
    await assert.rejects(first, /no connection/)
    await turn()
    read(1).end('value')
    assert.equal(await second, 'value')
  })

  it('Reads of different keys do not wait for each other, and a key without callers starts at once', async () => {
    const [a, b] = [find('a'), find('b')]
    assert.deepEqual(
      started.map(({ key }) => key),
      ['a', 'b'],
    )
    read(1).end('b')
    assert.equal(await b, 'b')
    read(0).end('a')
    assert.equal(await a, 'a')
    await turn()
    const again = find('a')
    assert.equal(started.length, 3)
    read(2).end('again')
    assert.equal(await again, 'again')
  })
})
