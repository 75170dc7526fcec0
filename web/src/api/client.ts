import * as errors from '../texts/errors.ts'
import { ApiError, type Issue } from './api-error.ts'
import { reportConnection } from './connection.ts'
import { dropEarly, takeEarly } from './early-answers.ts'
import { renewSession } from './session-renewal.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface RequestOptions {
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /** False for requests whose 401 does not mean that the session has ended, such as a sign-in. */
  renew?: boolean
}

/** Sends a request and returns the `data` of the response. */
export async function request<T>(method: Method, path: string, options: RequestOptions = {}): Promise<T> {
  const response = await fetchResponse(method, path, options)
  return (await readEnvelope(response)).data as T
}

/**
 * The only function that calls fetch. Throws an `ApiError` unless the response has a success status, or says that nothing changed.
 * If the session has ended, the request waits until the user has signed in again, and is then repeated.
 */
export async function fetchResponse(
  method: Method,
  path: string,
  options: RequestOptions = {},
): Promise<Response> {
  const response = await send(method, path, options)
  // Only a request with `If-None-Match` is answered with 304.
  if (response.ok || response.status === 304) return response
  if (response.status === 401 && options.renew !== false && (await renewSession(options.signal))) {
    return fetchResponse(method, path, { ...options, renew: false })
  }
  throw toApiError(response, await readBody(response))
}

/** Reads the envelope `{ success, data, meta }`. */
export async function readEnvelope(response: Response): Promise<{ data: unknown; meta: unknown }> {
  const body = await readBody(response)
  if (isRecord(body) && (body['success'] === true || 'data' in body)) {
    return { data: body['data'], meta: body['meta'] }
  }
  throw toApiError(response, body)
}

async function send(
  method: Method,
  path: string,
  { body, headers: more, signal }: RequestOptions,
): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json', ...more }
  const init: RequestInit = { method, headers, credentials: 'same-origin', signal: signal ?? null }
  if (method !== 'GET') {
    dropEarly()
    // Every write carries a JSON body, even an empty one: the server accepts no other media type for writes.
    headers['Content-Type'] = 'application/json'
    init.body = JSON.stringify(body ?? {})
  }
  try {
    const early = method === 'GET' && isPlain(more) ? takeEarly(path) : undefined
    const response = await (early ?? fetch(path, init))
    reportConnection(response.status === 502 || response.status === 504 ? 'lost' : 'present')
    return response
  } catch (cause) {
    if (signal?.aborted) throw cause
    reportConnection('lost')
    throw new ApiError('NETWORK', errors.unreachable, { cause })
  }
}

function isPlain(headers: Record<string, string> | undefined): boolean {
  return headers === undefined || Object.keys(headers).length === 0
}

async function readBody(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    return undefined
  }
}

function toApiError(response: Response, body: unknown): ApiError {
  const status = response.status
  const retryAfterSeconds = readRetryAfter(response.headers.get('Retry-After'))
  const error = isRecord(body) ? body['error'] : undefined
  if (isRecord(error) && typeof error['code'] === 'string' && typeof error['message'] === 'string') {
    const details = { status, issues: readIssues(error['details']), retryAfterSeconds }
    return new ApiError(error['code'], error['message'], details)
  }
  return new ApiError('BAD_RESPONSE', errors.unexpectedResponse(status), { status, retryAfterSeconds })
}

function readIssues(details: unknown): Issue[] {
  const issues = isRecord(details) ? details['issues'] : undefined
  return Array.isArray(issues) ? issues.filter(isIssue) : []
}

function readRetryAfter(value: string | null): number | undefined {
  const seconds = value === null || value.trim() === '' ? Number.NaN : Number(value)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds) : undefined
}

function isIssue(value: unknown): value is Issue {
  return isRecord(value) && typeof value['path'] === 'string' && typeof value['message'] === 'string'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
