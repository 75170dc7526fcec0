import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { HttpAnswer, HttpResult, OutgoingFailure } from '#ports/http-client.ts'
import { refusedSpellings } from '#domain/egress/refused-spellings.corpus.ts'
import { GuardedDialer, type GuardedDialerOptions } from './guarded-dialer.ts'
import { GuardedHttpClient } from './guarded-http-client.ts'
import { serveHttp, serveHttps, serveTcp } from './loopback-server.ts'
import { makeThrowawayCertificate } from './throwaway-certificate.ts'

const loopback = { allowLoopback: true, allow: [] }
const patient = 10_000
const hasty = 150

function openClient(t: TestContext, options: Partial<GuardedDialerOptions> = {}): GuardedHttpClient {
  const client = new GuardedHttpClient(new GuardedDialer({ policy: loopback, ...options }))
  t.after(() => client.close())
  return client
}

function assertAnswer(result: HttpResult): asserts result is HttpAnswer {
  assert.ok(result.ok, result.ok ? '' : `${result.reason}: ${result.message}`)
}

function assertFailure(
  result: HttpResult,
  reason: OutgoingFailure['reason'],
  message?: RegExp,
): asserts result is OutgoingFailure {
  assert.ok(!result.ok, 'expected a failure')
  assert.equal(result.reason, reason, result.message)
  if (message !== undefined) assert.match(result.message, message)
}

function text(answer: HttpAnswer): string {
  return Buffer.from(answer.body).toString()
}

