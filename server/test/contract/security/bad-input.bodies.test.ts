import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { importBundle } from '@millrace/contract/bundle.ts'
import { createForm, updateForm } from '@millrace/contract/form.ts'
import { createVariable } from '@millrace/contract/variable.ts'
import { resetPoll, samplePoll } from '@millrace/contract/poll.ts'
import { OPERATIONS } from '@millrace/contract/operations.ts'
import { createWorkflow } from '@millrace/contract/workflow.ts'
import { startService, type TestService } from '#test/support/test-service.ts'
import { ApiResponse } from '../support/api-response.ts'
import { Client } from '../support/client.ts'
import { exampleRequest } from '../support/example-request.ts'
import { sendRaw, toResponse } from '../support/raw-http.ts'
import { wrongBodies } from './support/wrong-types.ts'

const WITH_BODY = OPERATIONS.filter(({ body }) => body !== undefined)
/** Examples that leave out fields: testing one wrong value at a time needs a body with all of them. */
const WHOLE = new Map<string, unknown>([
  [updateForm.id, createForm.example?.body],
  [
    importBundle.id,
    {
      bundle: {
        workflows: [createWorkflow.example?.body],
        forms: [createForm.example?.body],
        variables: [createVariable.example?.body],
        references: [{ kind: 'credential', id: 'a', name: 'Shop', type: 'bearer_token' }],
      },
    },
  ],
])
/** Their only field is a cursor, which may be any value. */
const ANY_VALUE = new Set([resetPoll.id, samplePoll.id])
const JSON_TYPE = { 'content-type': 'application/json' }
const TEN_MEGABYTES = 10 * 1024 * 1024
const PIECE = Buffer.alloc(64 * 1024, 'x')

