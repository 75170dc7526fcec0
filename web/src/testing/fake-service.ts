import { vi } from 'vitest'

export interface SentRequest {
  method: string
  path: string
  headers: Headers
  body: unknown
}

type FakeResponse = { status: number; body: unknown; headers?: Record<string, string> } | 'unreachable'

export const ok = (data: unknown, status = 200): FakeResponse => ({ status, body: { success: true, data } })

/** A page of a numbered list. */
export const okPage = (data: readonly unknown[], total = data.length): FakeResponse => ({
  status: 200,
  body: { success: true, data, meta: { page: 1, limit: 100, total } },
})

export function failure(status: number, code: string, message: string, details: object = {}): FakeResponse {
  return { status, body: { success: false, error: { code, message, details } } }
}

/** Replaces fetch: responds by "METHOD /path", with or without the query, and records the requests. */
export function fakeService(
  responses: Record<string, FakeResponse | ((request: SentRequest) => FakeResponse)>,
): SentRequest[] {
  const sent: SentRequest[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const request: SentRequest = {
      method: init.method ?? 'GET',
      path,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    }
    sent.push(request)
    const prepared =
      responses[`${request.method} ${path}`] ?? responses[`${request.method} ${path.split('?', 1)[0]}`]
    if (prepared === undefined) throw new Error(`no response prepared for ${request.method} ${path}`)
    const response = typeof prepared === 'function' ? prepared(request) : prepared
    if (response === 'unreachable') throw new TypeError('Failed to fetch')
    const text = typeof response.body === 'string' ? response.body : JSON.stringify(response.body)
    return new Response(text, { status: response.status, headers: response.headers ?? {} })
  })
  return sent
}
