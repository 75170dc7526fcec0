import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { LargeBodies } from './large-bodies.ts'

const LARGE = 64 * 1024

describe('large bodies', () => {
  it('A small body is parsed and handled at once', () => {
    const done: string[] = []
    new LargeBodies().take(LARGE - 1, 'a', {
      parse() {
        done.push('parsed')
        return () => done.push('handled')
      },
    })
    assert.deepEqual(done, ['parsed', 'handled'])
  })

  it('Of several large bodies, one part of one body is done in each turn', async () => {
    const bodies = new LargeBodies()
    const perTurn: string[][] = [[]]
    const note = (what: string) => perTurn.at(-1)?.push(what)
    for (const name of ['first', 'second', 'third']) {
      bodies.take(LARGE, 'a', {
        parse() {
          note(`${name} parsed`)
          return () => note(`${name} handled`)
        },
      })
    }
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
    bodies.take(LARGE, 'a', { parse: () => () => note('later handled') })
    while (!perTurn.flat().includes('later handled')) await turn()
  })

  it('Owners take turns', async () => {
    const bodies = new LargeBodies()
    const handled: string[] = []
    for (const name of ['a1', 'a2', 'a3', 'b1']) {
      bodies.take(LARGE, name.slice(0, 1), { parse: () => () => handled.push(name) })
    }
    while (handled.length < 4) await turn()
    assert.deepEqual(handled, ['a1', 'b1', 'a2', 'a3'])
  })

  it('There is a pause between large bodies only while there are other requests', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const bodies = new LargeBodies()
    const handled: string[] = []
    const take = (name: string) => bodies.take(LARGE, 'a', { parse: () => () => handled.push(name) })
    const turns = async () => {
      for (let n = 0; n < 12; n += 1) await turn()
    }
    bodies.notice(`${LARGE}`)
    for (const name of ['first', 'second']) take(name)
    await turns()
    assert.deepEqual(handled, ['first', 'second'], 'large bodies alone')
    bodies.notice(undefined)
    for (const name of ['third', 'fourth']) take(name)
    await turns()
    assert.deepEqual(handled, ['first', 'second', 'third'], 'beside another request')
    context.mock.timers.runAll()
    await turns()
    assert.deepEqual(handled, ['first', 'second', 'third', 'fourth'])
  })
})
