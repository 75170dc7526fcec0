import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { ERROR_CATALOGUE } from '@millrace/contract/errors.ts'
import { OPERATIONS } from '@millrace/contract/operations.ts'
import type { Answer } from './support/answer.ts'
import { exampleRequest } from './support/example-request.ts'
import { describeOnEveryStore } from './support/on-every-store.ts'
import { undeclaredFields } from './support/undeclared-fields.ts'

const ABSENT = '018f0000-0000-7000-8000-000000000000'

describeOnEveryStore('contract: every answer', (shared) => {
  for (const operation of OPERATIONS) {
    it(`${operation.id} answers ${operation.success.status} with the headers of every answer and exactly the fields of its schema`, async () => {
      const client = await shared.client()
      const { method, path, ...request } = await exampleRequest(operation, client)
      const answer = (await client.send(method, path, request)).expect(operation.success.status)
      const { data, meta, mediaType } = operation.success
      assertHeaders(answer, mediaType)
      assertFits(data, mediaType === undefined ? answer.data() : answer.body)
      if (meta !== undefined) assertFits(meta, answer.body['meta'])
    })
  }

  it('what was created is found at `Location`', async () => {
    const client = await shared.client()
    const creates = OPERATIONS.filter(({ success, path }) => success.status === 201 && !path.includes(':id'))
    assert.ok(creates.length >= 5)
    for (const operation of creates) {
      const { method, path, ...request } = await exampleRequest(operation, client)
      const answer = await client.send(method, path, request)
      const { id } = answer.expect(201).data<{ id: string }>()
      const list = path.replace(/\/import$/, '')
      assert.equal(answer.header('location'), `/v1${list}/${id}`)
      const readable = OPERATIONS.some((other) => other.method === 'GET' && other.path === `${list}/:id`)
      if (readable)
        assert.equal((await client.get(`${list}/${id}`)).expect(200).data<{ id: string }>().id, id)
    }
  })

  it('the `Location` of an accepted run is the execution', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow()
    const accepted = await client.post(`/workflows/${id}/execute`)
    const { execution_id: run } = accepted.expect(202).data<{ execution_id: string }>()
    assert.equal(accepted.header('location'), `/v1/executions/${run}`)
  })

  it('delete answers 200 with `id` and `deleted`, and nothing else', async () => {
    const client = await shared.client()
    for (const operation of OPERATIONS.filter(({ method }) => method === 'DELETE')) {
      const { path } = await exampleRequest(operation, client)
      const id = path.split('/')[2]
      assert.deepEqual((await client.delete(path)).expect(200).data(), { id, deleted: true }, operation.id)
    }
  })

  it('every error carries the same headers, and the status of its code', async () => {
    const client = await shared.client()
    const { limited } = await shared.clients(['workflows:read'])
    const errors = {
      UNAUTHORIZED: await shared.withKey('wrong').get('/workflows'),
      FORBIDDEN: await limited.post('/workflows', { name: 'x' }),
      NOT_FOUND: await client.get(`/workflows/${ABSENT}`),
      VALIDATION_ERROR: await client.post('/workflows', {}),
    } as const
    for (const [code, answer] of Object.entries(errors) as [keyof typeof errors, Answer][]) {
      answer.error(ERROR_CATALOGUE[code].status, code)
      assertHeaders(answer)
    }
  })

  it('401 carries `WWW-Authenticate: Bearer`', async () => {
    const answer = await shared.withKey('wrong').get('/workflows')
    assert.equal(answer.header('www-authenticate'), 'Bearer')
  })

  it('403 names the scope in `details.required_scope`', async () => {
    const { limited } = await shared.clients(['workflows:read'])
    const { details } = (await limited.post('/workflows', { name: 'x' })).error(403, 'FORBIDDEN')
    assert.equal(details['required_scope'], 'workflows:write')
  })

  it('an unknown path and an unknown method are 404', async () => {
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
      const answer = await client.send(method, path)
      answer.error(404, 'NOT_FOUND')
      assertHeaders(answer)
    }
  })

  it('malformed JSON is 400, a large body 413, another media type 415', async () => {
    const client = await shared.client()
    const json = { 'content-type': 'application/json' }
    const malformed = await client.send('POST', '/workflows', { rawBody: '{"name": ', headers: json })
    malformed.error(400, 'VALIDATION_ERROR')
    const name = 'x'.repeat(1024 * 1024)
    const large = await client.post('/workflows', { name })
    large.error(413, 'VALIDATION_ERROR')
    const text = await client.send('POST', '/workflows', {
      rawBody: '{"name":"x"}',
      headers: { 'content-type': 'text/plain' },
    })
    text.error(415, 'VALIDATION_ERROR')
    for (const answer of [malformed, large, text]) {
      assertHeaders(answer)
      assert.equal(answer.refused().details.issues?.length, 1)
    }
  })

  it('a body of exactly one mebibyte is taken', async () => {
    const client = await shared.client()
    const frame = JSON.stringify({ name: 'Large', variables: { text: '' } }).length
    const variables = { text: 'x'.repeat(1024 * 1024 - frame) }
    ;(await client.post('/workflows', { name: 'Large', variables })).expect(201)
  })

  it("a caller's own harmless X-Request-Id comes back, any other is replaced", async () => {
    const client = await shared.client()
    const own = await client.get('/workflows', { headers: { 'x-request-id': 'job-17:retry.2' } })
    assert.equal(own.header('x-request-id'), 'job-17:retry.2')
    for (const bad of ['a b', 'x'.repeat(129), '<script>']) {
      const answer = await client.get('/workflows', { headers: { 'x-request-id': bad } })
      assert.notEqual(answer.header('x-request-id'), bad)
    }
  })

  it('a trailing slash is no other path', async () => {
    const client = await shared.client()
    ;(await client.get('/workflows/')).expect(200)
  })
})

function assertHeaders(answer: Answer, mediaType = 'application/json'): void {
  assert.equal(answer.header('content-type'), `${mediaType}; charset=utf-8`)
  assert.equal(answer.header('cache-control'), 'no-store')
  assert.ok(answer.header('x-request-id').length > 0)
}

function assertFits(schema: TSchema, value: unknown): void {
  const validator = Compile(schema)
  assert.ok(validator.Check(value), JSON.stringify(validator.Errors(value)))
  assert.deepEqual(undeclaredFields(schema, value), [])
}
