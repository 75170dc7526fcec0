import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { allowOwnAddress } from './own-address.ts'

describe('the address the service may reach itself at', () => {
  it('is the one it listens on, and no other', () => {
    assert.deepEqual(allowOwnAddress('192.168.1.5'), [{ cidr: '192.168.1.5/32' }])
    assert.deepEqual(allowOwnAddress('fd00::5'), [{ cidr: 'fd00::5/128' }])
  })

  it('is none of its own where it listens on all of them, or on a name', () => {
    for (const host of ['0.0.0.0', '::', 'localhost', 'millrace.example.com', '']) {
      assert.deepEqual(allowOwnAddress(host), [], host)
    }
  })
})
