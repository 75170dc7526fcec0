import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isAtLeast, oldestNode } from './node-version.js'

it('Versions are compared number by number', () => {
  assert.equal(isAtLeast('24.7.0', oldestNode), true)
  assert.equal(isAtLeast('24.10.0', oldestNode), true)
  assert.equal(isAtLeast('26.0.0', oldestNode), true)
  assert.equal(isAtLeast('24.6.9', oldestNode), false)
  assert.equal(isAtLeast('22.99.0', oldestNode), false)
  assert.equal(isAtLeast('9.11.2', oldestNode), false)
  assert.equal(isAtLeast('24.7.0-rc.1', oldestNode), true)
})
