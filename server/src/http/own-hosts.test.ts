import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ownHosts } from './own-hosts.ts'

describe('ownHosts', () => {
  const isOwn = ownHosts('https://Millrace.example.com:8443/base', '10.0.0.5')
  const ask = (host: string, path = '/', localAddress = '10.0.0.7') => isOwn({ host, path, localAddress })

  it('The public host, loopback and the addresses of this machine are ours, with any port', () => {
    const own =
      'millrace.example.com MILLRACE.example.com.:443 localhost:8080 127.0.0.1 [::1]:80 10.0.0.5:1 10.0.0.7'
    for (const host of own.split(' ')) assert.equal(ask(host), true, host)
    assert.equal(ask('10.0.0.9', '/', '::ffff:10.0.0.9'), true)
    assert.equal(ask('[fd00::9]:8080', '/', 'fd00::9'), true)
  })

  it('Every other host is not', () => {
    const foreign =
      'evil.example millrace.example.com.evil.example xmillrace.example.com example.com 10.0.0.8 ' +
      'localhost.evil.example [::2] millrace.example.com@evil.example 127.0.0.1.evil.example :8443'
    for (const host of foreign.split(' ')) assert.equal(ask(host), false, host)
    assert.equal(ask(''), false)
  })

  it('Probes may use any host', () => {
    for (const path of ['/livez', '/readyz', '/metrics']) assert.equal(ask('10.2.3.4', path), true)
    for (const path of ['/livez/x', '/v1/livez', '/']) assert.equal(ask('10.2.3.4', path), false)
  })
})
