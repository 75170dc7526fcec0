import { afterEach, expect, expectTypeOf, test } from 'vitest'
import { failure, fakeService, ok, okPage } from '../testing/fake-service.ts'
import { ApiError } from './api-error.ts'
import { call, fetchOperation, operationUrl } from './call.ts'
import * as operations from './generated/operations.ts'
import { provideSessionRenewal } from './session-renewal.ts'

let removeRenewal: (() => void) | undefined
afterEach(() => removeRenewal?.())

test('a call fills in parameters and query, and returns data, meta and ETag with the types of the contract', async () => {
  const sent = fakeService({
    'GET /app/v1/workflows/a%2Fb?include=tags': {
      status: 200,
      body: { success: true, data: { id: 'a/b', name: 'A' } },
      headers: { ETag: '"7"' },
    },
    'GET /app/v1/workflows': okPage([], 3),
  })
  const { data, etag } = await call(operations.getWorkflow, {
    params: { id: 'a/b' },
    query: { include: 'tags' },
  })
  expect([data.name, etag]).toEqual(['A', '"7"'])
  expectTypeOf(data.status).toEqualTypeOf<'draft' | 'published'>()
  const { meta } = await call(operations.listWorkflows, {
    query: { page: 2, tag: undefined as unknown as string },
  })
  expectTypeOf(meta.total).toBeNumber()
  expect(meta.total).toBe(3)
  expect(sent[1]?.path).toBe('/app/v1/workflows?page=2')
})

test('a tag that a compressing proxy has weakened still serves as a precondition', async () => {
  fakeService({
    'GET /app/v1/workflows/w/draft': {
      status: 200,
      body: { success: true, data: { nodes: [], edges: [] } },
      headers: { ETag: 'W/"7"' },
    },
  })
  const { etag } = await call(operations.getDraft, { params: { id: 'w' } })
  expect(etag).toBe('"7"')
})

test('a call sends its body, precondition, idempotency key and preference', async () => {
  const sent = fakeService({
    'PUT /app/v1/workflows/w/draft': ok({}),
    'POST /app/v1/workflows/w/execute': ok({}, 202),
  })
  await call(operations.saveDraft, { params: { id: 'w' }, body: { nodes: [], edges: [] }, ifMatch: '"1"' })
  await call(operations.executeWorkflow, { params: { id: 'w' }, idempotencyKey: 'k', prefer: 'wait=5' })
  expect(sent[0]?.body).toEqual({ nodes: [], edges: [] })
  expect(sent[0]?.headers.get('if-match')).toBe('"1"')
  expect(sent[1]?.headers.get('idempotency-key')).toBe('k')
  expect(sent[1]?.headers.get('prefer')).toBe('wait=5')
})

test('a response without envelope can be read as it is, and addresses can be used in links', async () => {
  fakeService({ 'GET /app/v1/executions/e/data/content': { status: 200, body: '[1,2]' } })
  const response = await fetchOperation(operations.downloadExecutionData, { params: { id: 'e' } })
  expect(await response.text()).toBe('[1,2]')
  expect(operationUrl(operations.followExecution, { params: { id: 'e' }, query: {} })).toBe(
    '/app/v1/executions/e/events',
  )
})

test('requests that fail with 401 wait for one sign-in, and are then repeated once', async () => {
  let signedIn = false
  let asked = 0
  const sent = fakeService({
    'GET /app/v1/node-types': () => (signedIn ? ok([]) : failure(401, 'UNAUTHORIZED', 'Sign in.')),
  })
  removeRenewal = provideSessionRenewal(async () => {
    asked += 1
    signedIn = true
    return true
  })
  await Promise.all([call(operations.listNodeTypes), call(operations.listNodeTypes)])
  expect([asked, sent.length]).toEqual([1, 4])

  signedIn = false
  removeRenewal()
  removeRenewal = provideSessionRenewal(async () => true)
  await expect(call(operations.listNodeTypes)).rejects.toThrow(ApiError)
})

test('a request that waits for a sign-in can be cancelled', async () => {
  fakeService({ 'GET /app/v1/node-types': failure(401, 'UNAUTHORIZED', 'Sign in.') })
  removeRenewal = provideSessionRenewal(() => new Promise(() => undefined))
  const controller = new AbortController()
  const waiting = call(operations.listNodeTypes, { signal: controller.signal })
  setTimeout(() => controller.abort(), 5)
  await expect(waiting).rejects.toThrow('aborted')
})
