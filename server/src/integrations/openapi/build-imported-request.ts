import { type ImportedOperation, isJsonObject, type JsonObject, type JsonValue } from '#domain/index.ts'
import type { RequestParts } from '#integrations/entry/build-request.ts'
import { encodeBody, type EncodedBody } from '#integrations/entry/encode-body.ts'
import { refuseParameter } from '#integrations/entry/refusal.ts'
import type { NodeFailed } from '#ports/index.ts'
import { serializeCookie, serializeHeader, serializePath, serializeQuery } from './serialize-parameter.ts'

const DOTS = /^\.{1,2}$/

/**
 * The request of an imported operation. What is required must be there, and nothing may be given that it does not know;
 * whether the values are good ones is judged by the service itself, which often takes more than its document says.
 */
export function buildImportedRequest(
  operation: ImportedOperation,
  parameters: JsonObject,
): RequestParts | NodeFailed {
  const problem = findProblem(operation, parameters)
  if (problem !== undefined) return refuseParameter(problem)
  let { path } = operation
  const query: string[] = []
  const headers = new Map<string, string>()
  const cookies: string[] = []
  for (const parameter of operation.parameters) {
    const value = valueOf(parameters, parameter.key)
    if (value === undefined) continue
    switch (parameter.in) {
      case 'path': {
        const text = serializePath(parameter, value)
        // It would lead elsewhere.
        if (text === '' || DOTS.test(text)) {
          return refuseParameter(
            `The parameter \`${parameter.key}\` is a part of the address and must not be ${text === '' ? 'empty' : '`.` or `..`'}.`,
          )
        }
        path = path.replaceAll(`{${parameter.name}}`, () => text)
        break
      }
      case 'query':
        query.push(...serializeQuery(parameter, value))
        break
      case 'header':
        headers.set(parameter.name.toLowerCase(), serializeHeader(parameter, value))
        break
      case 'cookie':
        cookies.push(serializeCookie(parameter, value))
        break
      default:
        return parameter.in satisfies never
    }
  }
  if (cookies.length > 0) headers.set('cookie', cookies.join('; '))
  const body = encode(operation, parameters)
  if (body !== undefined && 'ok' in body) return body
  if (body !== undefined) headers.set('content-type', body.type)
  if (!headers.has('accept')) headers.set('accept', 'application/json, */*;q=0.5')
  return { method: operation.method, path, query, headers: Object.fromEntries(headers), body: body?.content }
}

function encode({ body }: ImportedOperation, parameters: JsonObject): EncodedBody | NodeFailed | undefined {
  const value = body === undefined ? undefined : valueOf(parameters, body.key)
  if (body === undefined || value === undefined) return undefined
  const { as, type, brackets = [] } = body
  // A boundary belongs to the media type, and is made with the body.
  if (as === 'multipart') return encodeBody(as, value)
  if (as === 'form' && isJsonObject(value) && brackets.length > 0) {
    return encodeBody('bracket form', spreadLists(value, brackets), type)
  }
  return encodeBody(as, value, type)
}

/** Fields that are not written in brackets keep their name for each entry of a list. */
function spreadLists(value: JsonObject, brackets: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      brackets.includes(name) || typeof item !== 'object' || item === null ? item : JSON.stringify(item),
    ]),
  )
}

function findProblem(operation: ImportedOperation, parameters: JsonObject): string | undefined {
  const { name, body } = operation
  const known = [...operation.parameters, ...(body === undefined ? [] : [body])]
  const missing = known.filter(({ key, required }) => required && valueOf(parameters, key) === undefined)
  if (missing.length > 0) {
    return `For the action \`${name}\` the parameter ${missing.map(({ key }) => `\`${key}\``).join(', ')} is missing.`
  }
  const unknown = Object.keys(parameters).find((given) => !known.some(({ key }) => key === given))
  if (unknown === undefined) return undefined
  return `The action \`${name}\` has no parameter \`${unknown}\`; it takes ${known.map(({ key }) => `\`${key}\``).join(', ') || 'none'}.`
}

function valueOf(parameters: JsonObject, key: string): JsonValue | undefined {
  const value = Object.hasOwn(parameters, key) ? parameters[key] : undefined
  return value === null ? undefined : value
}
