import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { GuardedDialer, GuardedHttpClient, HostSemaphore } from '#adapters/index.ts'
import { loopback } from '#adapters/outgoing/testing/client-under-test.ts'
import { serveHttp, serveTcp } from '#adapters/outgoing/testing/loopback-server.ts'
import type { JsonObject } from '#domain/index.ts'
import { nodeCall, NOW } from '#nodes/testing/node-call.ts'
import { MemoryFiles } from '#nodes/testing/memory-files.ts'
import { knownCredentials } from '#nodes/testing/known-credentials.ts'
import { httpNode } from './http.node.ts'
import { failureOf, outputOf, runHttp, serveRecording } from './testing/http-under-test.ts'

describe('requests of the `http` node', () => {
  it('The `http` node sends a GET without a body and without extra headers by default', async (t) => {
    const server = await serveRecording(t)
    await outputOf(runHttp(t, { url: `${server.origin}/a%20b?q=%2F&r=+` }))
    const [seen] = server.seen
    assert.deepEqual([seen?.method, seen?.url, seen?.body], ['GET', '/a%20b?q=%2F&r=+', ''])
    assert.deepEqual(Object.keys(seen?.headers ?? {}).sort(), [
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ])
  })

  it('The `http` node appends encoded query parameters to the URL', async (t) => {
    const server = await serveRecording(t)
    const query = { 'a b': 'c&d=/ü', list: [1, true, 'x'], none: null, nested: { z: [1] }, n: 1.5 }
    await outputOf(runHttp(t, { url: `${server.origin}/?kept=a+b`, query }))
    assert.equal(
      server.seen[0]?.url,
      '/?kept=a+b&a%20b=c%26d%3D%2F%C3%BC&list=1&list=true&list=x&nested=%7B%22z%22%3A%5B1%5D%7D&n=1.5',
    )
  })

  it('The `http` node sends one value per header', async (t) => {
    const server = await serveRecording(t)
    const headers = { 'X-One': 'a', 'X-Number': 7, 'X-List': ['a', 'b'], 'X-None': null }
    await outputOf(runHttp(t, { url: server.origin, headers }))
    const seen = server.seen[0]?.headers ?? {}
    assert.deepEqual(
      [seen['x-one'], seen['x-number'], seen['x-list'], seen['x-none']],
      ['a', '7', 'a, b', undefined],
    )
  })

  const bodies: readonly [JsonObject, string, string | undefined][] = [
    [{ body: { a: ['ü'] } }, '{"a":["ü"]}', 'application/json'],
    [{ body: '{"raw": 1}' }, '{"raw": 1}', 'text/plain; charset=utf-8'],
    [{ body: 'x', body_type: 'json' }, '"x"', 'application/json'],
    [{ body: { a: 1 }, body_type: 'text' }, '{"a":1}', 'text/plain; charset=utf-8'],
    [{ body: false }, 'false', 'application/json'],
    [
      { body: { a: 'b c&d', list: [1, 2], none: null }, body_type: 'form' },
      'a=b+c%26d&list=1&list=2',
      'application/x-www-form-urlencoded',
    ],
    [{ body: '{}', headers: { 'Content-Type': 'application/x.own' } }, '{}', 'application/x.own'],
    [{ body: null }, '', undefined],
  ]
  for (const [parameters, body, type] of bodies) {
    it(`The \`http\` node sends the exact bytes of ${JSON.stringify(parameters)}`, async (t) => {
      const server = await serveRecording(t)
      await outputOf(runHttp(t, { method: 'POST', url: server.origin, ...parameters }))
      assert.equal(Buffer.from(server.seen[0]?.body ?? '', 'latin1').toString(), body)
      assert.equal(server.seen[0]?.headers['content-type'], type)
    })
  }

  it('The `http` node sends binary data', async (t) => {
    const server = await serveRecording(t)
    const bytes = Buffer.from([0, 255, 13, 10, 200])
    const body = `${bytes.toString('base64').slice(0, 4)}\n${bytes.toString('base64').slice(4)}`
    await outputOf(runHttp(t, { method: 'PUT', url: server.origin, body, body_type: 'binary' }))
    assert.deepEqual(Buffer.from(server.seen[0]?.body ?? '', 'latin1'), bytes)
    assert.equal(server.seen[0]?.headers['content-type'], 'application/octet-stream')
  })

  it('The `http` node sends the same `Idempotency-Key` in all attempts of a changing request, unless the headers have one', async (t) => {
    const server = await serveRecording(t)
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      await outputOf(runHttp(t, { method, url: server.origin }, { call: { attempt: 3 } }))
    }
    await outputOf(runHttp(t, { method: 'POST', url: server.origin, headers: { 'IDEMPOTENCY-KEY': 'mine' } }))
    assert.deepEqual(
      server.seen.map(({ headers }) => headers['idempotency-key']),
      [undefined, undefined, undefined, 'step-key', 'step-key', 'step-key', 'step-key', 'mine'],
    )
  })

  it('The `http` node refuses invalid parameters before it sends anything', async (t) => {
    const messageFor = async (parameters: JsonObject) => {
      const { code, message, permanent } = await failureOf(
        runHttp(t, { url: 'http://127.0.0.1:1/', ...parameters }),
      )
      assert.deepEqual([code, permanent], ['INVALID_PARAMETERS', true])
      return message
    }
    assert.equal(
      await messageFor({ url: 'api.example.com' }),
      'The parameter `url` must be a complete URL such as https://example.com/path.',
    )
    assert.match(await messageFor({ url: 'ftp://example.com' }), /must start with http/)
    assert.match(await messageFor({ url: 'https://user:pw@example.com' }), /use a credential instead\.$/)
    assert.equal(
      await messageFor({ body: [1], body_type: 'form' }),
      'The parameter `body` must be an object for the body type `form`, but it is a list.',
    )
    assert.equal(
      await messageFor({ body: 'no base64!', body_type: 'binary' }),
      'The parameter `body` must be a base64 string for the body type `binary`, but it is another string.',
    )
  })
})

