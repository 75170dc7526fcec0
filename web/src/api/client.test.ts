import { expect, test } from 'vitest'
import { fakeService, ok, refusal } from '../testing/fake-service.ts'
import { ApiError, isPassing, isSessionLost } from './api-error.ts'
import { request } from './client.ts'

async function failure(promise: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error('expected an ApiError', { cause: error })
  return error
}

test('a success is its data, with or without the success flag', async () => {
  fakeService({ 'GET /a': ok({ n: 1 }), 'GET /b': { status: 200, body: { data: [2] } } })
  expect(await request('GET', '/a')).toEqual({ n: 1 })
  expect(await request('GET', '/b')).toEqual([2])
})

test('reads carry no body; writes always carry JSON, also an empty one', async () => {
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

test('an error of the service keeps its code, message, status and well-formed issues', async () => {
  const issues = [{ path: 'email', message: 'Not an address.' }, { path: 7 }, null]
  fakeService({ 'POST /a': refusal(400, 'VALIDATION_ERROR', 'The request is not valid.', { issues }) })
  const error = await failure(request('POST', '/a'))
  expect(error).toMatchObject({ code: 'VALIDATION_ERROR', message: 'The request is not valid.', status: 400 })
  expect(error.issues).toEqual([{ path: 'email', message: 'Not an address.' }])
})

test('Retry-After is read as whole seconds, and nonsense as nothing', async () => {
  const limited = {
    status: 429,
    body: { success: false, error: { code: 'RATE_LIMITED', message: 'Slow down.' } },
  }
  fakeService({
    'POST /a': { ...limited, headers: { 'Retry-After': '41.2' } },
    'POST /b': { ...limited, headers: { 'Retry-After': 'soon' } },
    'POST /c': limited,
  })
  expect((await failure(request('POST', '/a'))).retryAfterSeconds).toBe(42)
  expect((await failure(request('POST', '/b'))).retryAfterSeconds).toBeUndefined()
  expect((await failure(request('POST', '/c'))).retryAfterSeconds).toBeUndefined()
})

test('no answer, and an answer of somebody else, are errors with words for a person', async () => {
  fakeService({ 'GET /a': 'no answer', 'GET /b': { status: 502, body: '<h1>Bad Gateway</h1>' } })
  const down = await failure(request('GET', '/a'))
  expect(down).toMatchObject({ code: 'NETWORK', status: 0 })
  expect(down.message).toContain('cannot be reached')
  const foreign = await failure(request('GET', '/b'))
  expect(foreign).toMatchObject({ code: 'BAD_REPLY', status: 502 })
  expect([down, foreign].map(isPassing)).toEqual([true, true])
})

test('a success that is none (HTML with 200, a failure flag with 200) is refused', async () => {
  fakeService({
    'GET /a': { status: 200, body: '<!doctype html>' },
    'GET /b': { status: 200, body: { success: false } },
  })
  expect((await failure(request('GET', '/a'))).code).toBe('BAD_REPLY')
  expect((await failure(request('GET', '/b'))).code).toBe('BAD_REPLY')
})

test('only a 401 means the session is lost, and it is not worth a retry', async () => {
  fakeService({
    'GET /a': refusal(401, 'UNAUTHORIZED', 'Sign in.'),
    'GET /b': refusal(403, 'FORBIDDEN', 'No.'),
  })
  const errors = [await failure(request('GET', '/a')), await failure(request('GET', '/b'))]
  expect(errors.map(isSessionLost)).toEqual([true, false])
  expect(errors.map(isPassing)).toEqual([false, false])
})
