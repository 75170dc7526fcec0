import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { refusedSpellings } from '#domain/egress/refused-spellings.corpus.ts'
import { connectToFirst } from '../dial/connect-to-first.ts'
import { assertAnswer, assertFailure, openClient, patient, text } from '../testing/client-under-test.ts'
import { serveHttp, serveHttps, serveTcp } from '../testing/loopback-server.ts'
import { makeThrowawayCertificate } from '../testing/throwaway-certificate.ts'

describe('egress guard', () => {
  for (const [group, spellings] of Object.entries(refusedSpellings)) {
    it(`The guard refuses every spelling without a DNS query: ${group}`, async (t) => {
      const client = openClient(t, {
        policy: { allowLoopback: false, allow: [] },
        resolve: (host) => Promise.reject(new Error(`resolved ${host}`)),
      })
      for (const url of spellings) {
        const result = await client.send({ method: 'GET', url, deadlineMs: patient })
        assertFailure(result, 'refused')
        assert.equal(result.sent, false)
      }
    })
  }

  it('The guard refuses a name by the addresses it resolves to', async (t) => {
    const server = await serveHttp(t, (_request, response) => response.end())
    const client = openClient(t, {
      policy: { allowLoopback: false, allow: [] },
      resolve: () => Promise.resolve(['127.0.0.1']),
    })
    for (const host of [
      'localhost',
      'localhost.',
      'LOCALHOST',
      'rebind.example',
      '127.0.0.1.example',
      'xn--nxasmq6b',
    ]) {
      const url = `http://${host}:${server.port}/`
      assertFailure(await client.send({ method: 'GET', url, deadlineMs: patient }), 'refused', /not public/)
    }
    assert.equal(server.accepted(), 0)
  })

  it('The guard refuses localhost with the real resolver if loopback is not allowed', async (t) => {
    const client = openClient(t, { policy: { allowLoopback: false, allow: [] } })
    const result = await client.send({ method: 'GET', url: 'http://localhost:1/', deadlineMs: patient })
    assertFailure(result, 'refused', /MILLRACE_EGRESS_ALLOW/)
  })

  it('The guard refuses a name if any of its records is not allowed, in any order', async (t) => {
    const server = await serveHttp(t, (_request, response) => response.end())
    for (const records of [
      ['127.0.0.1', '10.0.0.1'],
      ['10.0.0.1', '127.0.0.1'],
      ['127.0.0.1', '::ffff:169.254.169.254'],
      ['127.0.0.1', 'fe80::1%eth0'],
      ['127.0.0.1', 'not an address'],
    ]) {
      const client = openClient(t, { resolve: () => Promise.resolve(records) })
      const url = `http://mixed.example:${server.port}/`
      assertFailure(await client.send({ method: 'GET', url, deadlineMs: patient }), 'refused')
    }
    assert.equal(server.accepted(), 0)
  })

  it('The client connects to the checked address and resolves the name once per connection', async (t) => {
    const server = await serveHttp(t, (_request, response) =>
      response.setHeader('connection', 'close').end('ok'),
    )
    const answers = [['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1']]
    const asked: string[] = []
    const refused: unknown[] = []
    const client = openClient(t, {
      onRefusal: (refusal) => refused.push(refusal),
      resolve: (host) => {
        asked.push(host)
        return Promise.resolve(answers.shift() ?? [])
      },
    })
    const request = { method: 'GET', url: `http://rebind.example:${server.port}/`, deadlineMs: patient }
    assertAnswer(await client.send(request))
    assertFailure(await client.send(request), 'refused', /^(?!.*10\.0\.0\.1)/)
    assert.deepEqual(refused, [
      { host: 'rebind.example', port: server.port, address: '10.0.0.1', class: 'private' },
    ])
    assertAnswer(await client.send(request))
    assert.deepEqual(asked, ['rebind.example', 'rebind.example', 'rebind.example'])
  })

  it('A connection that reached an unchecked address is closed', async (t) => {
    const server = await serveHttp(t, (_request, response) => response.end())
    const client = openClient(t, {
      resolve: () => Promise.resolve(['127.9.9.9']),
      connect: (_addresses, port, signal) => connectToFirst(['127.0.0.1'], port, signal),
    })
    const result = await client.send({
      method: 'GET',
      url: `http://a.example:${server.port}/`,
      deadlineMs: patient,
    })
    assertFailure(result, 'refused', /not checked/)
    await server.drained()
  })

  it('An address that the operator allows is reachable only on its port', async (t) => {
    const server = await serveHttp(t, (_request, response) => response.end('inside'))
    const ports = { from: server.port, to: server.port }
    const client = openClient(t, {
      policy: { allowLoopback: false, allow: [{ cidr: '127.0.0.1/32', ports }] },
    })
    assertAnswer(await client.send({ method: 'GET', url: server.origin, deadlineMs: patient }))
    const other = await client.send({ method: 'GET', url: 'http://127.0.0.1:1/', deadlineMs: patient })
    assertFailure(other, 'refused', /MILLRACE_EGRESS_ALLOW=127\.0\.0\.1:1$/)
  })

  it('The client tries the next allowed address if the first does not respond', async (t) => {
    const server = await serveHttp(t, (_request, response) => response.end('second'))
    const client = openClient(t, { resolve: () => Promise.resolve(['127.0.0.8', '127.0.0.1']) })
    const result = await client.send({
      method: 'GET',
      url: `http://two.example:${server.port}/`,
      deadlineMs: patient,
    })
    assertAnswer(result)
    assert.equal(text(result), 'second')
  })
})

