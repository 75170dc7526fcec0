import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { AccountId } from '#domain/index.ts'
import {
  assertAnswer,
  assertFailure,
  loopback,
  openClient,
  patient,
  text,
} from '../testing/client-under-test.ts'
import { GuardedDialer } from '../dial/guarded-dialer.ts'
import { GuardedHttpClient } from './guarded-http-client.ts'
import { HostSemaphore } from './host-semaphore.ts'
import { serveHttp, serveTcp } from '../testing/loopback-server.ts'

describe('guarded HTTP client', () => {
  it('A response has its status, its headers and the bytes of its body', async (t) => {
    const server = await serveHttp(t, (_request, response) => {
      response.writeHead(418, { 'X-Kind': 'teapot', 'set-cookie': ['a=1', 'b=2'] }).end('short and stout')
    })
    const result = await openClient(t).send({
      method: 'get',
      url: `${server.origin}/pot?x=1#part`,
      deadlineMs: patient,
    })
    assertAnswer(result)
    assert.equal(result.status, 418)
    assert.equal(result.headers['x-kind'], 'teapot')
    assert.equal(result.headers['set-cookie'], 'a=1, b=2')
    assert.equal(text(result), 'short and stout')
    assert.equal(result.truncated, false)
    assert.equal(result.url, `${server.origin}/pot?x=1#part`)
  })

  it('A request waits for a host slot, and its time starts when it has one', async (t) => {
    const waiting: (() => void)[] = []
    const most: number[] = []
    const server = await serveHttp(t, (_request, response) => {
      waiting.push(() => response.end())
      most.push(waiting.length)
    })
    const client = new GuardedHttpClient(new GuardedDialer({ policy: loopback }), new HostSemaphore(3))
    t.after(() => client.close())
    const started: string[] = []
    const send = (name: string, account = 'one' as AccountId) =>
      client.send({
        account,
        method: 'GET',
        url: server.origin,
        deadlineMs: patient,
        onStart: () => started.push(name),
      })
    const sent = [send('first'), send('second'), send('third')]
    sent.push(send('other', 'other' as AccountId))
    for (let answered = 0; answered < 4;) {
      const answer = waiting.shift()
      if (answer === undefined) await new Promise(setImmediate)
      else {
        answer()
        answered += 1
      }
    }
    for (const result of await Promise.all(sent)) assertAnswer(result)
    assert.ok(Math.max(...most) <= 3)
    assert.deepEqual(started, ['first', 'second', 'other', 'third'])
  })

  it('The client sends method, path, headers and body, and sets connection headers itself', async (t) => {
    const server = await serveHttp(t, (request, response) => {
      const { method, url, headers } = request
      request.setEncoding('hex').once('data', (body: string) => {
        response.end(JSON.stringify({ method, url, headers, body }))
      })
    })
    const result = await openClient(t).send({
      method: 'POST',
      url: `${server.origin}/a%20b?q=%2F`,
      headers: {
        'X-Custom': 'yes',
        Host: 'evil.example',
        'Content-Length': '1',
        'Transfer-Encoding': 'chunked',
        Connection: 'upgrade',
        'Accept-Encoding': 'gzip',
      },
      body: new Uint8Array([0, 1, 254, 255]).subarray(1),
      deadlineMs: patient,
    })
    assertAnswer(result)
    const seen = JSON.parse(text(result)) as { url: string; body: string; headers: Record<string, string> }
    assert.equal(seen.url, '/a%20b?q=%2F')
    assert.equal(seen.body, '01feff')
    assert.equal(seen.headers['x-custom'], 'yes')
    assert.equal(seen.headers['host'], `127.0.0.1:${server.port}`)
    assert.equal(seen.headers['content-length'], '3')
    assert.equal(seen.headers['transfer-encoding'], undefined)
    assert.equal(seen.headers['accept-encoding'], 'identity')
  })

  it('Connections are reused', async (t) => {
    const server = await serveHttp(t, (_request, response) => response.end('ok'))
    const client = openClient(t)
    for (let round = 0; round < 10; round += 1) {
      assertAnswer(await client.send({ method: 'GET', url: server.origin, deadlineMs: patient }))
    }
    // The next request can start just before the connection of the last one is free.
    assert.ok(server.accepted() <= 2, `${server.accepted()} connections`)
  })

  it('A response header with a dangerous name is harmless', async (t) => {
    const server = await serveTcp(t, (socket) => {
      socket.end('HTTP/1.1 200 OK\r\n__proto__: polluted\r\ncontent-length: 0\r\n\r\n')
    })
    const result = await openClient(t).send({ method: 'GET', url: server.origin, deadlineMs: patient })
    assertAnswer(result)
    assert.equal(Object.getPrototypeOf(result.headers), Object.prototype)
  })

  const unusable: readonly [string, Record<string, string>][] = [
    ['a line break', { 'x-a': 'one\r\nx-b: two' }],
    ['a character outside Latin-1', { 'x-a': 'größe 大' }],
    ['a zero byte', { 'x-a': '\0' }],
    ['a name with a space', { 'x a': '1' }],
    ['an empty name', { '': '1' }],
  ]
  for (const [what, headers] of unusable) {
    it(`The client does not send headers with ${what}`, async (t) => {
      const server = await serveHttp(t, (_request, response) => response.end())
      const result = await openClient(t).send({
        method: 'GET',
        url: server.origin,
        headers,
        deadlineMs: patient,
      })
      assertFailure(result, 'protocol')
      assert.equal(result.sent, false)
      assert.equal(server.accepted(), 0)
    })
  }

  it('CONNECT, TRACE and invalid methods are refused', async (t) => {
    const client = openClient(t)
    for (const method of ['CONNECT', 'TRACE', 'GET /', '']) {
      assertFailure(await client.send({ method, url: 'http://127.0.0.1:1/', deadlineMs: patient }), 'refused')
    }
  })

  it('Limits out of range are an error of the caller', async (t) => {
    const client = openClient(t)
    const request = { method: 'GET', url: 'http://127.0.0.1:1/', deadlineMs: patient }
    await assert.rejects(client.send({ ...request, maxResponseBytes: 32 * 1024 * 1024 + 1 }), RangeError)
    await assert.rejects(client.send({ ...request, redirects: 6 }), RangeError)
    await assert.rejects(client.send({ ...request, deadlineMs: 0 }), RangeError)
  })
})

