import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertFailure, hasty, openClient, patient } from '../testing/client-under-test.ts'
import { serveHttp, serveTcp } from '../testing/loopback-server.ts'

describe('the deadline', () => {
  it('ends a body that drips', async (t) => {
    const server = await serveHttp(t, (_request, response) => {
      const drip = setInterval(() => response.write('.'), 10)
      response.once('close', () => clearInterval(drip))
    })
    const result = await openClient(t).send({ method: 'GET', url: server.origin, deadlineMs: hasty })
    assertFailure(result, 'timeout', /^No complete answer within \d+ ms/)
    await server.drained()
  })

  it('ends headers that drip', async (t) => {
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

  it('ends the wait for a server that takes the connection and says nothing', async (t) => {
    const server = await serveTcp(t, (socket) => socket.pause())
    const result = await openClient(t).send({ method: 'GET', url: server.origin, deadlineMs: hasty })
    assertFailure(result, 'timeout')
    for (const socket of server.sockets) socket.resume()
    await server.drained()
  })

  it('ends a TLS handshake that never answers, and nothing was sent', async (t) => {
    const server = await serveTcp(t, () => {})
    const url = server.origin.replace('http:', 'https:')
    const result = await openClient(t).send({ method: 'GET', url, deadlineMs: hasty })
    assertFailure(result, 'timeout', /while connecting/)
    assert.equal(result.sent, false)
  })

  it('ends the wait for a name server', async (t) => {
    const client = openClient(t, { resolve: () => new Promise(() => {}) })
    const result = await client.send({ method: 'GET', url: 'http://slow.example/', deadlineMs: hasty })
    assertFailure(result, 'timeout', /while connecting/)
  })

  it('covers all redirects together', async (t) => {
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

describe('a broken connection', () => {
  it('that nobody takes is a failure to connect, and nothing was sent', async (t) => {
    const server = await serveTcp(t, () => {})
    const free = server.port
    const closed = openClient(t, { resolve: () => Promise.resolve(['127.0.0.77']) })
    const result = await closed.send({
      method: 'GET',
      url: `http://gone.example:${free}/`,
      deadlineMs: patient,
    })
    assertFailure(result, 'connect', /gone\.example, port \d+: nothing listens there \(ECONNREFUSED\)/)
    assert.equal(result.sent, false)
  })

  it('whose name does not exist is a failure of DNS', async (t) => {
    const client = openClient(t, {
      resolve: () => Promise.reject(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' })),
    })
    const result = await client.send({ method: 'GET', url: 'http://nowhere.example/', deadlineMs: patient })
    assertFailure(result, 'dns', /nowhere\.example: no such name \(ENOTFOUND\)/)
    const empty = openClient(t, { resolve: () => Promise.resolve([]) })
    assertFailure(
      await empty.send({ method: 'GET', url: 'http://nowhere.example/', deadlineMs: patient }),
      'dns',
    )
  })

  const breaks: readonly [string, string | null][] = [
    ['reset before the answer', null],
    ['cut in the headers', 'HTTP/1.1 200 OK\r\ncontent-le'],
    ['cut in the body', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n12345'],
    ['cut in a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n123'],
    ['that speaks another protocol', '220 smtp.example ESMTP ready\r\n'],
    [
      'that contradicts itself about the length',
      'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n12',
    ],
    [
      'that upgrades unasked',
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    ],
  ]
  for (const [what, bytes] of breaks) {
    it(`${what} is a failure of the protocol, and the request may have arrived`, async (t) => {
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
