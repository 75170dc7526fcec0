import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertFailure, hasty, openClient, patient } from '../testing/client-under-test.ts'
import { serveHttp, serveTcp } from '../testing/loopback-server.ts'

describe('deadline', () => {
  it('The deadline ends a body that arrives slowly', async (t) => {
    const server = await serveHttp(t, (_request, response) => {
      const drip = setInterval(() => response.write('.'), 10)
      response.once('close', () => clearInterval(drip))
    })
    const result = await openClient(t).send({ method: 'GET', url: server.origin, deadlineMs: hasty })
    assertFailure(result, 'timeout', /^No complete response within \d+ ms/)
    await server.drained()
  })

  it('The deadline ends headers that arrive slowly', async (t) => {
    const server = await serveTcp(t, (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      let count = 0
      const drip = setInterval(() => socket.write(`x-${(count += 1)}: y\r\n`), 10)
      socket.once('close', () => clearInterval(drip))
    })
    const result = await openClient(t).send({ method: 'GET', url: server.origin, deadlineMs: hasty })
    assertFailure(result, 'timeout')
    await server.drained()
  })

  it('The deadline ends the wait for a server that accepts the connection and does not respond', async (t) => {
    const server = await serveTcp(t, (socket) => socket.pause())
    const result = await openClient(t).send({ method: 'GET', url: server.origin, deadlineMs: hasty })
    assertFailure(result, 'timeout')
    for (const socket of server.sockets) socket.resume()
    await server.drained()
  })

  it('The deadline ends a TLS handshake without a response, and nothing was sent', async (t) => {
    const server = await serveTcp(t, () => {})
    const url = server.origin.replace('http:', 'https:')
    const result = await openClient(t).send({ method: 'GET', url, deadlineMs: hasty })
    assertFailure(result, 'timeout', /while connecting/)
    assert.equal(result.sent, false)
  })

  it('The deadline ends the wait for a name server', async (t) => {
    const client = openClient(t, { resolve: () => new Promise(() => {}) })
    const result = await client.send({ method: 'GET', url: 'http://slow.example/', deadlineMs: hasty })
    assertFailure(result, 'timeout', /while connecting/)
  })

  it('The deadline covers all redirects together', async (t) => {
    const server = await serveHttp(t, (_request, response) => {
      setTimeout(() => response.writeHead(302, { location: '/' }).end(), hasty / 2)
    })
    const result = await openClient(t).send({
      method: 'GET',
      url: server.origin,
      redirects: 5,
      deadlineMs: hasty,
    })
    assertFailure(result, 'timeout')
  })
})

describe('connection failures', () => {
  it('A refused connection is a connect failure, and nothing was sent', async (t) => {
    const server = await serveTcp(t, () => {})
    const free = server.port
    const closed = openClient(t, { resolve: () => Promise.resolve(['127.0.0.77']) })
    const result = await closed.send({
      method: 'GET',
      url: `http://gone.example:${free}/`,
      deadlineMs: patient,
    })
    assertFailure(result, 'connect', /gone\.example, port \d+: connection refused \(ECONNREFUSED\)/)
    assert.equal(result.sent, false)
  })

  it('A host name that does not exist is a DNS failure', async (t) => {
    const client = openClient(t, {
      resolve: () => Promise.reject(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' })),
    })
    const result = await client.send({ method: 'GET', url: 'http://nowhere.example/', deadlineMs: patient })
    assertFailure(result, 'dns', /nowhere\.example: the host name does not exist \(ENOTFOUND\)/)
    const empty = openClient(t, { resolve: () => Promise.resolve([]) })
    assertFailure(
      await empty.send({ method: 'GET', url: 'http://nowhere.example/', deadlineMs: patient }),
      'dns',
    )
  })

  const breaks: readonly [string, string | null][] = [
    ['is reset before the response', null],
    ['ends in the headers', 'HTTP/1.1 200 OK\r\ncontent-le'],
    ['ends in the body', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n12345'],
    ['ends in a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n123'],
    ['uses another protocol', '220 smtp.example ESMTP ready\r\n'],
    ['has two different lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n12'],
    [
      'upgrades without a request',
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    ],
  ]
  for (const [what, bytes] of breaks) {
    it(`A connection that ${what} is a protocol failure, and the request may have arrived`, async (t) => {
      const server = await serveTcp(t, (socket) => {
        socket.once('data', () => {
          if (bytes === null) socket.resetAndDestroy()
          else socket.end(bytes)
        })
      })
      const result = await openClient(t).send({
        method: 'POST',
        url: server.origin,
        body: 'x',
        deadlineMs: patient,
      })
      assertFailure(result, 'protocol')
      assert.equal(result.sent, true)
      await server.drained()
    })
  }
})
