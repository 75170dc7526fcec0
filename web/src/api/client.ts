import * as errors from '../texts/errors.ts'
import { ApiError, type Issue } from './api-error.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface RequestOptions {
  body?: object
  signal?: AbortSignal | undefined
}

/** The only function that calls fetch and knows the response envelope. */
export async function request<T>(method: Method, path: string, options: RequestOptions = {}): Promise<T> {
  const response = await send(method, path, options)
  const body = await readBody(response)
  if (response.ok && isRecord(body) && (body['success'] === true || 'data' in body)) return body['data'] as T
  throw toApiError(response, body)
}

async function send(method: Method, path: string, { body, signal }: RequestOptions): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json' }
  const init: RequestInit = { method, headers, credentials: 'same-origin', signal: signal ?? null }
  if (method !== 'GET') {
    // Every write carries a JSON body, even an empty one: the server accepts no other media type for writes.
    headers['Content-Type'] = 'application/json'
    init.body = JSON.stringify(body ?? {})
  }
  try {
    return await fetch(path, init)
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new ApiError('NETWORK', errors.unreachable, { cause })
  }
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
