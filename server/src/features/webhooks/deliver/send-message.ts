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

/** The result of sending a message; parts of it are stored in the delivery log. */
export interface Reception {
  readonly result: HttpResult
  /** Why the attempt failed, as a sentence; null if it succeeded. */
  readonly error: string | null
  readonly request: RequestHead
  readonly response: ResponseHead | null
}

const DEADLINE_MS = 15_000
const MAX_RESPONSE_BYTES = 64 * 1024
const STORED_BODY_BYTES = 1_024
const STORED_HEADER_CHARACTERS = 3_072

/** Sends one signed request. Redirects are never followed. */
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
    return `The receiver responded with status ${status}. Redirects are not followed: set the final URL.`
  if (status === 410) return 'The receiver responded with status 410 (gone), which disables the webhook.'
  return `The receiver responded with status ${status}.`
}

/**
 * The beginning of a response: enough to see what went wrong. The receiver knows the secret and may repeat it in an error
 * message about a signature, but more people can read the delivery log than may know the secret.
 */
function headOf({ headers, body }: HttpAnswer, secrets: readonly string[]): ResponseHead {
  const hidden = secrets.flatMap((secret) => [secret, secret.replace(/^whsec_/, '')])
  let charactersLeft = STORED_HEADER_CHARACTERS
  const clean = Object.entries(headers).map(([name, value]): [string, string] => [
    redactSecrets(name, hidden),
    redactSecrets(value, hidden),
  ])
  const stored = clean.filter(([name, value]) => {
    const size = name.length + value.length
    if (size > charactersLeft) return false
    charactersLeft -= size
    return true
  })
  return {
    headers: Object.fromEntries(stored),
    // Redacted before it is cut: half a secret would not be found.
    body: Buffer.from(redactBytes(body, hidden).subarray(0, STORED_BODY_BYTES)).toString('utf8'),
  }
}
