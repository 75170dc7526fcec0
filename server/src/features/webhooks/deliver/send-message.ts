import { redactBytes, redactSecrets, type RequestHead, type ResponseHead } from '#domain/index.ts'
import type { HttpAnswer, HttpClient, HttpResult } from '#ports/index.ts'
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
    response: result.ok ? headOf(result, secrets) : null,
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

/**
 * The beginning of an answer: enough to see what went wrong, whatever was sent. The receiver knows the secret too, and may
 * well repeat it where it complains of a signature; the log of deliveries is read by more people than the secret is for.
 */
function headOf({ headers, body }: HttpAnswer, secrets: readonly string[]): ResponseHead {
  const hidden = secrets.flatMap((secret) => [secret, secret.replace(/^whsec_/, '')])
  let room = KEPT_HEADER_CHARACTERS
  const clean = Object.entries(headers).map(([name, value]): [string, string] => [
    redactSecrets(name, hidden),
    redactSecrets(value, hidden),
  ])
  const kept = clean.filter(([name, value]) => {
    const size = name.length + value.length
    if (size > room) return false
    room -= size
    return true
  })
  return {
    headers: Object.fromEntries(kept),
    // Before it is cut: half a secret would not be found.
    body: Buffer.from(redactBytes(body, hidden).subarray(0, KEPT_BODY_BYTES)).toString('utf8'),
  }
}
