import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AccountId } from '#domain/index.ts'
import { Rotation } from './rotation.ts'

const [A, B] = ['a' as AccountId, 'b' as AccountId]

describe('the rotation of webhook endpoints', () => {
  it('Accounts share the free slots, however many endpoints they have', () => {
    const rotation = new Rotation({ fast: 8, slow: 8 })
    for (let n = 0; n < 100; n += 1) rotation.add(A, `a${n}`)
    rotation.add(B, 'b0')
    rotation.add(B, 'b1')
    const taken = rotation.take(4, () => 1).map(({ endpointId }) => endpointId)
    assert.deepEqual(taken.toSorted(), ['a0', 'a1', 'b0', 'b1'])
    assert.deepEqual(
      rotation.take(2, () => 1).map(({ endpointId }) => endpointId),
      ['a2', 'a3'],
    )
  })

  it('The endpoints of an account share its slots, and each gets no more than it has space for', () => {
    const rotation = new Rotation({ fast: 40, slow: 0 })
    for (const id of ['full', 'one', 'many']) rotation.add(A, id)
    const space: Record<string, number> = { full: 0, one: 1, many: 4 }
    assert.deepEqual(
      rotation.take(20, (id) => space[id] ?? 0),
      [
        { endpointId: 'one', limit: 1 },
        { endpointId: 'many', limit: 4 },
      ],
    )
    assert.ok(rotation.has(A, 'full'))
    assert.ok(!rotation.has(A, 'many'))
  })

  it('The last quarter of the slots is for accounts that hold few', () => {
    const rotation = new Rotation({ fast: 8, slow: 100 })
    for (let n = 0; n < 20; n += 1) rotation.add(A, `a${n}`)
    const taken = rotation.take(8, () => 1)
    assert.equal(taken.length, 6)
    const releases = taken.map(() => rotation.hold(A))
    rotation.add(B, 'b0')
    assert.deepEqual(
      rotation.take(2, () => 4),
      [{ endpointId: 'b0', limit: 2 }],
    )
    for (const release of releases) release()
    assert.equal(rotation.take(8, () => 1).length, 6)
  })

  it('An account holds at most three quarters of all slots', () => {
    const rotation = new Rotation({ fast: 4, slow: 4 })
    for (let n = 0; n < 20; n += 1) rotation.add(A, `a${n}`)
    for (let n = 0; n < 6; n += 1) rotation.hold(A)
    assert.deepEqual(
      rotation.take(4, () => 1),
      [],
    )
  })
})
