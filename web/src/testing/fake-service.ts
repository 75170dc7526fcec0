import { vi } from 'vitest'

export interface SentRequest {
  method: string
  path: string
  headers: Headers
  body: unknown
}

type Answer = { status: number; body: unknown; headers?: Record<string, string> } | 'no answer'

export const ok = (data: unknown, status = 200): Answer => ({ status, body: { success: true, data } })

export function refusal(status: number, code: string, message: string, details: object = {}): Answer {
  return { status, body: { success: false, error: { code, message, details } } }
}

/** Takes the place of the service: answers by "METHOD /path" and remembers what it was asked. */
export function fakeService(
  answers: Record<string, Answer | ((request: SentRequest) => Answer)>,
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
    const prepared = answers[`${request.method} ${path}`]
    if (prepared === undefined) throw new Error(`no answer prepared for ${request.method} ${path}`)
    const answer = typeof prepared === 'function' ? prepared(request) : prepared
    if (answer === 'no answer') throw new TypeError('Failed to fetch')
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
    return new Response(text, { status: answer.status, headers: answer.headers ?? {} })
  })
  return sent
}
