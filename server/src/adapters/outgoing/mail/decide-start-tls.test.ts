import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SmtpTarget } from '#domain/index.ts'
import { decideStartTls } from './decide-start-tls.ts'

const login = { user: 'u', password: 'p' }
const target: SmtpTarget = { host: 'mail.example', port: 587, secure: false, startTls: null, login }

describe('decideStartTls', () => {
  it('TLS is required before a password is sent over the network', () => {
    for (const address of ['93.184.215.14', '10.0.0.1', '2606:4700::1']) {
      assert.equal(decideStartTls(target, address), 'required', address)
    }
  })

  it('TLS is optional without a password or on loopback', () => {
    assert.equal(decideStartTls({ ...target, login: null }, '93.184.215.14'), 'offered')
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      assert.equal(decideStartTls(target, address), 'offered', address)
    }
  })

  it('The URL overrides the default', () => {
    for (const startTls of ['required', 'offered', 'never'] as const) {
      assert.equal(decideStartTls({ ...target, startTls }, '93.184.215.14'), startTls)
      assert.equal(decideStartTls({ ...target, startTls }, '127.0.0.1'), startTls)
    }
  })
})
