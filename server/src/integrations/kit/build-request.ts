import { encodeStrictly, isJsonObject, type JsonObject, type JsonValue } from '#domain/index.ts'
import type { NodeFailed, StreamedBody } from '#ports/index.ts'
import type { RequestShape } from './action.ts'
import { encodeBody } from './encode-body.ts'
import { listTexts, toText } from './encode-text.ts'
import { refuseParameter } from './refusal.ts'
import { fillShape, readParameter, type Shape } from './shape.ts'

const DOTS = /^(?:\.|%2e){1,2}$/i

/** A request relative to a base URL, without the credential. A connection completes it. */
export interface RelativeRequest {
  readonly method: string
  /** Encoded. */
  readonly path: string
  /** Encoded `name=value` pairs. */
  readonly query: readonly string[]
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | StreamedBody | undefined
}

/** Fills parameters into the template of a request. A file as the body is added afterwards (`withFileBody`). */
export function buildRequest(shape: RequestShape, parameters: JsonObject): RelativeRequest | NodeFailed {
  const path = fillPath(shape.path, parameters)
  if (typeof path !== 'string') return path
  const value = shape.body === undefined ? undefined : fillShape(shape.body.value, parameters)
  const body =
    shape.body === undefined || shape.body.as === 'file' || value === undefined || value === null
      ? undefined
      : encodeBody(shape.body.as, value, shape.body.type)
  if (body !== undefined && 'ok' in body) return body
  const headers = new Map(body === undefined ? [] : [['content-type', body.type]])
  for (const [name, given] of listMembers(shape.headers, parameters)) {
    if (given !== null) headers.set(name.toLowerCase(), listTexts(given).join(', '))
  }
  return {
    method: toText(fillShape(shape.method, parameters) ?? 'GET'),
    path,
    query: listMembers(shape.query, parameters).flatMap(([name, given]) =>
      listTexts(given).map((text) => encodePair(name, text)),
    ),
    headers: Object.fromEntries(headers),
    body: body?.content,
  }
}

function listMembers(
  shape: Shape | undefined,
  parameters: JsonObject,
): readonly (readonly [string, JsonValue])[] {
  const filled = shape === undefined ? undefined : fillShape(shape, parameters)
  return isJsonObject(filled) ? Object.entries(filled) : []
}

export function encodePair(name: string, value: string): string {
  return `${encodeStrictly(name)}=${encodeStrictly(value)}`
}

function fillPath(template: string, parameters: JsonObject): string | NodeFailed {
  let problem: NodeFailed | undefined
  const path = template.replaceAll(/\{([+=]?)([^{}]+)\}/g, (_, mode: string, name: string) => {
    const filled = encodePathValue(name, readParameter(parameters, name), mode)
    if (typeof filled === 'string') return filled
    problem ??= filled
    return ''
  })
  return problem ?? path
}

/** Encodes a value as a part of a path. Refuses `.` and `..`, encoded or not: they would lead to another path. */
export function encodePathValue(
  name: string,
  value: JsonValue | undefined,
  mode: string,
): string | NodeFailed {
  const text = value === undefined || value === null ? '' : toText(value)
  const segments = mode === '' ? [text] : text.split('/')
  if (text === '' || segments.some((segment) => DOTS.test(segment))) {
    const problem = text === '' ? 'empty' : '`.` or `..`'
    return refuseParameter(`The parameter \`${name}\` is part of the URL path and must not be ${problem}.`)
  }
  return mode === '=' ? text : segments.map(encodeStrictly).join('/')
}
