import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createForm, updateForm } from '@millrace/contract/form.ts'
import { OPERATIONS } from '@millrace/contract/operations.ts'
import { startService, type TestService } from '#test/support/test-service.ts'
import { Answer } from './support/answer.ts'
import { Client } from './support/client.ts'
import { exampleRequest } from './support/example-request.ts'
import { sendRaw, toAnswer } from './support/raw-http.ts'
import { wrongBodies } from './support/wrong-types.ts'

const WITH_BODY = OPERATIONS.filter(({ body }) => body !== undefined)
const JSON_TYPE = { 'content-type': 'application/json' }
const TEN_MEGABYTES = 10 * 1024 * 1024
const PIECE = Buffer.alloc(64 * 1024, 'x')

describe('bad input: bodies', () => {
  let service: TestService
  let client: Client
  before(async () => {
    service = await startService()
    client = new Client(service, service.key)
  })
  after(() => service.destroy())

  const postRaw = (rawBody: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = JSON_TYPE) =>
    client.send('POST', '/workflows', { rawBody, headers })

  for (const operation of WITH_BODY) {
    it(`${operation.id}: every field of a wrong type is refused at its place`, async () => {
      const { method, path, body } = await exampleRequest(operation, client)
      // The example of a change names one field; one value at a time is wrong only in a body that has them all.
      const whole = operation === updateForm ? createForm.example?.body : body
      const wrong = wrongBodies(operation.body ?? {}, whole ?? {})
      assert.ok(wrong.length >= 5, `${wrong.length} wrong bodies`)
      for (const { place, value, body: sent } of wrong) {
        const error = (await client.send(method, path, { body: sent })).error(400, 'VALIDATION_ERROR')
        const places = (error.details.issues ?? []).map((issue) => issue.path)
        const told = places.some((found) => found.startsWith(place) || place.startsWith(found))
        assert.ok(told, `${place} = ${JSON.stringify(value)}: ${JSON.stringify(error.details)}`)
      }
    })

    it(`${operation.id}: a body that is no object is refused`, async () => {
      const { method, path } = await exampleRequest(operation, client)
      for (const body of [null, [], [{}], 'text', 5, true]) {
        const error = (await client.send(method, path, { body })).error(400, 'VALIDATION_ERROR')
        assert.ok((error.details.issues ?? []).length > 0)
      }
    })

    it(`${operation.id}: no body at all is refused where one is needed`, async () => {
      const { method, path } = await exampleRequest(operation, client)
      for (const request of [{}, { rawBody: '', headers: JSON_TYPE }]) {
        const answer = await client.send(method, path, request)
        if (operation.bodyOptional === true) answer.expect(operation.success.status)
        else answer.error(400, 'VALIDATION_ERROR')
      }
    })
  }

  it('malformed JSON is refused with words about where', async () => {
    const malformed = [
      '{',
      '{"name":}',
      '{"name":"x",}',
      "{'name':'x'}",
      '{"name":"x"} {}',
      '{"name":"x"}x',
      '[1',
      '"',
      'nul',
      'NaN',
      'undefined',
      '{"name":01}',
      '{"name":"\\x"}',
      '{"name":"a\nb"}',
      '{name:"x"}',
      '// comment\n{}',
      ' ',
      '\u0000',
    ]
    for (const text of malformed) {
      const { details } = (await postRaw(text)).error(400, 'VALIDATION_ERROR')
      assert.ok((details.issues?.[0]?.message ?? '').length > 10, text)
    }
  })

  it('bytes that are no UTF-8 are refused', async () => {
    for (const bytes of [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xf8, 0x88, 0x80, 0x80, 0x80]]) {
      const body = new Uint8Array([...Buffer.from('{"name":"'), ...bytes, ...Buffer.from('"}')])
      const { details } = (await postRaw(body)).error(400, 'VALIDATION_ERROR')
      assert.match(details.issues?.[0]?.message ?? '', /UTF-8/)
    }
    const utf16 = new Uint8Array(Buffer.from('{"name":"x"}', 'utf16le'))
    ;(await postRaw(utf16)).error(400, 'VALIDATION_ERROR')
  })

  it('another media type or charset is 415, and says what is wanted', async () => {
    const types = [
      'text/plain',
      'text/json',
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonx',
      'application/vnd.api+json',
      'application/json, text/plain',
      'json',
      '*/*',
      'application/json; charset=latin1',
      'application/json; charset=utf-16',
      'application/json; charset="iso-8859-1"',
    ]
    for (const type of types) {
      const { details } = (await postRaw('{"name":"x"}', { 'content-type': type })).error(
        415,
        'VALIDATION_ERROR',
      )
      assert.equal(details.issues?.[0]?.path, 'Content-Type', type)
    }
    const untyped = await client.send('POST', '/workflows', {
      rawBody: new Uint8Array(Buffer.from('{"name":"x"}')),
    })
    untyped.error(415, 'VALIDATION_ERROR')
    for (const type of [
      'application/json',
      'APPLICATION/JSON',
      'application/json;charset=UTF-8',
      'application/json; charset="utf-8"',
    ]) {
      ;(await postRaw('{"name":"x"}', { 'content-type': type })).expect(201)
    }
  })

  it('a compressed body is refused, not misread', async () => {
    const body = new Uint8Array(gzipSync('{"name":"x"}'))
    ;(await postRaw(body, { ...JSON_TYPE, 'content-encoding': 'gzip' })).refused()
  })

  it('depth: 64 levels are taken, 65 and 100,000 are refused at once', async () => {
    const nested = (levels: number) =>
      `{"name":"x","variables":${'{"a":'.repeat(levels - 1)}1${'}'.repeat(levels - 1)}}`
    ;(await postRaw(nested(64))).expect(201)
    const { details } = (await postRaw(nested(65))).error(400, 'VALIDATION_ERROR')
    assert.match(details.issues?.[0]?.message ?? '', /64/)
    for (const text of [
      '['.repeat(100_000),
      '['.repeat(100_000) + ']'.repeat(100_000),
      `{"name":"x","variables":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`,
      '{"a":'.repeat(100_000),
    ]) {
      ;(await postRaw(text)).error(400, 'VALIDATION_ERROR')
    }
    const brackets = '['.repeat(1_000)
    ;(await postRaw(JSON.stringify({ name: brackets.slice(0, 200), description: `"\\${brackets}` }))).expect(
      201,
    )
  })

  it('`__proto__`, `constructor` and `prototype` as keys are refused at any depth, plain and escaped', async () => {
    const keys = [
      '__proto__',
      'constructor',
      'prototype',
      '\\u005f_proto__',
      '__pr\\u006fto__',
      'c\\u006fnstructor',
      '\\u0070rototype',
      '\\u005F\\u005Fproto\\u005f_',
    ]
    const places = [
      (key: string) => `{"name":"x","${key}":{"polluted":true}}`,
      (key: string) => `{"name":"x","variables":{"a":{"${key}":{"polluted":true}}}}`,
      (key: string) => `{"name":"x","nodes":[{},{"data":[{"${key}":1}]}]}`,
    ]
    for (const key of keys) {
      for (const place of places) {
        const { details } = (await postRaw(place(key))).error(400, 'VALIDATION_ERROR')
        assert.match(details.issues?.[0]?.message ?? '', /as a key/, key)
      }
    }
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined)
    const values = {
      name: '__proto__',
      description: 'constructor',
      variables: { a: 'prototype', protoype: 1 },
    }
    ;(await client.post('/workflows', values)).expect(201)
  })

  it('numbers that no double can hold are refused, not turned into null', async () => {
    for (const number of ['1e999', '-1e999', '1E+400', '9'.repeat(400)]) {
      ;(await postRaw(`{"name":"x","variables":{"n":${number}}}`)).error(400, 'VALIDATION_ERROR')
    }
    ;(await postRaw(`{"name":"x","variables":{"n":1e308,"m":5e-324}}`)).expect(201)
  })

  it('a key that is there twice is no failure', async () => {
    assert.equal((await postRaw('{"name":"a","name":"b"}')).expect(201).data<{ name: string }>().name, 'b')
  })

  it('DELETE and GET are fine with a content type and no body', async () => {
    const { id } = await client.createWorkflow()
    ;(await client.get(`/workflows/${id}`, { headers: JSON_TYPE })).expect(200)
    ;(await client.delete(`/workflows/${id}`, { headers: JSON_TYPE })).expect(200)
  })

  describe('ten megabytes: the client gets the 413 and the service goes on', () => {
    const headers = () => ({ authorization: `Bearer ${service.key}`, ...JSON_TYPE })

    it('through fetch, with a length', async () => {
      for (let count = 0; count < 3; count += 1) {
        ;(await postRaw('x'.repeat(TEN_MEGABYTES))).error(413, 'VALIDATION_ERROR')
        ;(await client.get('/workflows')).expect(200)
      }
    })

    it('through fetch, in chunks', async () => {
      for (let count = 0; count < 3; count += 1) {
        const body = ReadableStream.from(pieces())
        const options = { method: 'POST', headers: headers(), body, duplex: 'half' as const }
        const answer = await fetch(`${service.url}/v1/workflows`, options)
        const told = new Answer({ status: answer.status, headers: answer.headers, body: await answer.json() })
        told.error(413, 'VALIDATION_ERROR')
        ;(await client.get('/workflows')).expect(200)
      }
    })

    it('through node:http, with a length', async () => {
      const length = { ...headers(), 'content-length': String(TEN_MEGABYTES) }
      const raw = await sendRaw(service, {
        method: 'POST',
        path: '/v1/workflows',
        headers: length,
        chunks: pieces(),
      })
      toAnswer(raw).error(413, 'VALIDATION_ERROR')
      ;(await client.get('/workflows')).expect(200)
    })

    it('through node:http, in chunks', async () => {
      const raw = await sendRaw(service, {
        method: 'POST',
        path: '/v1/workflows',
        headers: headers(),
        chunks: pieces(),
      })
      toAnswer(raw).error(413, 'VALIDATION_ERROR')
      ;(await client.get('/workflows')).expect(200)
    })

    it('to a path that does not exist, without a key and without the scope: the answer of that check', async () => {
      const limited = new Client(service, await service.createKey(['forms:read']))
      const body = { rawBody: 'x'.repeat(TEN_MEGABYTES), headers: JSON_TYPE }
      ;(await client.send('POST', '/nothing', body)).error(404, 'NOT_FOUND')
      ;(await limited.send('POST', '/workflows', body)).error(403, 'FORBIDDEN')
      ;(await new Client(service, 'wrong').send('POST', '/workflows', body)).error(401, 'UNAUTHORIZED')
      ;(await client.get('/workflows')).expect(200)
    })
  })
})

function* pieces(): Generator<Buffer> {
  for (let sent = 0; sent < TEN_MEGABYTES; sent += PIECE.length) yield PIECE
}
