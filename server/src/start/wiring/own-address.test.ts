import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { allowOwnAddress } from './own-address.ts'

describe('allowOwnAddress', () => {
  it('The service may connect to the address it listens on, and no other', () => {
    assert.deepEqual(allowOwnAddress('192.168.1.5'), [{ cidr: '192.168.1.5/32' }])
    assert.deepEqual(allowOwnAddress('fd00::5'), [{ cidr: 'fd00::5/128' }])
  })

  it('A service that listens on all addresses or on a host name gets no rule', () => {
    for (const host of ['0.0.0.0', '::', 'localhost', 'millrace.example.com', '']) {
      assert.deepEqual(allowOwnAddress(host), [], host)
    }
  })
})