describe('responses of the `http` node', () => {
  const answers: readonly [string, string | undefined, string | Buffer, JsonObject, unknown][] = [
    ['JSON with its media type', 'application/json; charset=utf-8', '{"a":[1,"ü"]}', {}, { a: [1, 'ü'] }],
    ['JSON with a media type that ends in +json', 'application/problem+json', '[]', {}, []],
    ['JSON that the parameters ask for', 'text/html', ' [1] ', { response: 'json' }, [1]],
    ['JSON that is read as a string', 'application/json', '{"a":1}', { response: 'text' }, '{"a":1}'],
    ['an empty response with the JSON media type', 'application/json', '', {}, null],
    ['an empty response', undefined, '', {}, ''],
    ['text', 'text/plain', 'größe', {}, 'größe'],
    ['text in another charset', 'text/plain; charset="iso-8859-1"', Buffer.from([0xfc]), {}, 'ü'],
    ['text in an unknown charset', 'text/plain; charset=klingon', 'ü', {}, 'ü'],
    ['text without a media type', undefined, 'plain', {}, 'plain'],
    ['binary data', 'image/png', Buffer.from([137, 80, 0, 255]), {}, 'iVAA/w=='],
    [
      'binary data that is read as a string',
      'image/png',
      Buffer.from([65, 255]),
      { response: 'text' },
      'A\ufffd',
    ],
  ]
  for (const [what, type, bytes, parameters, body] of answers) {
    it(`The \`http\` node outputs status, headers and body of ${what}`, async (t) => {
      const server = await serveRecording(t, (response) => {
        response
          .writeHead(201, { 'x-a': '1', ...(type === undefined ? {} : { 'content-type': type }) })
          .end(bytes)
      })
      const output = await outputOf(runHttp(t, { url: server.origin, ...parameters }))
      assert.deepEqual(Object.keys(output), ['status', 'headers', 'body'])
      assert.equal(output['status'], 201)
      assert.equal((output['headers'] as JsonObject)['x-a'], '1')
      assert.deepEqual(output['body'], body)
    })
  }

  it('The `http` node outputs encoding, final URL and duration with the response mode full', async (t) => {
    const server = await serveRecording(t, (response, { url }) => {
      if (url === '/') response.writeHead(302, { location: '/there' }).end()
      else response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(Buffer.from([255]))
    })
    const {
      duration_ms: duration,
      headers: _,
      ...output
    } = await outputOf(runHttp(t, { url: server.origin, response: 'full' }))
    assert.deepEqual(output, { status: 200, body: '/w==', encoding: 'base64', url: `${server.origin}/there` })
    assert.ok(Number.isInteger(duration))
  })

  it('The `http` node returns a redirect that it is not to follow', async (t) => {
    const server = await serveRecording(t, (response) => response.writeHead(302, { location: '/x' }).end())
    const output = await outputOf(runHttp(t, { url: server.origin, follow_redirects: false }))
    assert.equal(output['status'], 302)
    assert.equal(server.seen.length, 1)
  })

  it('The `http` node fails on a response that is not valid JSON or cannot be an output', async (t) => {
    const bodies = {
      '/broken': '{"a":',
      '/deep': '['.repeat(70) + ']'.repeat(70),
      '/key': '{"a":[{"__proto__":1}]}',
    }
    const server = await serveRecording(t, (response, { url }) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(bodies[url as keyof typeof bodies])
    })
    const hint = 'Set `response` to `text` to read it as a string.'
    for (const [path, problem] of [
      ['/broken', 'has a JSON content type, but is not valid JSON'],
      ['/deep', 'is nested deeper than 64 levels'],
      ['/key', 'has the key "__proto__", which is not allowed'],
    ] as const) {
      const failure = await failureOf(runHttp(t, { url: server.origin + path }))
      assert.deepEqual(failure, {
        ok: false,
        code: 'INVALID_RESPONSE',
        message: `The response ${problem}. ${hint}`,
      })
      const kept = await outputOf(runHttp(t, { url: server.origin + path, response: 'text' }))
      assert.equal(kept['body'], bodies[path])
    }
  })

  it('The `http` node accepts responses of up to one mebibyte', async (t) => {
    const server = await serveRecording(t, (response, { url }) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('x'.repeat(Number(url.slice(1))))
    })
    const exact = await outputOf(runHttp(t, { url: `${server.origin}/1048576` }))
    assert.equal((exact['body'] as string).length, 1_048_576)
    const { code, permanent } = await failureOf(runHttp(t, { url: `${server.origin}/1048577` }))
    assert.deepEqual([code, permanent], ['RESPONSE_TOO_LARGE', true])
  })

  it('The `http` node leaves out a header that would be a prototype', async (t) => {
    const server = await serveTcp(t, (socket) => {
      socket.end('HTTP/1.1 200 OK\r\n__proto__: a\r\nconstructor: b\r\nx: c\r\ncontent-length: 0\r\n\r\n')
    })
    const { headers } = await outputOf(runHttp(t, { url: server.origin }))
    assert.deepEqual(headers, { constructor: 'b', x: 'c', 'content-length': '0' })
  })
})

