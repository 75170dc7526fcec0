import assert from 'node:assert/strict'
import { ERROR_CODES, type ErrorCode, type Issue } from '@millrace/contract/errors.ts'
import type { CursorMeta, PageMeta } from '@millrace/contract/paging.ts'
import type { TestResponse } from '#test/support/test-service.ts'

export interface ReceivedError {
  readonly code: ErrorCode
  readonly message: string
  readonly details: { readonly issues?: readonly Issue[]; readonly [name: string]: unknown }
}

/** A response of `/v1`, with the assertions that tests make about it. */
export class ApiResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>

  constructor(raw: TestResponse) {
    this.status = raw.status
    this.headers = raw.headers
    this.body = raw.body as Record<string, unknown>
  }

  expect(status: number): this {
    assert.equal(this.status, status, `responded with ${this.status}: ${JSON.stringify(this.body)}`)
    return this
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the test says what it expects to find
  data<T>(): T {
    assert.equal(this.body['success'], true, `not a success: ${JSON.stringify(this.body)}`)
    return this.body['data'] as T
  }

  get pageMeta(): PageMeta {
    return this.body['meta'] as PageMeta
  }

  get cursorMeta(): CursorMeta {
    return this.body['meta'] as CursorMeta
  }

  /** The error, after its complete shape was checked. */
  error(status: number, code: ErrorCode): ReceivedError {
    this.expect(status)
    return this.#checkError(code)
  }

  /** Asserts any 4xx response. */
  rejected(): ReceivedError {
    assert.ok(
      this.status >= 400 && this.status < 500,
      `responded with ${this.status}: ${JSON.stringify(this.body)}`,
    )
    return this.#checkError()
  }

  header(name: string): string {
    const value = this.headers.get(name)
    assert.ok(value !== null, `the header ${name} is missing`)
    return value
  }

  #checkError(code?: ErrorCode): ReceivedError {
    assert.deepEqual(Object.keys(this.body).sort(), ['error', 'success'])
    assert.equal(this.body['success'], false)
    const error = this.body['error'] as ReceivedError
    assert.deepEqual(Object.keys(error).sort(), ['code', 'details', 'message'])
    assert.ok(ERROR_CODES.includes(error.code), error.code)
    if (code !== undefined) assert.equal(error.code, code, error.message)
    assert.ok(typeof error.message === 'string' && error.message.length > 0)
    assert.ok(typeof error.details === 'object' && !Array.isArray(error.details))
    return error
  }
}

/** The paths of a validation error, sorted. */
export function issuePaths(error: ReceivedError): string[] {
  return (error.details.issues ?? []).map((issue) => issue.path).sort()
}

/** The message for one path. */
export function messageAt(error: ReceivedError, path: string): string {
  const issue = error.details.issues?.find((candidate) => candidate.path === path)
  assert.ok(issue !== undefined, `no message for "${path}": ${JSON.stringify(error.details)}`)
  return issue.message
}