describe('TLS', () => {
  it('TLS works with a trusted certificate, by name and by address', async (t) => {
    const certificate = makeThrowawayCertificate(['secure.example', '127.0.0.1'])
    const server = await serveHttps(t, certificate, (_request, response) => response.end('secret'))
    const client = openClient(t, {
      certificateAuthorities: certificate.cert,
      resolve: () => Promise.resolve(['127.0.0.1']),
    })
    for (const host of ['secure.example', 'secure.example.', '127.0.0.1']) {
      const result = await client.send({
        method: 'GET',
        url: `https://${host}:${server.port}/`,
        deadlineMs: patient,
      })
      assertAnswer(result)
      assert.equal(text(result), 'secret')
    }
  })

  it('TLS refuses an untrusted certificate', async (t) => {
    const server = await serveHttps(t, makeThrowawayCertificate(['127.0.0.1']), (_request, response) =>
      response.end(),
    )
    const result = await openClient(t).send({ method: 'GET', url: server.origin, deadlineMs: patient })
    assertFailure(result, 'tls', /certificate is self-signed/)
    assert.equal(result.sent, false)
    await server.drained()
  })

  it('TLS refuses a certificate for another name', async (t) => {
    const certificate = makeThrowawayCertificate(['other.example'])
    const server = await serveHttps(t, certificate, (_request, response) => response.end())
    const client = openClient(t, {
      certificateAuthorities: certificate.cert,
      resolve: () => Promise.resolve(['127.0.0.1']),
    })
    for (const host of ['secure.example', '127.0.0.1']) {
      const result = await client.send({
        method: 'GET',
        url: `https://${host}:${server.port}/`,
        deadlineMs: patient,
      })
      assertFailure(result, 'tls', /for another host name/)
    }
    await server.drained()
  })

  it('A server that does not support TLS, or closes the connection, is reported', async (t) => {
    const plain = await serveHttp(t, (_request, response) => response.end())
    const rude = await serveTcp(t, (socket) => socket.once('data', () => socket.destroy()))
    const client = openClient(t)
    for (const { port } of [plain, rude]) {
      assertFailure(
        await client.send({ method: 'GET', url: `https://127.0.0.1:${port}/`, deadlineMs: patient }),
        'tls',
      )
    }
  })
})
