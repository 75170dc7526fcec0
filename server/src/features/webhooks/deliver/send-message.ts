import type { RequestHead, ResponseHead } from '#domain/delivery.ts'
import type { HttpAnswer, HttpClient, HttpResult } from '#ports/http-client.ts'
import { signMessage } from './sign-message.ts'

export interface Message {
  readonly id: string
  readonly url: string
  readonly body: string
  readonly secrets: readonly string[]
  /** When it is sent. */
  readonly at: number
}

/** How a message was received; a part of it goes into the log. */
export interface Reception {
  readonly result: HttpResult
  /** Why it counts as failed, in words; null when it does not. */
  readonly error: string | null
  readonly request: RequestHead
  readonly response: ResponseHead | null
}

const DEADLINE_MS = 15_000
const MAX_RESPONSE_BYTES = 64 * 1024
const KEPT_BODY_BYTES = 1_024
const KEPT_HEADER_CHARACTERS = 3_072

/** One signed request. Redirects are never followed. */
export async function sendMessage(
  http: HttpClient,
  message: Message,
  signal: AbortSignal,
): Promise<Reception> {
  const { id, url, body, secrets, at } = message
  const seconds = Math.floor(at / 1_000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Millrace',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signMessage(secrets, { id, seconds, body }),
  }
  const result = await http.send({
    method: 'POST',
    url,
    headers,
    body,
    deadlineMs: DEADLINE_MS,
    maxResponseBytes: MAX_RESPONSE_BYTES,
    redirects: 0,
    signal,
  })
  return {
    result,
    error: explain(result),
    request: { url, headers },
    response: result.ok ? headOf(result) : null,
  }
}

function explain(result: HttpResult): string | null {
  if (!result.ok) return result.message
  const { status } = result
  if (status >= 200 && status < 300) return null
  if (status < 400)
    return `The receiver answered ${status}: redirects are not followed, so give its final address.`
  if (status === 410) return 'The receiver answered 410 (gone), which disables the webhook.'
  return `The receiver answered ${status}.`
}

/** The beginning of an answer: enough to see what went wrong, whatever was sent. */
function headOf({ headers, body }: HttpAnswer): ResponseHead {
  let room = KEPT_HEADER_CHARACTERS
  const kept = Object.entries(headers).filter(([name, value]) => {
    const size = name.length + value.length
    if (size > room) return false
    room -= size
    return true
  })
  return {
    headers: Object.fromEntries(kept),
    body: Buffer.from(body.subarray(0, KEPT_BODY_BYTES)).toString('utf8'),
  }
}
