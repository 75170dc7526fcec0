import { type JsonValue, redactBytes } from '#domain/index.ts'
import { findUnfitJson } from '#nodes/outgoing/find-unfit-json.ts'
import type { HttpAnswer, NodeFailed } from '#ports/index.ts'

export interface ReadBody {
  readonly body: JsonValue
  readonly encoding: 'json' | 'text' | 'base64'
}

/** What becomes of a body; undefined: what its type says. */
export type BodyForm = 'json' | 'text' | undefined

const TEXT_TYPES =
  /^text\/|^application\/(?:xml|javascript|ecmascript|x-www-form-urlencoded|graphql|yaml|x-ndjson)$|\+(?:xml|yaml)$/

/** The body of an answer as the parameters want it. Bytes that become base64 are redacted here: nobody could later. */
export function readBody(
  answer: HttpAnswer,
  form: BodyForm,
  secrets: readonly string[],
): ReadBody | NodeFailed {
  const { type, charset } = readContentType(answer.headers['content-type'] ?? '')
  if (form === 'text') return { body: decode(answer.body, charset), encoding: 'text' }
  const saysJson = /^(?:application|text)\/json$|\+json$/.test(type)
  if (form === 'json' || saysJson) return readJson(answer, saysJson)
  if (TEXT_TYPES.test(type)) return { body: decode(answer.body, charset), encoding: 'text' }
  const text = decodeStrictly(answer.body)
  if (text !== undefined) return { body: text, encoding: 'text' }
  return { body: Buffer.from(redactBytes(answer.body, secrets)).toString('base64'), encoding: 'base64' }
}

function readJson(answer: HttpAnswer, saysJson: boolean): ReadBody | NodeFailed {
  const text = decode(answer.body, 'utf-8')
  if (text.trim() === '') return { body: null, encoding: 'json' }
  let body: JsonValue
  try {
    body = JSON.parse(text) as JsonValue
  } catch {
    return refuseAnswer(saysJson ? 'says that it is JSON, and is not' : 'is no JSON')
  }
  const problem = findUnfitJson(body)
  return problem === undefined ? { body, encoding: 'json' } : refuseAnswer(problem)
}

function refuseAnswer(problem: string): NodeFailed {
  const message = `The answer ${problem}. With \`response\` set to \`text\` it is kept as it is.`
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
    // A charset that nobody knows is read as UTF-8, which most texts are.
    return new TextDecoder().decode(bytes)
  }
}

/** Undefined for bytes that are no text. */
function decodeStrictly(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