describe('failures of the `http` node', () => {
  const statuses: readonly [number, boolean][] = [
    [400, true],
    [401, true],
    [404, true],
    [408, false],
    [409, true],
    [425, false],
    [429, false],
    [500, false],
    [503, false],
  ]
  for (const [status, permanent] of statuses) {
    it(`The \`http\` node fails with the status ${status}, which is ${permanent ? 'permanent' : 'retryable'}`, async (t) => {
      const server = await serveRecording(t, (response) =>
        response.writeHead(status).end('{"error":\n "no"}'),
      )
      assert.deepEqual(await failureOf(runHttp(t, { url: `${server.origin}/path?key=1` })), {
        ok: false,
        code: `HTTP_${status}`,
        message: `127.0.0.1:${server.port} responded with status ${status}: {"error": "no"}`,
        ...(permanent ? { permanent } : {}),
      })
      const output = await outputOf(runHttp(t, { url: server.origin, fail_on_status: false }))
      assert.deepEqual([output['status'], output['body']], [status, '{"error":\n "no"}'])
    })
  }

  it('The `http` node shows the beginning of a long error response and nothing of a binary one', async (t) => {
    const server = await serveRecording(t, (response, { url }) => {
      response.writeHead(500).end(url === '/long' ? 'x'.repeat(5000) : Buffer.from([0, 1, 2]))
    })
    const long = await failureOf(runHttp(t, { url: `${server.origin}/long` }))
    assert.equal(long.message, `127.0.0.1:${server.port} responded with status 500: ${'x'.repeat(300)}…`)
    const bytes = await failureOf(runHttp(t, { url: server.origin }))
    assert.equal(bytes.message, `127.0.0.1:${server.port} responded with status 500.`)
  })

  const sentences: readonly [string, string][] = [
    ['{"error":{"code":"sold_out","message":"AX-7 is sold out"}}', 'AX-7 is sold out.'],
    ['{"message":"Not Found","status":"404"}', 'Not Found.'],
    ['{"title":"Conflict","detail":"Try again!"}', 'Try again!'],
    ['{"errors":[{"message":"name is too long."}]}', 'name is too long.'],
  ]
  for (const [body, sentence] of sentences) {
    it(`The \`http\` node begins with what an error response says in words: ${sentence}`, async (t) => {
      const server = await serveRecording(t, (response) => response.writeHead(422).end(body))
      const { message } = await failureOf(runHttp(t, { url: server.origin }))
      assert.equal(message, `127.0.0.1:${server.port} responded with status 422: ${sentence} ${body}`)
    })
  }

  const waits: readonly [string, number | undefined][] = [
    ['7', 7000],
    ['9999999', 86_400_000],
    [new Date(NOW + 90_000).toUTCString(), 90_000],
    [new Date(NOW - 90_000).toUTCString(), undefined],
    ['0', undefined],
    ['soon', undefined],
  ]
  for (const [header, wanted] of waits) {
    it(`The \`http\` node reads the Retry-After header ${JSON.stringify(header)}`, async (t) => {
      const server = await serveRecording(t, (response) => {
        response.writeHead(503, { 'retry-after': header }).end()
      })
      const { retryAfterMs } = await failureOf(runHttp(t, { url: server.origin }))
      assert.equal(retryAfterMs, wanted)
    })
  }

  it('The `http` node fails with the matching code when it cannot connect, times out, is cancelled or is refused', async (t) => {
    const hangs = await serveTcp(t, (socket) => socket.resume())
    const drops = await serveTcp(t, (socket) => socket.destroy())
    const code = async (url: string, call = {}) => {
      const failure = await failureOf(runHttp(t, { url }, { call }))
      return [failure.code, failure.permanent ?? false]
    }
    assert.deepEqual(await code('http://127.0.0.1:1/'), ['CONNECTION_FAILED', false])
    assert.deepEqual(await code(drops.origin), ['CONNECTION_FAILED', false])
    assert.deepEqual(await code(hangs.origin, { timeoutMs: 100 }), ['TIMED_OUT', false])
    assert.deepEqual(await code(hangs.origin, { signal: AbortSignal.abort() }), ['CANCELLED', false])
    assert.deepEqual(await code('http://169.254.169.254/'), ['REQUEST_REFUSED', true])
  })
})

