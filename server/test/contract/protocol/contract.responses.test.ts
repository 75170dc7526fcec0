import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { ERROR_CATALOGUE } from '@millrace/contract/errors.ts'
import { OPERATIONS } from '@millrace/contract/operations.ts'
import type { ApiResponse } from '../support/api-response.ts'
import { exampleRequest } from '../support/example-request.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import { undeclaredFields } from '../support/undeclared-fields.ts'

const ABSENT = '018f0000-0000-7000-8000-000000000000'

describeOnEveryStore('Contract: every response', (shared) => {
  for (const operation of OPERATIONS) {
    it(`${operation.id} responds with ${operation.success.status}, the common headers and exactly the fields of its schema`, async () => {
      const client = await shared.client()
      const { method, path, ...request } = await exampleRequest(operation, client)
      const response = (await client.send(method, path, request)).expect(operation.success.status)
      const { data, meta, mediaType } = operation.success
      assertHeaders(response, mediaType)
      assertFits(data, mediaType === undefined ? response.data() : response.body)
      if (meta !== undefined) assertFits(meta, response.body['meta'])
    })
  }

  it('Long answers to reads are compressed for clients that accept it', async () => {
    const client = await shared.client()
    const plain = await client.get('/node-types', { headers: { 'accept-encoding': 'identity' } })
    const compressed = await client.get('/node-types', { headers: { 'accept-encoding': 'gzip' } })
    assert.equal(plain.headers.get('content-encoding'), null)
    assert.equal(compressed.header('content-encoding'), 'gzip')
    assert.equal(compressed.header('vary'), 'accept-encoding')
    assert.deepEqual(compressed.body, plain.body)
  })

  it('A created resource is found at `Location`', async () => {
    const client = await shared.client()
    const creates = OPERATIONS.filter(({ success, path }) => success.status === 201 && !path.includes(':id'))
    assert.ok(creates.length >= 5)
    for (const operation of creates) {
      const { method, path, ...request } = await exampleRequest(operation, client)
      const response = await client.send(method, path, request)
      const { id } = response.expect(201).data<{ id: string }>()
      const list = path.replace(/\/import$|\?.*$/, '')
      assert.equal(response.header('location'), `/v1${list}/${id}`)
      const readable = OPERATIONS.some((other) => other.method === 'GET' && other.path === `${list}/:id`)
      if (readable)
        assert.equal((await client.get(`${list}/${id}`)).expect(200).data<{ id: string }>().id, id)
    }
  })

  it('The `Location` of an accepted run is its execution', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow()
    const accepted = await client.post(`/workflows/${id}/execute`)
    const { execution_id: run } = accepted.expect(202).data<{ execution_id: string }>()
    assert.equal(accepted.header('location'), `/v1/executions/${run}`)
  })

  it('Delete responds with 200, `id` and `deleted`, and nothing else', async () => {
    const client = await shared.client()
    for (const operation of OPERATIONS.filter(({ method }) => method === 'DELETE')) {
      const { path } = await exampleRequest(operation, client)
      const id = path.match(/[0-9a-f-]{36}/g)?.at(-1) ?? (await client.get(path)).data<{ id: string }>().id
      assert.deepEqual((await client.delete(path)).expect(200).data(), { id, deleted: true }, operation.id)
    }
  })

  it('Every error carries the common headers and the status of its code', async () => {
    const client = await shared.client()
    const { limited } = await shared.clients(['workflows:read'])
    const errors = {
      UNAUTHORIZED: await shared.withKey('wrong').get('/workflows'),
      FORBIDDEN: await limited.post('/workflows', { name: 'x' }),
      NOT_FOUND: await client.get(`/workflows/${ABSENT}`),
      VALIDATION_ERROR: await client.post('/workflows', {}),
    } as const
    for (const [code, response] of Object.entries(errors) as [keyof typeof errors, ApiResponse][]) {
      response.error(ERROR_CATALOGUE[code].status, code)
      assertHeaders(response)
    }
  })

  it('A 401 carries `WWW-Authenticate: Bearer`', async () => {
    const response = await shared.withKey('wrong').get('/workflows')
    assert.equal(response.header('www-authenticate'), 'Bearer')
  })

  it('A 403 names the scope in `details.required_scope`', async () => {
    const { limited } = await shared.clients(['workflows:read'])
    const { details } = (await limited.post('/workflows', { name: 'x' })).error(403, 'FORBIDDEN')
    assert.equal(details['required_scope'], 'workflows:write')
  })

  it('An unknown path and an unknown method are answered with 404', async () => {
    const client = await shared.client()
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/'],
      ['GET', '/workflow'],
      ['GET', '/workflows/a/b/c'],
      ['PUT', '/workflows'],
      ['DELETE', '/workflows'],
      ['PATCH', '/webhooks'],
      ['GET', `/workflows/${ABSENT}/execute`],
      ['POST', `/workflows/${ABSENT}`],
    ] as const) {
      const response = await client.send(method, path)
      response.error(404, 'NOT_FOUND')
      assertHeaders(response)
    }
  })

  it('Malformed JSON is answered with 400, a large body with 413, another media type with 415', async () => {
    const client = await shared.client()
    const json = { 'content-type': 'application/json' }
    const malformed = await client.send('POST', '/workflows', { rawBody: '{"name": ', headers: json })
    malformed.error(400, 'VALIDATION_ERROR')
    const name = 'x'.repeat(1024 * 1024)
    const large = await client.post('/workflows', { name })
    large.error(413, 'VALIDATION_ERROR')
    const plain = await client.send('POST', '/workflows', {
      rawBody: '{"name":"x"}',
      headers: { 'content-type': 'text/plain' },
    })
    plain.error(415, 'VALIDATION_ERROR')
    for (const response of [malformed, large, plain]) {
      assertHeaders(response)
      assert.equal(response.rejected().details.issues?.length, 1)
    }
  })

  it('A compressed body is refused with 415, and other encodings are ignored', async () => {
    const client = await shared.client()
    const send = (encoding: string) =>
      client.send('POST', '/workflows', {
        rawBody: '{"name":"x"}',
        headers: { 'content-type': 'application/json', 'content-encoding': encoding },
      })
    for (const encoding of ['gzip', 'br', 'deflate', 'identity, gzip', 'ZSTD']) {
      const { details } = (await send(encoding)).error(415, 'VALIDATION_ERROR')
      assert.deepEqual(details.issues, [{ path: 'Content-Encoding', message: `must not be ${encoding}` }])
    }
    for (const encoding of ['identity', 'utf-8']) (await send(encoding)).expect(201)
  })

  it('A body of exactly one mebibyte is accepted', async () => {
    const client = await shared.client()
    const overhead = JSON.stringify({ name: 'Large', variables: { text: '' } }).length
    const variables = { text: 'x'.repeat(1024 * 1024 - overhead) }
    ;(await client.post('/workflows', { name: 'Large', variables })).expect(201)
  })

  it("A caller's own harmless X-Request-Id is returned, any other is replaced", async () => {
    const client = await shared.client()
    const own = await client.get('/workflows', { headers: { 'x-request-id': 'job-17:retry.2' } })
    assert.equal(own.header('x-request-id'), 'job-17:retry.2')
    for (const bad of ['a b', 'x'.repeat(129), '<script>']) {
      const response = await client.get('/workflows', { headers: { 'x-request-id': bad } })
      assert.notEqual(response.header('x-request-id'), bad)
    }
  })

  it('A trailing slash does not change the path', async () => {
    const client = await shared.client()
    ;(await client.get('/workflows/')).expect(200)
  })
})

function assertHeaders(response: ApiResponse, mediaType = 'application/json'): void {
  const type = mediaType === '*/*' ? 'text/csv' : `${mediaType}; charset=utf-8`
  assert.equal(response.header('content-type'), type)
  assert.equal(response.header('cache-control'), 'no-store')
  assert.ok(response.header('x-request-id').length > 0)
}

function assertFits(schema: TSchema, value: unknown): void {
  const validator = Compile(schema)
  assert.ok(validator.Check(value), JSON.stringify(validator.Errors(value)))
  assert.deepEqual(undeclaredFields(schema, value), [])
}
