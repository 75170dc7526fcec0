import { isFileValue, isJsonObject, type JsonValue, nameJsonType, readOutgoingUrl } from '#domain/index.ts'
import { refuseParameter } from '#nodes/parameters/refuse-parameter.ts'
import type { NodeFailed } from '#ports/index.ts'
import type { HttpParameters } from './http-parameters.ts'
import { addQuery, type RequestPlan } from './request-plan.ts'

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** Builds the first request from the parameters. */
export function planRequest(parameters: HttpParameters): RequestPlan | NodeFailed {
  const address = readOutgoingUrl(parameters.url.trim())
  if (!address.ok) return refuseParameter(`The parameter \`url\` ${address.problem}.`)
  const body = planBody(parameters)
  if ('ok' in body) return body
  const headers = new Map<string, string>()
  if (body.type !== undefined) headers.set('content-type', body.type)
  for (const [name, value] of Object.entries((parameters.headers ?? {}) as Record<string, JsonValue>)) {
    if (value !== null) headers.set(name.toLowerCase(), listTexts(value).join(', '))
  }
  return {
    method: parameters.method ?? 'GET',
    url: addQuery(address.url, listPairs((parameters.query ?? {}) as Record<string, JsonValue>)),
    headers: Object.fromEntries(headers),
    body: body.content,
  }
}

export function bodyTypeOf({ body, body_type: given }: HttpParameters) {
  if (given !== undefined) return given
  if (typeof body === 'string') return 'text'
  return isFileValue(body as JsonValue | undefined) ? 'file' : 'json'
}

interface PlannedBody {
  readonly content: string | Uint8Array | undefined
  readonly type: string | undefined
}

function planBody(parameters: HttpParameters): PlannedBody | NodeFailed {
  const body = (parameters.body ?? null) as JsonValue
  if (body === null) return { content: undefined, type: undefined }
  const kind = bodyTypeOf(parameters)
  switch (kind) {
    case 'json':
      return { content: JSON.stringify(body), type: 'application/json' }
    case 'text':
      return { content: toText(body), type: 'text/plain; charset=utf-8' }
    case 'form':
      return isJsonObject(body)
        ? {
            content: new URLSearchParams(listPairs(body)).toString(),
            type: 'application/x-www-form-urlencoded',
          }
        : refuseBody('form', 'an object', body)
    case 'binary': {
      const text = typeof body === 'string' ? body.replaceAll(/\s/g, '') : undefined
      return text !== undefined && BASE64.test(text)
        ? { content: Buffer.from(text, 'base64'), type: 'application/octet-stream' }
        : refuseBody('binary', 'a base64 string', body)
    }
    case 'file':
    case 'multipart':
      // Files are opened when the request is sent: see `openBody`.
      return { content: undefined, type: undefined }
    default:
      return kind satisfies never
  }
}

function refuseBody(kind: string, wanted: string, body: JsonValue): NodeFailed {
  const given = typeof body === 'string' ? 'another string' : nameJsonType(body)
  return refuseParameter(
    `The parameter \`body\` must be ${wanted} for the body type \`${kind}\`, but it is ${given}.`,
  )
}

function listPairs(members: Readonly<Record<string, JsonValue>>): [string, string][] {
  return Object.entries(members).flatMap(([name, value]) => listTexts(value).map((text) => [name, text]))
}

function listTexts(value: JsonValue): readonly string[] {
  if (value === null) return []
  return Array.isArray(value) ? (value as readonly JsonValue[]).flatMap(listTexts) : [toText(value)]
}

function toText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
