import { type JsonValue, redactBytes } from '#domain/index.ts'
import { findUnfitJson } from '#nodes/outgoing/find-unfit-json.ts'
import type { HttpAnswer, NodeFailed } from '#ports/index.ts'

export interface ResponseBody {
  readonly body: JsonValue
  readonly encoding: 'json' | 'text' | 'base64' | 'file'
}

/** How to read a body; undefined: decided by its media type. */
export type BodyForm = 'json' | 'text' | undefined

const TEXT_TYPES =
  /^text\/|^application\/(?:xml|javascript|ecmascript|x-www-form-urlencoded|graphql|yaml|x-ndjson)$|\+(?:xml|yaml)$/

/**
 * Reads the body of a response as the parameters ask. Redacts bytes before it encodes them as base64: afterwards secrets
 * would not be recognized.
 */
export function readResponseBody(
  answer: HttpAnswer,
  form: BodyForm,
  secrets: readonly string[],
): ResponseBody | NodeFailed {
  const { type, charset } = readContentType(answer.headers['content-type'] ?? '')
  if (form === 'text') return { body: decode(answer.body, charset), encoding: 'text' }
  const saysJson = /^(?:application|text)\/json$|\+json$/.test(type)
  if (form === 'json' || saysJson) return readJson(answer, saysJson)
  if (TEXT_TYPES.test(type)) return { body: decode(answer.body, charset), encoding: 'text' }
  const text = decodeStrictly(answer.body)
  if (text !== undefined) return { body: text, encoding: 'text' }
  return { body: Buffer.from(redactBytes(answer.body, secrets)).toString('base64'), encoding: 'base64' }
}

function readJson(answer: HttpAnswer, saysJson: boolean): ResponseBody | NodeFailed {
  const text = decode(answer.body, 'utf-8')
  if (text.trim() === '') return { body: null, encoding: 'json' }
  let body: JsonValue
  try {
    body = JSON.parse(text) as JsonValue
  } catch {
    return refuseResponse(saysJson ? 'has a JSON content type, but is not valid JSON' : 'is not valid JSON')
  }
  const problem = findUnfitJson(body)
  return problem === undefined ? { body, encoding: 'json' } : refuseResponse(problem)
}

/** The advice at the end of the message. Callers without this parameter replace it. */
export const READ_AS_TEXT = 'Set `response` to `text` to read it as a string.'

function refuseResponse(problem: string): NodeFailed {
  const message = `The response ${problem}. ${READ_AS_TEXT}`
  return { ok: false, code: 'INVALID_RESPONSE', message }
}

function readContentType(header: string): { readonly type: string; readonly charset: string } {
  const [type = '', ...parameters] = header.split(';').map((part) => part.trim())
  const charset = parameters.find((parameter) => /^charset=/i.test(parameter))
  return {
    type: type.toLowerCase(),
    charset: charset === undefined ? 'utf-8' : charset.slice('charset='.length).replaceAll('"', ''),
  }
}

function decode(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    // An unknown charset: most text is UTF-8.
    return new TextDecoder().decode(bytes)
  }
}

/** Undefined when the bytes are not UTF-8 text. */
function decodeStrictly(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
