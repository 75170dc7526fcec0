import assert from 'node:assert/strict'
import { it } from 'node:test'
import { firstIdAt, timeOfId } from './time-ordered-id.ts'

it('An identifier contains the millisecond of its creation', () => {
  for (const at of [0, 1, 0xffff, 0x1_0000, Date.UTC(2026, 0, 31, 8, 30), 2 ** 48 - 1]) {
    assert.equal(timeOfId(firstIdAt(at)), at)
  }
  assert.equal(timeOfId('01937b5e-8f3a-7c41-9a52-3d1f0c7be2aa'), 0x01937b5e8f3a)
})