describe('Bad input: bodies', () => {
  let service: TestService
  let client: Client
  before(async () => {
    service = await startService()
    client = new Client(service, service.key)
  })
  after(() => service.destroy())

  const postRaw = (rawBody: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = JSON_TYPE) =>
    client.send('POST', '/workflows', { rawBody, headers })

  for (const operation of [resetPoll, samplePoll]) {
    it(`${operation.id}: a cursor may be any value of up to 16 KiB`, async () => {
      const { method, path } = await exampleRequest(operation, client)
      for (const cursor of [null, 0, 'a\u0000b', { page: [1] }, 'x'.repeat(16 * 1024 - 2)]) {
        ;(await client.send(method, path, { body: { cursor } })).expect(200)
      }
      const body = { cursor: 'x'.repeat(16 * 1024) }
      const error = (await client.send(method, path, { body })).error(400, 'VALIDATION_ERROR')
      assert.deepEqual(
        (error.details.issues ?? []).map((issue) => issue.path),
        ['cursor'],
      )
    })
  }

  for (const operation of WITH_BODY) {
    it(`${operation.id}: a field of the wrong type is rejected with its path`, async () => {
      const { method, path, body } = await exampleRequest(operation, client)
      const whole = WHOLE.get(operation.id) ?? body
      const wrong = wrongBodies(operation.body ?? {}, whole ?? {})
      if (!ANY_VALUE.has(operation.id)) assert.ok(wrong.length >= 5, `${wrong.length} wrong bodies`)
      for (const { issuePath, value, body: sent } of wrong) {
        const error = (await client.send(method, path, { body: sent })).error(400, 'VALIDATION_ERROR')
        const paths = (error.details.issues ?? []).map((issue) => issue.path)
        const isReported = paths.some((found) => found.startsWith(issuePath) || issuePath.startsWith(found))
        assert.ok(isReported, `${issuePath} = ${JSON.stringify(value)}: ${JSON.stringify(error.details)}`)
      }
    })

    it(`${operation.id}: a body that is not an object is rejected`, async () => {
      const { method, path } = await exampleRequest(operation, client)
      for (const body of [null, [], [{}], 'text', 5, true]) {
        const error = (await client.send(method, path, { body })).error(400, 'VALIDATION_ERROR')
        assert.ok((error.details.issues ?? []).length > 0)
      }
    })

    it(`${operation.id}: a missing body is rejected where one is required`, async () => {
      for (const request of [{}, { rawBody: '', headers: JSON_TYPE }]) {
        const { method, path } = await exampleRequest(operation, client)
        const response = await client.send(method, path, request)
        if (operation.bodyOptional === true) response.expect(operation.success.status)
        else response.error(400, 'VALIDATION_ERROR')
      }
    })
  }

  it('Malformed JSON is rejected with the position of the error', async () => {
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

  it('Bytes that are not valid UTF-8 are rejected', async () => {
    for (const bytes of [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xf8, 0x88, 0x80, 0x80, 0x80]]) {
      const body = new Uint8Array([...Buffer.from('{"name":"'), ...bytes, ...Buffer.from('"}')])
      const { details } = (await postRaw(body)).error(400, 'VALIDATION_ERROR')
      assert.match(details.issues?.[0]?.message ?? '', /UTF-8/)
    }
    const utf16 = new Uint8Array(Buffer.from('{"name":"x"}', 'utf16le'))
    ;(await postRaw(utf16)).error(400, 'VALIDATION_ERROR')
  })

  it('Another media type or charset is answered with 415 and the expected one', async () => {
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

  it('A compressed body is rejected, not misread', async () => {
    const body = new Uint8Array(gzipSync('{"name":"x"}'))
    ;(await postRaw(body, { ...JSON_TYPE, 'content-encoding': 'gzip' })).rejected()
  })

  it('JSON with 64 levels is accepted; 65 and 100,000 levels are rejected immediately', async () => {
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

  it('The key `__proto__` is rejected at any depth, plain and escaped', async () => {
    const keys = ['__proto__', '\\u005f_proto__', '__pr\\u006fto__', '\\u005F\\u005Fproto\\u005f_']
    const paths = [
      (key: string) => `{"name":"x","${key}":{"polluted":true}}`,
      (key: string) => `{"name":"x","variables":{"a":{"${key}":{"polluted":true}}}}`,
      (key: string) => `{"name":"x","nodes":[{},{"data":[{"${key}":1}]}]}`,
    ]
    for (const key of keys) {
      for (const issuePath of paths) {
        const { details } = (await postRaw(issuePath(key))).error(400, 'VALIDATION_ERROR')
        assert.match(details.issues?.[0]?.message ?? '', /as a key/, key)
      }
    }
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined)
    const values = {
      name: '__proto__',
      description: 'constructor',
      variables: { a: 'prototype', constructor: { prototype: 1 }, prototype: [] },
    }
    const created = (await client.post('/workflows', values)).expect(201).data<typeof values>()
    assert.deepEqual(Object.entries(created.variables), Object.entries(values.variables))
  })

  it('Numbers outside the range of a double are rejected, not turned into null', async () => {
    for (const number of ['1e999', '-1e999', '1E+400', '9'.repeat(400)]) {
      ;(await postRaw(`{"name":"x","variables":{"n":${number}}}`)).error(400, 'VALIDATION_ERROR')
    }
    ;(await postRaw(`{"name":"x","variables":{"n":1e308,"m":5e-324}}`)).expect(201)
  })

  it('A duplicate key does not cause a server error', async () => {
    assert.equal((await postRaw('{"name":"a","name":"b"}')).expect(201).data<{ name: string }>().name, 'b')
  })

  it('DELETE and GET accept a content type without a body', async () => {
    const { id } = await client.createWorkflow()
    ;(await client.get(`/workflows/${id}`, { headers: JSON_TYPE })).expect(200)
    ;(await client.delete(`/workflows/${id}`, { headers: JSON_TYPE })).expect(200)
  })

  describe('A body of ten megabytes gets the 413 and the service keeps working', () => {
    const headers = () => ({ authorization: `Bearer ${service.key}`, ...JSON_TYPE })

    it('A client with fetch and a Content-Length gets the 413 for ten megabytes', async () => {
      for (let count = 0; count < 3; count += 1) {
        ;(await postRaw('x'.repeat(TEN_MEGABYTES))).error(413, 'VALIDATION_ERROR')
        ;(await client.get('/workflows')).expect(200)
      }
    })

    it('A client with fetch and chunked encoding gets the 413 for ten megabytes', async () => {
      for (let count = 0; count < 3; count += 1) {
        const body = ReadableStream.from(pieces())
        const options = { method: 'POST', headers: headers(), body, duplex: 'half' as const }
        const response = await fetch(`${service.url}/v1/workflows`, options)
        const received = new ApiResponse({
          status: response.status,
          headers: response.headers,
          body: await response.json(),
        })
        received.error(413, 'VALIDATION_ERROR')
        ;(await client.get('/workflows')).expect(200)
      }
    })

    it('A client with node:http and a Content-Length gets the 413 for ten megabytes', async () => {
      const length = { ...headers(), 'content-length': String(TEN_MEGABYTES) }
      const raw = await sendRaw(service, {
        method: 'POST',
        path: '/v1/workflows',
        headers: length,
        chunks: pieces(),
      })
      toResponse(raw).error(413, 'VALIDATION_ERROR')
      ;(await client.get('/workflows')).expect(200)
    })

    it('A client with node:http and chunked encoding gets the 413 for ten megabytes', async () => {
      const raw = await sendRaw(service, {
        method: 'POST',
        path: '/v1/workflows',
        headers: headers(),
        chunks: pieces(),
      })
      toResponse(raw).error(413, 'VALIDATION_ERROR')
      ;(await client.get('/workflows')).expect(200)
    })

    it('Ten megabytes to an unknown path, without a key or without the scope get the error of that check', async () => {
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
