import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { startService, type TestService } from '#test/support/test-service.ts'
import { Client } from '../support/client.ts'
import { readResponses, sendAndHangUp, sendBytes, sendRaw, toResponse } from '../support/raw-http.ts'

describe('Bad input: requests', () => {
  let service: TestService
  let client: Client
  let auth = ''
  before(async () => {
    service = await startService()
    client = new Client(service, service.key)
    auth = `Host: localhost\r\nAuthorization: Bearer ${service.key}\r\n`
  })
  after(() => service.destroy())
  // Whatever was sent, the next request is answered as usual.
  afterEach(async () => {
    ;(await client.get('/workflows')).expect(200)
    assert.equal((await service.request('GET', '/readyz', { key: null })).status, 200)
  })

  const rejectedBytes = async (bytes: string | Uint8Array) => {
    const responses = readResponses(await sendBytes(service, bytes))
    assert.equal(responses.length, 1)
    const [response] = responses.map(toResponse)
    assert.ok(response !== undefined)
    response.rejected()
    return response
  }

  it('HEAD is answered like GET, without the body', async () => {
    const { status, headers, text } = await sendRaw(service, {
      method: 'HEAD',
      path: '/v1/workflows',
      headers: { authorization: `Bearer ${service.key}` },
    })
    assert.deepEqual([status, text], [200, ''])
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
  })

  it('OPTIONS, PUT, TRACE and similar methods are answered with 404 in the envelope', async () => {
    const headers = { authorization: `Bearer ${service.key}` }
    for (const method of [
      'OPTIONS',
      'PUT',
      'TRACE',
      'PROPFIND',
      'COPY',
      'LOCK',
      'SEARCH',
      'QUERY',
      'PURGE',
    ]) {
      const response = toResponse(await sendRaw(service, { method, path: '/v1/workflows', headers }))
      response.error(404, 'NOT_FOUND')
    }
  })

  it('Unknown methods are answered with 400 in the envelope', async () => {
    for (const method of ['FOO', 'get', 'GET\u0000', 'G E T', '', '🚀']) {
      const response = await rejectedBytes(`${method} /v1/workflows HTTP/1.1\r\n${auth}\r\n`)
      assert.equal(response.status, 400, method)
    }
  })

  it('Anything that is not HTTP is answered with 400 in the envelope', async () => {
    const garbage = [
      'hello\r\n\r\n',
      '\u0000\u0001\u0002\u0003\r\n\r\n',
      'GET /\r\n\r\n',
      'GET / HTTP/9.9\r\nHost: x\r\n\r\n',
      'GET v1/workflows HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET /v1/workflows HTTP/1.1\r\nHost: x\r\nNo colon\r\n\r\n',
      'GET /v1/workflows HTTP/1.1\r\nHost: x\r\nBad Name: 1\r\n\r\n',
      'GET /v1/workflows HTTP/1.1\r\nHost: x\r\n: empty\r\n\r\n',
      'GET /v1/work flows HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET /v1/workflows HTTP/1.1\r\nHost: x\r\nX: a\u0000b\r\n\r\n',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      '{"jsonrpc":"2.0"}\r\n\r\n',
    ]
    for (const bytes of garbage) await rejectedBytes(bytes)
    const tlsHello = Uint8Array.from([0x16, 0x03, 0x01, 0x00, 0x05, 0x01, 0x00, 0x00, 0x01, 0x03])
    await rejectedBytes(tlsHello)
  })

  it('A request without a Host header is rejected in the envelope', async () => {
    await rejectedBytes(`GET /v1/workflows HTTP/1.1\r\nAuthorization: Bearer ${service.key}\r\n\r\n`)
  })

  it('An Expect header that cannot be met is rejected in the envelope', async () => {
    await rejectedBytes(`GET /v1/workflows HTTP/1.1\r\n${auth}Expect: a miracle\r\nConnection: close\r\n\r\n`)
  })

  it('Contradictory or invalid lengths are answered with 400 in the envelope', async () => {
    for (const lines of [
      'Content-Length: abc',
      'Content-Length: -1',
      'Content-Length: 1e3',
      'Content-Length: 5, 5',
      'Content-Length: 5\r\nContent-Length: 6',
      'Content-Length: 5\r\nTransfer-Encoding: chunked',
      'Transfer-Encoding: chunked, identity',
      'Transfer-Encoding: gzip',
      'Transfer-Encoding: \u000bchunked',
      'Content-Length: 99999999999999999999',
    ]) {
      const bytes = `POST /v1/workflows HTTP/1.1\r\n${auth}Content-Type: application/json\r\n${lines}\r\n\r\n{"name":"x"}`
      const text = await sendBytes(service, bytes)
      const [first] = readResponses(text)
      assert.ok(first !== undefined, lines)
      toResponse(first).rejected()
      assert.equal((await client.get('/workflows')).pageMeta.total, 0, lines)
    }
  })

  it('Malformed chunks are rejected in the envelope', async () => {
    const head = `POST /v1/workflows HTTP/1.1\r\n${auth}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`
    for (const chunk of ['zz\r\n{}\r\n', '-1\r\n', 'ffffffffffffffffff\r\n', '5\r\n{"a":1}\r\n0\r\n\r\n']) {
      const [first] = readResponses(await sendBytes(service, `${head}${chunk}`))
      assert.ok(first !== undefined, chunk)
      toResponse(first).rejected()
    }
  })

  it('Oversized headers are answered with 431 and an oversized path with 4xx, both in the envelope', async () => {
    const large = await rejectedBytes(`GET /v1/workflows HTTP/1.1\r\n${auth}X: ${'x'.repeat(20_000)}\r\n\r\n`)
    assert.equal(large.status, 431)
    const many = Array.from({ length: 3_000 }, (_, index) => `X-${index}: 1\r\n`).join('')
    await rejectedBytes(`GET /v1/workflows HTTP/1.1\r\n${auth}${many}\r\n`)
    await rejectedBytes(`GET /v1/workflows/${'x'.repeat(20_000)} HTTP/1.1\r\n${auth}\r\n`)
    for (const path of [
      `/workflows/${'x'.repeat(8_000)}`,
      `/${'x/'.repeat(4_000)}`,
      `/workflows?status=${'x'.repeat(8_000)}`,
    ]) {
      ;(await client.get(path)).rejected()
    }
  })

  it('A path that cannot be decoded is answered with 400 in the envelope', async () => {
    const headers = { authorization: `Bearer ${service.key}` }
    for (const path of [
      '/v1/workflows/%E0%A4%A',
      '/v1/%',
      '/v1/workflows/%zz',
      '/v1/workflows/%C3%28',
      '/v1/%FF/x',
    ]) {
      const response = toResponse(await sendRaw(service, { method: 'GET', path, headers }))
      response.error(400, 'VALIDATION_ERROR')
      assert.equal(response.header('cache-control'), 'no-store')
      assert.ok(response.header('x-request-id').length > 0)
    }
  })

  it('Nothing in a path or a header can inject a response header', async () => {
    const authorization = `Bearer ${service.key}`
    for (const path of [
      '/v1/%0d%0aX-Injected:%201',
      '/v1/workflows/%0d%0aX-Injected:%201',
      '/v1/workflows?search=%0d%0aX-Injected:%201',
      '/%0d%0aX-Injected:%201',
      '/docs/%0d%0aX-Injected:%201',
    ]) {
      const { headers } = await sendRaw(service, { method: 'GET', path, headers: { authorization } })
      assert.equal(headers.get('x-injected'), null, path)
    }
    const id = 'a%0d%0aX-Injected: 1'
    const echoed = await sendRaw(service, {
      method: 'GET',
      path: '/v1/workflows',
      headers: { authorization, 'x-request-id': id },
    })
    assert.notEqual(echoed.headers.get('x-request-id'), id)
    const forwarded = {
      authorization,
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
    }
    const body = { name: 'F', fields: [] }
    const created = await sendRaw(service, {
      method: 'POST',
      path: '/v1/forms',
      headers: { ...forwarded, 'content-type': 'application/json' },
      chunks: [JSON.stringify(body)],
    })
    assert.equal(created.status, 201)
    assert.equal(`${created.text}${[...created.headers].join()}`.includes('evil'), false)
  })

  it('A second Authorization header does not make up for a wrong first one', async () => {
    const get = 'GET /v1/workflows HTTP/1.1\r\nHost: x\r\nConnection: close\r\n'
    const right = `Authorization: Bearer ${service.key}\r\n`
    const response = await rejectedBytes(`${get}Authorization: Bearer wrong\r\n${right}\r\n`)
    response.error(401, 'UNAUTHORIZED')
  })

  it('Absurd numbers in query parameters are rejected', async () => {
    for (const value of [
      '0',
      '-1',
      '1e999',
      'abc',
      '9999999999999999999999',
      '1000000001',
      '1;2',
      '[1]',
      'Infinity',
      '٣',
    ]) {
      ;(await client.get(`/workflows?page=${encodeURIComponent(value)}`)).error(400, 'VALIDATION_ERROR')
    }
    for (const query of ['page=1&page=2', 'page[]=1', 'limit=1&limit=2']) {
      const response = await client.get(`/workflows?${query}`)
      if (query.includes('[')) response.expect(200)
      else response.error(400, 'VALIDATION_ERROR')
    }
  })

  it('Pipelined requests are answered in order, an invalid one after the valid ones', async () => {
    const get = (path: string) => `GET ${path} HTTP/1.1\r\n${auth}`
    const bytes =
      `${get('/v1/workflows')}\r\n${get('/v1/nothing')}\r\n${get('/livez')}\r\n` +
      `${get('/v1/forms')}Connection: close\r\n\r\n`
    const responses = readResponses(await sendBytes(service, bytes))
    assert.deepEqual(
      responses.map(({ status }) => status),
      [200, 404, 200, 200],
    )
    const mixed = readResponses(await sendBytes(service, `${get('/v1/workflows')}\r\ngarbage\r\n\r\n`))
    assert.deepEqual(
      mixed.map(({ status }) => status),
      [200, 400],
    )
  })

  it('Aborted requests leave no state behind', async () => {
    const post = `POST /v1/workflows HTTP/1.1\r\n${auth}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n`
    for (const bytes of ['', 'GET', 'GET /v1/workflows HTTP/1.1\r\nHo', post, `${post}{"name":"half`]) {
      await Promise.all(Array.from({ length: 20 }, () => sendAndHangUp(service, bytes)))
    }
    assert.equal((await client.get('/workflows')).pageMeta.total, 0)
  })

  it('A client that stops sending halfway and waits gets a response or a closed connection', async () => {
    const post = `POST /v1/workflows HTTP/1.1\r\n${auth}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"name"`
    const text = await sendBytes(service, post, { halfClose: true })
    for (const response of readResponses(text)) toResponse(response).rejected()
  })

  it('A client that disconnects while it waits for a run does not affect the run', async () => {
    const { id } = await client.createWorkflow()
    const body = '{}'
    await sendAndHangUp(
      service,
      `POST /v1/workflows/${id}/execute HTTP/1.1\r\n${auth}Prefer: wait=30\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    assert.equal((await client.run({ id })).status, 'completed')
    ;(await client.delete(`/workflows/${id}`)).expect(200)
  })

  it('Unusual request targets are answered in the envelope', async () => {
    for (const target of [
      '*',
      'http://127.0.0.1/v1/workflows',
      '/v1/workflows#x',
      '//',
      '/v1/\\',
      '/v1/workflows?',
      '/v1/?a=%',
    ]) {
      const method = target === '*' ? 'OPTIONS' : 'GET'
      const bytes = `${method} ${target} HTTP/1.1\r\n${auth}Connection: close\r\n\r\n`
      const [first] = readResponses(await sendBytes(service, bytes))
      assert.ok(first !== undefined && first.status < 500, target)
      assert.match(first.text, /^\{"success":(true|false),/, target)
    }
  })
})
