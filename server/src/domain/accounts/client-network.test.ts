import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { clientNetwork } from './client-network.ts'

describe('clientNetwork', () => {
  it('IPv4 addresses count one by one, also in IPv6 notation', () => {
    assert.equal(clientNetwork('192.0.2.1'), '192.0.2.1')
    assert.equal(clientNetwork('::ffff:192.0.2.1'), '192.0.2.1')
    assert.equal(clientNetwork('::1'), '::/64')
  })

  it('IPv6 addresses of one network count together', () => {
    assert.equal(clientNetwork('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64')
    assert.equal(clientNetwork('2001:DB8:1:2:ffff::1'), '2001:db8:1:2::/64')
    assert.equal(clientNetwork('2001:db8:1:3::1'), '2001:db8:1:3::/64')
  })

  it('Anything else is left as it is', () => {
    for (const text of ['', 'password change', '1.2.3', 'x:y']) assert.equal(clientNetwork(text), text)
  })
})
