import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Suspects } from './suspects.ts'

describe('Suspects', () => {
  function create({ fails = false } = {}) {
    const marks: string[] = []
    const warnings: string[] = []
    const suspects = new Suspects({
      owner: 'me',
      claims: {
        async setComputing(owner, id, isComputing) {
          if (fails) throw new Error('The database is gone.')
          marks.push(`${owner} ${isComputing ? 'computes' : 'pauses'} ${id}`)
        },
      },
      log: {
        warn: (_details: object, message: string) => void warnings.push(message),
      } as never,
    })
    return { suspects, marks, warnings }
  }
  const turn = () => new Promise(setImmediate)

  it('They compute one at a time, and the one that does is marked', async () => {
    const { suspects, marks } = create()
    await suspects.begin('a')
    const begun: string[] = []
    void suspects.begin('b').then(() => begun.push('b'))
    void suspects.begin('c').then(() => begun.push('c'))
    await turn()
    assert.deepEqual(begun, [])
    await suspects.pause('a')
    await turn()
    assert.deepEqual(begun, ['b'])
    suspects.clear('b')
    await turn()
    assert.deepEqual(begun, ['b', 'c'])
    assert.deepEqual(marks, ['me computes a', 'me pauses a', 'me computes b', 'me computes c'])
  })

  it('One that waited computes again when it is its turn', async () => {
    const { suspects, marks } = create()
    await suspects.begin('a')
    await suspects.pause('a')
    await suspects.begin('b')
    let isResumed = false
    const resumed = suspects.resume('a').then(() => (isResumed = true))
    await turn()
    assert.equal(isResumed, false)
    suspects.clear('b')
    await resumed
    assert.equal(marks.at(-1), 'me computes a')
  })

  it('One that has advanced is none any more, and nothing is written for it', async () => {
    const { suspects, marks } = create()
    await suspects.begin('a')
    assert.equal(suspects.has('a'), true)
    suspects.clear('a')
    assert.equal(suspects.has('a'), false)
    await suspects.pause('a')
    await suspects.resume('a')
    assert.deepEqual(marks, ['me computes a'])
  })

  it('One that is cleared while it waits for its turn does not block the others', async () => {
    const { suspects } = create()
    await suspects.begin('a')
    const waiting = suspects.begin('b')
    suspects.clear('b')
    suspects.clear('a')
    await waiting
    suspects.clear('b')
    await suspects.begin('c')
  })

  it('A mark that cannot be written stops nothing', async () => {
    const { suspects, warnings } = create({ fails: true })
    await suspects.begin('a')
    await suspects.pause('a')
    await suspects.begin('b')
    assert.equal(warnings.length, 3)
  })
})
