import { expect, test } from 'vitest'
import { failure as failureResponse, fakeService, ok } from '../testing/fake-service.ts'
import { ApiError, isTransient, isSessionLost } from './api-error.ts'
import { request } from './client.ts'

async function catchApiError(promise: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error('expected an ApiError', { cause: error })
  return error
}

test('a successful request returns the data, with or without the success flag', async () => {
  fakeService({ 'GET /a': ok({ n: 1 }), 'GET /b': { status: 200, body: { data: [2] } } })
  expect(await request('GET', '/a')).toEqual({ n: 1 })
  expect(await request('GET', '/b')).toEqual([2])
})

test('reads send no body, and writes always send JSON, even an empty object', async () => {
  const sent = fakeService({ 'GET /a': ok(null), 'DELETE /a': ok(null), 'POST /a': ok(null, 201) })
  await request('GET', '/a')
  await request('DELETE', '/a')
  await request('POST', '/a', { body: { x: 'y' } })
  expect(sent.map(({ method, body }) => [method, body])).toEqual([
    ['GET', undefined],
    ['DELETE', {}],
    ['POST', { x: 'y' }],
  ])
  expect(sent.map(({ headers }) => headers.get('content-type'))).toEqual([
    null,
    'application/json',
    'application/json',
  ])
})

test('an error keeps the code, message, status and well-formed issues of the response', async () => {
  const issues = [{ path: 'email', message: 'Not an email address.' }, { path: 7 }, null]
  fakeService({
    'POST /a': failureResponse(400, 'VALIDATION_ERROR', 'The request is not valid.', { issues }),
  })
  const error = await catchApiError(request('POST', '/a'))
  expect(error).toMatchObject({ code: 'VALIDATION_ERROR', message: 'The request is not valid.', status: 400 })
  expect(error.issues).toEqual([{ path: 'email', message: 'Not an email address.' }])
})

test('Retry-After is rounded up to full seconds, and an invalid value is ignored', async () => {
  const limited = {
    status: 429,
    body: { success: false, error: { code: 'RATE_LIMITED', message: 'Slow down.' } },
  }
  fakeService({
    'POST /a': { ...limited, headers: { 'Retry-After': '41.2' } },
    'POST /b': { ...limited, headers: { 'Retry-After': 'soon' } },
    'POST /c': limited,
  })
  expect((await catchApiError(request('POST', '/a'))).retryAfterSeconds).toBe(42)
  expect((await catchApiError(request('POST', '/b'))).retryAfterSeconds).toBeUndefined()
  expect((await catchApiError(request('POST', '/c'))).retryAfterSeconds).toBeUndefined()
})

test('a missing response and a response of another server are errors with a readable message', async () => {
  fakeService({ 'GET /a': 'unreachable', 'GET /b': { status: 502, body: '<h1>Bad Gateway</h1>' } })
  const down = await catchApiError(request('GET', '/a'))
  expect(down).toMatchObject({ code: 'NETWORK', status: 0 })
  expect(down.message).toContain('Cannot reach Millrace')
  const foreign = await catchApiError(request('GET', '/b'))
  expect(foreign).toMatchObject({ code: 'BAD_RESPONSE', status: 502 })
  expect([down, foreign].map(isTransient)).toEqual([true, true])
})

test('a response with status 200 that is HTML or reports a failure is an error', async () => {
  fakeService({
    'GET /a': { status: 200, body: '<!doctype html>' },
    'GET /b': { status: 200, body: { success: false } },
  })
  expect((await catchApiError(request('GET', '/a'))).code).toBe('BAD_RESPONSE')
  expect((await catchApiError(request('GET', '/b'))).code).toBe('BAD_RESPONSE')
})

test('only a 401 means that the session is lost, and it is not retried', async () => {
  fakeService({
    'GET /a': failureResponse(401, 'UNAUTHORIZED', 'Sign in.'),
    'GET /b': failureResponse(403, 'FORBIDDEN', 'No.'),
  })
  const errors = [await catchApiError(request('GET', '/a')), await catchApiError(request('GET', '/b'))]
  expect(errors.map(isSessionLost)).toEqual([true, false])
  expect(errors.map(isTransient)).toEqual([false, false])
})

test('an answer that was asked for early is used once, and not after a change', async () => {
  const sent = fakeService({ 'GET /a': ok('later'), 'POST /a': ok(null, 201) })
  const early = (data: string) =>
    Promise.resolve(new Response(JSON.stringify({ success: true, data }), { status: 200 }))
  globalThis.earlyAnswers = { pending: new Map([['/a', early('early')]]), taken: new Set() }
  expect(await request('GET', '/a')).toBe('early')
  expect(await request('GET', '/a')).toBe('later')
  globalThis.earlyAnswers.pending.set('/a', early('outdated'))
  await request('POST', '/a')
  expect(await request('GET', '/a')).toBe('later')
  expect(sent.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET'])
  globalThis.earlyAnswers = undefined
})

test('a question for changes is not answered by what was asked for early', async () => {
  fakeService({ 'GET /a': ok('later') })
  const early = Promise.resolve(new Response('{"success":true,"data":"early"}', { status: 200 }))
  globalThis.earlyAnswers = { pending: new Map([['/a', early]]), taken: new Set() }
  expect(await request('GET', '/a', { headers: { 'If-None-Match': '"1"' } })).toBe('later')
  globalThis.earlyAnswers = undefined
})
