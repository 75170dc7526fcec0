import assert from 'node:assert/strict'
import type { TestService } from '#test/support/test-service.ts'
import { ApiResponse } from './api-response.ts'

const COOKIE = /^(?<name>[^=]+)=(?<value>[^;]*)/

/** Sends requests to `/app` like a browser: keeps the cookie it receives. */
export class Browser {
  readonly #service: TestService
  #cookie: string | undefined

  constructor(service: TestService, cookie?: string) {
    this.#service = service
    this.#cookie = cookie
  }

  get url(): string {
    return `${this.#service.url}/app`
  }

  get cookie(): string {
    assert.ok(this.#cookie !== undefined, 'there is no session')
    return this.#cookie
  }

  async send(
    method: string,
    path: string,
    { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<ApiResponse> {
    const sent = this.#cookie === undefined ? headers : { cookie: this.#cookie, ...headers }
    const request = { key: null, headers: sent, ...(body !== undefined && { body }) }
    const response = new ApiResponse(await this.#service.request(method, `/app${path}`, request))
    this.#keepCookie(response)
    return response
  }

  get(path: string): Promise<ApiResponse> {
    return this.send('GET', path)
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<ApiResponse> {
    return this.send('POST', path, { body, headers })
  }

  #keepCookie({ headers }: ApiResponse): void {
    const match = COOKIE.exec(headers.get('set-cookie') ?? '')?.groups
    if (match === undefined) return
    this.#cookie = match['value'] === '' ? undefined : `${match['name'] ?? ''}=${match['value'] ?? ''}`
  }
}
