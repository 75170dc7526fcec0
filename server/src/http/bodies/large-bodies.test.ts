import assert from 'node:assert/strict'
import { performance } from 'node:perf_hooks'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { isLarge, LargeBodies } from './large-bodies.ts'

const LARGE = 64 * 1024

/** The time that work takes passes only here: a pause of the process is no work. */
let now = 0

/** Parses in as many parts, each for so long, and notes what was done. */
function* parsing(note: (what: string) => void, name: string, { parts = 1, ms = 0 } = {}) {
  for (let part = 1; part <= parts; part += 1) {
    now += ms
    note(`${name} parsed`)
    if (part < parts) yield
  }
  return () => note(`${name} handled`)
}

const turns = async () => {
  for (let n = 0; n < 12; n += 1) await turn()
}

describe('large bodies', () => {
  beforeEach(() => {
    now = 0
    mock.method(performance, 'now', () => now)
  })
  afterEach(() => mock.restoreAll())

  it('A body is large from 64 KiB on', () => {
    assert.deepEqual([isLarge(LARGE - 1), isLarge(LARGE)], [false, true])
  })

  it('Of several large bodies, one part of one body is done in each turn', async () => {
    const bodies = new LargeBodies()
    const perTurn: string[][] = [[]]
    const note = (what: string) => void perTurn.at(-1)?.push(what)
    for (const name of ['first', 'second', 'third']) bodies.take('a', () => parsing(note, name))
    assert.equal(perTurn.flat().length, 0, 'nothing is done in the turn in which a body arrives')
    while (!perTurn.flat().includes('third handled')) {
      await turn()
      perTurn.push([])
    }
    assert.deepEqual(perTurn.flat(), [
      'first parsed',
      'first handled',
      'second parsed',
      'second handled',
      'third parsed',
      'third handled',
    ])
    assert.ok(perTurn.every((parts) => parts.length <= 1))
  })

  it('It is idle when the last of them has been passed on', async () => {
    const bodies = new LargeBodies()
    const done: string[] = []
    await bodies.untilIdle()
    for (const name of ['first', 'second']) {
      bodies.take('a', () => parsing((what) => void done.push(what), name, { parts: 2 }))
    }
    await bodies.untilIdle()
    assert.equal(done.at(-1), 'second handled')
    await bodies.untilIdle()
  })

  it('Passes on what was parsed, and what went wrong', async () => {
    const bodies = new LargeBodies()
    const parsed = bodies.finish('a', function* parse() {
      yield
      return 'parsed'
    })
    const failed = bodies.finish('a', function* parse() {
      yield
      throw new Error('The body is broken.')
    })
    assert.equal(await parsed, 'parsed')
    await assert.rejects(failed, { message: 'The body is broken.' })
    await bodies.untilIdle()
  })

  it('Others wait as long as a body was handled, also if that was done by promises', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const bodies = new LargeBodies()
    const done: string[] = []
    bodies.notice('1')
    const handled = bodies
      .finish('a', () => parsing((what) => void done.push(what), 'first'))
      .then(async () => {
        for (let hop = 0; hop < 20; hop += 1) await Promise.resolve()
        now += 30
      })
    bodies.take('a', () => parsing((what) => void done.push(what), 'second'))
    await handled
    await turns()
    assert.deepEqual(done, ['first parsed'])
    context.mock.timers.tick(29)
    await turns()
    assert.deepEqual(done, ['first parsed'])
    context.mock.timers.tick(1)
    await turns()
    context.mock.timers.runAll()
    await turns()
    assert.deepEqual(done, ['first parsed', 'second parsed', 'second handled'])
  })

  it('Owners take turns', async () => {
    const bodies = new LargeBodies()
    const done: string[] = []
    for (const name of ['a1', 'a2', 'a3', 'b1']) {
      bodies.take(name.slice(0, 1), () => parsing((what) => void done.push(what), name))
    }
    while (done.length < 8) await turn()
    const handled = done.filter((what) => what.endsWith('handled'))
    assert.deepEqual(handled, ['a1 handled', 'b1 handled', 'a2 handled', 'a3 handled'])
  })

  it('There is a pause between large bodies only while there are other requests', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const bodies = new LargeBodies()
    const handled: string[] = []
    const note = (what: string) => {
      if (what.endsWith('handled')) handled.push(what)
    }
    const take = (name: string) => bodies.take('a', () => parsing(note, name))
    bodies.notice(`${LARGE}`)
    for (const name of ['1', '2']) take(name)
    await turns()
    assert.deepEqual(handled, ['1 handled', '2 handled'], 'large bodies alone')
    bodies.notice(undefined)
    for (const name of ['3', '4']) take(name)
    await turns()
    assert.deepEqual(handled.slice(2), ['3 handled'], 'beside another request')
    context.mock.timers.runAll()
    await turns()
    assert.deepEqual(handled.slice(2), ['3 handled', '4 handled'])
  })

  it('Each body is parsed in the knowledge of whether there are other requests', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const bodies = new LargeBodies()
    const alone: boolean[] = []
    const take = () =>
      bodies.take('a', (isAlone) => {
        alone.push(isAlone)
        return parsing(() => undefined, 'any')
      })
    take()
    await turns()
    bodies.notice(undefined)
    take()
    await turns()
    assert.deepEqual(alone, [true, false])
  })

  it('Other requests have their turn after each slice of parsing', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const bodies = new LargeBodies()
    const done: string[] = []
    bodies.notice(undefined)
    bodies.take('a', () => parsing((what) => void done.push(what), 'long', { parts: 2, ms: 12 }))
    for (const expected of [['long parsed'], ['long parsed', 'long parsed']]) {
      await turns()
      assert.deepEqual(done, expected)
      context.mock.timers.runAll()
    }
    await turns()
    assert.deepEqual(done.at(-1), 'long handled')
  })
})