describe('a guarded request', () => {
  it('gives status, headers and the bytes of the body', async (t) => {
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

  it('sends method, path, headers and body, and sets itself what belongs to the connection', async (t) => {
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

  it('uses connections again', async (t) => {
    const server = await serveHttp(t, (_request, response) => response.end('ok'))
    const client = openClient(t)
    for (let round = 0; round < 10; round += 1) {
      assertAnswer(await client.send({ method: 'GET', url: server.origin, deadlineMs: patient }))
    }
    // The next request may start in the moment before the last one's connection is free.
    assert.ok(server.accepted() <= 2, `${server.accepted()} connections`)
  })

  it('keeps a header with a dangerous name harmless', async (t) => {
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
    it(`does not send headers with ${what}`, async (t) => {
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

  it('does not tunnel, trace or take nonsense for a method', async (t) => {
    const client = openClient(t)
    for (const method of ['CONNECT', 'TRACE', 'GET /', '']) {
      assertFailure(await client.send({ method, url: 'http://127.0.0.1:1/', deadlineMs: patient }), 'refused')
    }
  })

  it('rejects limits out of range as a mistake of the caller', async (t) => {
    const client = openClient(t)
    const request = { method: 'GET', url: 'http://127.0.0.1:1/', deadlineMs: patient }
    await assert.rejects(client.send({ ...request, maxResponseBytes: 10 * 1024 * 1024 + 1 }), RangeError)
    await assert.rejects(client.send({ ...request, redirects: 6 }), RangeError)
    await assert.rejects(client.send({ ...request, deadlineMs: 0 }), RangeError)
  })
})

describe('the guard', () => {
  for (const [group, spellings] of Object.entries(refusedSpellings)) {
    it(`refuses every spelling without asking a name server: ${group}`, async (t) => {
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

  it('refuses a name by what it resolves to, whatever the name looks like', async (t) => {
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
      assertFailure(await client.send({ method: 'GET', url, deadlineMs: patient }), 'refused', /loopback/)
    }
    assert.equal(server.accepted(), 0)
  })

  it('refuses localhost by the real resolver while loopback is closed', async (t) => {
    const client = openClient(t, { policy: { allowLoopback: false, allow: [] } })
    const result = await client.send({ method: 'GET', url: 'http://localhost:1/', deadlineMs: patient })
    assertFailure(result, 'refused', /MILLRACE_EGRESS_ALLOW=/)
  })

  it('refuses a name of which only one record is not allowed, in any order', async (t) => {
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

  it('connects to the address it checked: the name is asked once per connection', async (t) => {
    const server = await serveHttp(t, (_request, response) =>
      response.setHeader('connection', 'close').end('ok'),
    )
    const answers = [['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1']]
    const asked: string[] = []
    const client = openClient(t, {
      resolve: (host) => {
        asked.push(host)
        return Promise.resolve(answers.shift() ?? [])
      },
    })
    const request = { method: 'GET', url: `http://rebind.example:${server.port}/`, deadlineMs: patient }
    assertAnswer(await client.send(request))
    assertFailure(await client.send(request), 'refused', /10\.0\.0\.1/)
    assertAnswer(await client.send(request))
    assert.deepEqual(asked, ['rebind.example', 'rebind.example', 'rebind.example'])
  })

  it('drops a connection that reached another address than was checked', async (t) => {
    const server = await serveHttp(t, (_request, response) => response.end())
    const { connectToFirst } = await import('./connect-to-first.ts')
    const client = openClient(t, {
      resolve: () => Promise.resolve(['127.9.9.9']),
      connect: (_addresses, port, signal) => connectToFirst(['127.0.0.1'], port, signal),
    })
    const result = await client.send({
      method: 'GET',
      url: `http://a.example:${server.port}/`,
      deadlineMs: patient,
    })
    assertFailure(result, 'refused', /unchecked/)
    await server.drained()
  })

  it('reaches what the operator listed, on the listed port only', async (t) => {
    const server = await serveHttp(t, (_request, response) => response.end('inside'))
    const ports = { from: server.port, to: server.port }
    const client = openClient(t, {
      policy: { allowLoopback: false, allow: [{ cidr: '127.0.0.1/32', ports }] },
    })
    assertAnswer(await client.send({ method: 'GET', url: server.origin, deadlineMs: patient }))
    const other = await client.send({ method: 'GET', url: 'http://127.0.0.1:1/', deadlineMs: patient })
    assertFailure(other, 'refused', /MILLRACE_EGRESS_ALLOW=127\.0\.0\.1:1$/)
  })

  it('tries the next allowed address when the first does not answer', async (t) => {
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

describe('redirects', () => {
  it('are answers by default', async (t) => {
    const server = await serveHttp(t, (_request, response) =>
      response.writeHead(302, { location: '/next' }).end(),
    )
    const result = await openClient(t).send({ method: 'GET', url: server.origin, deadlineMs: patient })
    assertAnswer(result)
    assert.equal(result.status, 302)
    assert.equal(result.headers['location'], '/next')
  })

  it('are followed as often as asked, and not once more', async (t) => {
    const server = await serveHttp(t, (request, response) => {
      const step = Number(request.url?.slice(1))
      if (step === 3) response.end('there')
      else response.writeHead(302, { location: `/${step + 1}` }).end('moved')
    })
    const client = openClient(t)
    const request = { method: 'GET', url: `${server.origin}/0`, deadlineMs: patient }
    const reached = await client.send({ ...request, redirects: 3 })
    assertAnswer(reached)
    assert.equal(text(reached), 'there')
    assert.equal(reached.url, `${server.origin}/3`)
    assertFailure(await client.send({ ...request, redirects: 2 }), 'redirect', /more than 2 times/)
  })

  it('in a circle end', async (t) => {
    const server = await serveHttp(t, (_request, response) =>
      response.writeHead(307, { location: '/' }).end(),
    )
    const result = await openClient(t).send({
      method: 'POST',
      url: server.origin,
      redirects: 5,
      deadlineMs: patient,
    })
    assertFailure(result, 'redirect')
    assert.equal(result.sent, true)
  })

  const forbidden = [
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://0x0a000001/',
    '//192.168.0.1/',
  ]
  for (const location of forbidden) {
    it(`to ${location} are refused`, async (t) => {
      const server = await serveHttp(t, (_request, response) => response.writeHead(302, { location }).end())
      const result = await openClient(t).send({
        method: 'GET',
        url: server.origin,
        redirects: 5,
        deadlineMs: patient,
      })
      assertFailure(result, 'refused', /^After a redirect: .*MILLRACE_EGRESS_ALLOW/)
      assert.equal(result.sent, true)
    })
  }

  for (const location of [
    'javascript:alert(1)',
    'file:///etc/passwd',
    'http://user:pw@127.0.0.1/',
    'http://[',
    'ftp://x/',
  ]) {
    it(`to ${location} are not followed`, async (t) => {
      const server = await serveHttp(t, (_request, response) => response.writeHead(302, { location }).end())
      const result = await openClient(t).send({
        method: 'GET',
        url: server.origin,
        redirects: 5,
        deadlineMs: patient,
      })
      assertFailure(result, 'redirect')
      assert.doesNotMatch(result.message, /pw/)
    })
  }

  it('from https to http are refused', async (t) => {
    const certificate = makeThrowawayCertificate(['127.0.0.1'])
    const plain = await serveHttp(t, (_request, response) => response.end())
    const secure = await serveHttps(t, certificate, (_request, response) => {
      response.writeHead(302, { location: plain.origin }).end()
    })
    const client = openClient(t, { certificateAuthorities: certificate.cert })
    const result = await client.send({ method: 'GET', url: secure.origin, redirects: 5, deadlineMs: patient })
    assertFailure(result, 'redirect', /from https to http/)
    assert.equal(plain.accepted(), 0)
  })

  it('keep secrets on the same origin and lose them for good on another', async (t) => {
    const seen: Record<string, string | undefined>[] = []
    const note = (headers: NodeJS.Dict<string | string[]>) => {
      const pick = (name: string) => headers[name]?.toString()
      seen.push({
        auth: pick('authorization'),
        cookie: pick('cookie'),
        key: pick('x-key'),
        plain: pick('x-plain'),
      })
    }
    const origins = { home: '', away: '' }
    const home = await serveHttp(t, (request, response) => {
      note(request.headers)
      const next = { '/': '/same', '/same': `${origins.away}/` }[request.url ?? '']
      if (next === undefined) response.end('back home')
      else response.writeHead(307, { location: next }).end()
    })
    const away = await serveHttp(t, (request, response) => {
      note(request.headers)
      response.writeHead(307, { location: `${origins.home}/back` }).end()
    })
    Object.assign(origins, { home: home.origin, away: away.origin })

    const result = await openClient(t).send({
      method: 'GET',
      url: `${home.origin}/`,
      headers: { Authorization: 'Bearer s', Cookie: 'c=1', 'X-Key': 'k', 'X-Plain': 'p' },
      secretHeaders: ['X-KEY'],
      redirects: 5,
      deadlineMs: patient,
    })
    assertAnswer(result)
    assert.equal(text(result), 'back home')
    const all = { auth: 'Bearer s', cookie: 'c=1', key: 'k', plain: 'p' }
    const none = { auth: undefined, cookie: undefined, key: undefined, plain: 'p' }
    assert.deepEqual(seen, [all, all, none, none])
  })

  const changes: readonly [number, string, string, string][] = [
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [303, 'POST', 'GET', ''],
    [303, 'PUT', 'GET', ''],
    [301, 'PUT', 'PUT', 'body'],
    [307, 'POST', 'POST', 'body'],
    [308, 'PATCH', 'PATCH', 'body'],
  ]
  for (const [status, before, after, body] of changes) {
    it(`with ${status} turn ${before} into ${after}${body === '' ? ' without its body' : ' with its body'}`, async (t) => {
      const server = await serveHttp(t, (request, response) => {
        let received = ''
        request.on('data', (chunk: Buffer) => (received += chunk.toString()))
        request.once('end', () => {
          if (request.url === '/') response.writeHead(status, { location: '/next' }).end()
          else response.end(`${request.method} ${request.headers['content-type'] ?? '-'} ${received}`)
        })
      })
      const result = await openClient(t).send({
        method: before,
        url: server.origin,
        headers: { 'content-type': 'text/plain' },
        body: 'body',
        redirects: 1,
        deadlineMs: patient,
      })
      assertAnswer(result)
      assert.equal(text(result), body === '' ? `${after} - ` : `${after} text/plain body`)
    })
  }

  it('without a location are answers', async (t) => {
    const server = await serveHttp(t, (_request, response) => response.writeHead(302).end('nowhere'))
    const result = await openClient(t).send({
      method: 'GET',
      url: server.origin,
      redirects: 5,
      deadlineMs: patient,
    })
    assertAnswer(result)
    assert.equal(text(result), 'nowhere')
  })
})

describe('the deadline', () => {
  it('ends a body that drips', async (t) => {
    const server = await serveHttp(t, (_request, response) => {
      const drip = setInterval(() => response.write('.'), 10)
      response.once('close', () => clearInterval(drip))
    })
    const result = await openClient(t).send({ method: 'GET', url: server.origin, deadlineMs: hasty })
    assertFailure(result, 'timeout', /within 150 ms \(while reading the answer\)/)
    assert.equal(result.sent, true)
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
    assertFailure(result, 'timeout', /while waiting for the answer/)
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
      setTimeout(() => response.writeHead(302, { location: '/' }).end(), 60)
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

describe('the size of an answer', () => {
  it('is cut at the limit when it never ends', async (t) => {
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

  it('may be exactly the limit', async (t) => {
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

  it('stays what came over the wire when the server compresses unasked', async (t) => {
    const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024))
    const server = await serveHttp(t, (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    })
    const result = await openClient(t).send({ method: 'GET', url: server.origin, deadlineMs: patient })
    assertAnswer(result)
    assert.equal(result.headers['content-encoding'], 'gzip')
    assert.deepEqual(Buffer.from(result.body), bomb)
  })

  it('of the headers has a limit too', async (t) => {
    const server = await serveTcp(t, (socket) => {
      socket.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(200_000)}\r\n\r\n`)
    })
    const result = await openClient(t).send({ method: 'GET', url: server.origin, deadlineMs: patient })
    assertFailure(result, 'protocol')
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

describe('TLS', () => {
  it('works with a trusted certificate, by name and by address', async (t) => {
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

  it('refuses a certificate nobody vouches for', async (t) => {
    const server = await serveHttps(t, makeThrowawayCertificate(['127.0.0.1']), (_request, response) =>
      response.end(),
    )
    const result = await openClient(t).send({ method: 'GET', url: server.origin, deadlineMs: patient })
    assertFailure(result, 'tls', /certificate is self-signed/)
    assert.equal(result.sent, false)
    await server.drained()
  })

  it('refuses a certificate for another name', async (t) => {
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
      assertFailure(result, 'tls', /for another name/)
    }
    await server.drained()
  })

  it('says so when the server does not speak TLS, or hangs up', async (t) => {
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

describe('cancelling', () => {
  it('before the start sends nothing', async (t) => {
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

  it('in the middle breaks the connection off', async (t) => {
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

  it('while connecting leaves no connection behind', async (t) => {
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
    // A second request shows that the first one's connection was made and not used.
    assertAnswer(await client.send({ method: 'GET', url, deadlineMs: patient }))
    await client.close()
    await server.drained()
    assert.equal(server.sockets.size, 0)
  })
})

describe('closing', () => {
  it('ends idle connections, calls in flight and dials, and refuses later calls', async (t) => {
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

  it('of a client that was never used is no work', async () => {
    await new GuardedHttpClient(new GuardedDialer({ policy: loopback })).close()
  })
})
