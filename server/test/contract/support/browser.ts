import assert from 'node:assert/strict'
import type { TestService } from '#test/support/test-service.ts'
import { Answer } from './answer.ts'

const COOKIE = /^(?<name>[^=]+)=(?<value>[^;]*)/

/** Speaks to `/app` as a browser does: keeps the cookie it is given. */
export class Browser {
  readonly #service: TestService
  #cookie: string | undefined

  constructor(service: TestService, cookie?: string) {
    this.#service = service
    this.#cookie = cookie
  }

  get cookie(): string {
    assert.ok(this.#cookie !== undefined, 'there is no session')
    return this.#cookie
  }

  async send(
    method: string,
    path: string,
    { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const sent = this.#cookie === undefined ? headers : { cookie: this.#cookie, ...headers }
    const request = { key: null, headers: sent, ...(body !== undefined && { body }) }
    const answer = new Answer(await this.#service.request(method, `/app${path}`, request))
    this.#keepCookie(answer)
    return answer
  }

  get(path: string): Promise<Answer> {
    return this.send('GET', path)
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('POST', path, { body, headers })
  }

  #keepCookie({ headers }: Answer): void {
    const match = COOKIE.exec(headers.get('set-cookie') ?? '')?.groups
    if (match === undefined) return
    this.#cookie = match['value'] === '' ? undefined : `${match['name'] ?? ''}=${match['value'] ?? ''}`
  }
}