describe('response size', () => {
  it('An endless response is cut at the limit', async (t) => {
    const server = await serveHttp(t, (_request, response) => {
      const block = Buffer.alloc(64 * 1024, 'x')
      const pour = () => {
        while (response.writable && response.write(block)) continue
      }
      response.on('drain', pour)
      pour()
    })
    const client = openClient(t)
    const result = await client.send({ method: 'GET', url: server.origin, deadlineMs: patient })
    assertAnswer(result)
    assert.equal(result.body.length, 64 * 1024)
    assert.equal(result.truncated, true)
    await server.drained()
  })

  it('A response of exactly the limit is complete', async (t) => {
    const server = await serveHttp(t, (_request, response) => response.end('12345'))
    const client = openClient(t)
    const request = { method: 'GET', url: server.origin, deadlineMs: patient }
    const exact = await client.send({ ...request, maxResponseBytes: 5 })
    assertAnswer(exact)
    assert.deepEqual([text(exact), exact.truncated], ['12345', false])
    const cut = await client.send({ ...request, maxResponseBytes: 4 })
    assertAnswer(cut)
    assert.deepEqual([text(cut), cut.truncated], ['1234', true])
    const nothing = await client.send({ ...request, maxResponseBytes: 0 })
    assertAnswer(nothing)
    assert.deepEqual([text(nothing), nothing.truncated], ['', true])
  })

  it('A response that is compressed without request is not decompressed', async (t) => {
    const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024))
    const server = await serveHttp(t, (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    })
    const result = await openClient(t).send({ method: 'GET', url: server.origin, deadlineMs: patient })
    assertAnswer(result)
    assert.equal(result.headers['content-encoding'], 'gzip')
    assert.deepEqual(Buffer.from(result.body), bomb)
  })

  it('The size of response headers is limited', async (t) => {
    const server = await serveTcp(t, (socket) => {
      socket.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(200_000)}\r\n\r\n`)
    })
    const result = await openClient(t).send({ method: 'GET', url: server.origin, deadlineMs: patient })
    assertFailure(result, 'protocol')
  })
})

describe('cancellation', () => {
  it('A request that is cancelled before its start sends nothing', async (t) => {
    const server = await serveHttp(t, (_request, response) => response.end())
    const result = await openClient(t).send({
      method: 'GET',
      url: server.origin,
      signal: AbortSignal.abort(),
      deadlineMs: patient,
    })
    assertFailure(result, 'aborted')
    assert.equal(result.sent, false)
    assert.equal(server.accepted(), 0)
  })

  it('Cancelling a request in progress closes its connection', async (t) => {
    const controller = new AbortController()
    const server = await serveHttp(t, () => controller.abort())
    const client = openClient(t)
    const result = await client.send({
      method: 'GET',
      url: server.origin,
      signal: controller.signal,
      deadlineMs: patient,
    })
    assertFailure(result, 'aborted')
    assert.equal(result.sent, true)
    await server.drained()
  })

  it('Cancelling a request while it connects leaves no open connection', async (t) => {
    const controller = new AbortController()
    const found = Promise.withResolvers<string[]>()
    const server = await serveHttp(t, (_request, response) => response.end())
    const client = openClient(t, {
      resolve: () => {
        controller.abort()
        return found.promise
      },
    })
    const url = `http://late.example:${server.port}/`
    const result = await client.send({ method: 'GET', url, signal: controller.signal, deadlineMs: patient })
    assertFailure(result, 'aborted', /while connecting/)
    found.resolve(['127.0.0.1'])
    // A second request shows that the connection of the first was opened and not used.
    assertAnswer(await client.send({ method: 'GET', url, deadlineMs: patient }))
    await client.close()
    await server.drained()
    assert.equal(server.sockets.size, 0)
  })
})