describe('concurrency of the `http` node', () => {
  it('All `http` nodes share the concurrency limit of a host, and a cancelled request stops waiting', async (t) => {
    // One account has all slots but one.
    const full = Promise.withResolvers<void>()
    const open = Promise.withResolvers<void>()
    let busy = 0
    let most = 0
    const one = await serveHttp(t, (_request, response) => {
      busy += 1
      most = Math.max(most, busy)
      if (busy === 16) full.resolve()
      void open.promise.then(() => {
        busy -= 1
        response.end()
      })
    })
    const two = await serveHttp(t, (_request, response) => void response.end())
    const http = new GuardedHttpClient(new GuardedDialer({ policy: loopback }), new HostSemaphore(17))
    t.after(() => http.close())
    const tokens = { obtain: () => assert.fail('no token is needed') }
    const node = httpNode({ http, credentials: knownCredentials(), tokens, files: new MemoryFiles() })
    const call = (url: string, signal = new AbortController().signal) =>
      Promise.resolve(node.run(nodeCall({ parameters: { url }, signal })))
    const cancel = new AbortController()
    const calls = Array.from({ length: 40 }, () => call(one.origin))
    const cancelled = call(one.origin, cancel.signal)
    await full.promise
    cancel.abort()
    assert.equal((await failureOf(cancelled)).code, 'CANCELLED')
    await outputOf(call(two.origin))
    assert.equal(most, 16)
    open.resolve()
    for (const result of await Promise.all(calls)) assert.ok('ok' in result && result.ok)
    assert.equal(most, 16)
  })
})
