import { redactSecrets } from '#domain/index.ts'
import { parseDate } from '@millrace/expressions'
import type { HttpAnswer, NodeFailed } from '#ports/index.ts'

const FIRST_ERROR = 400
const FIRST_SERVER_ERROR = 500
/** Request Timeout, Too Early, Too Many Requests: the same request may succeed later. */
const RETRYABLE = new Set([408, 425, 429])
const MAX_RETRY_AFTER_MS = 86_400_000
const EXCERPT_CHARACTERS = 300

/** The failure for an error status; undefined for other statuses. */
export function judgeStatus(
  answer: HttpAnswer,
  now: number,
  secrets: readonly string[],
): NodeFailed | undefined {
  const { status } = answer
  if (status < FIRST_ERROR) return undefined
  const isFinal = status < FIRST_SERVER_ERROR && !RETRYABLE.has(status)
  const retryAfterMs = isFinal ? undefined : readRetryAfter(answer.headers['retry-after'], now)
  const said = excerptOf(answer, secrets)
  return {
    ok: false,
    code: `HTTP_${status}`,
    message: `${new URL(answer.url).host} responded with status ${status}${said === '' ? '.' : `: ${said}`}`,
    ...(isFinal ? { permanent: true } : {}),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  }
}

/** Reads seconds or a date; at most one day. */
function readRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  const text = header.trim()
  const at = /^\d+$/.test(text) ? now + Number(text) * 1000 : parseDate(text, 'UTC')
  return at === undefined || at <= now ? undefined : Math.min(at - now, MAX_RETRY_AFTER_MS)
}

/** The beginning of the response body in one line. Redacts before it truncates: half a secret would not be recognized. */
function excerptOf({ body }: HttpAnswer, secrets: readonly string[]): string {
  if (body.includes(0)) return ''
  const text = redactSecrets(new TextDecoder().decode(body), secrets)
  const excerpt = shorten(text)
  const sentence = findSentence(text)
  return sentence === undefined ? excerpt : `${shorten(sentence)} ${excerpt}`
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= EXCERPT_CHARACTERS ? line : `${line.slice(0, EXCERPT_CHARACTERS)}…`
}

/** Where services commonly write what went wrong in words, outermost first. */
const SENTENCES: readonly (readonly [string, ...string[]])[] = [
  ['detail'],
  ['message'],
  ['error', 'message'],
  ['errors', '0', 'message'],
  ['error_description'],
]

/** What a JSON body says in words, as a sentence: people read it before the rest of the body. */
function findSentence(text: string): string | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return undefined
  }
  const found = SENTENCES.map((path) => path.reduce(member, body)).find(
    (value): value is string => typeof value === 'string' && value.trim() !== '',
  )
  return found === undefined ? undefined : found.trim().replace(/[^.!?…]$/, '$&.')
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