describe('close', () => {
  it('Closing ends idle connections, running calls and dials, and refuses later calls', async (t) => {
    const server = await serveHttp(t, (request, response) => {
      if (request.url === '/quick') response.end('ok')
    })
    const client = openClient(t, {
      resolve: (host) => (host === 'stuck.example' ? new Promise(() => {}) : Promise.resolve(['127.0.0.1'])),
    })
    assertAnswer(await client.send({ method: 'GET', url: `${server.origin}/quick`, deadlineMs: patient }))
    const calls = ['/hang', '/hang', '/hang'].map((path) =>
      client.send({ method: 'GET', url: server.origin + path, deadlineMs: patient }),
    )
    calls.push(client.send({ method: 'GET', url: 'http://stuck.example/', deadlineMs: patient }))
    await client.close()
    for (const result of await Promise.all(calls)) assertFailure(result, 'aborted')
    await server.drained()
    assert.equal(server.sockets.size, 0)
    assertFailure(await client.send({ method: 'GET', url: server.origin, deadlineMs: patient }), 'aborted')
  })

  it('needs no connection if the client was never used, and the client then refuses calls', async (t) => {
    const server = await serveHttp(t, (_request, response) => response.end('ok'))
    const lookups: string[] = []
    const client = openClient(t, {
      resolve(host) {
        lookups.push(host)
        return Promise.resolve(['127.0.0.1'])
      },
    })
    await client.close()
    const url = `http://never.example:${server.port}/`
    assertFailure(await client.send({ method: 'GET', url, deadlineMs: patient }), 'aborted')
    assert.deepEqual(lookups, [])
    assert.equal(server.sockets.size, 0)
  })
})
