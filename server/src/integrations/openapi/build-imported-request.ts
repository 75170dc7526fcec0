import { serializeCookie, serializeHeader, serializePath, serializeQuery } from './serialize-parameter.ts'
import { type ImportedOperation, isJsonObject, type JsonObject, type JsonValue } from '#domain/index.ts'
import type { NodeFailed } from '#ports/index.ts'
import type { RelativeRequest } from '#integrations/kit/build-request.ts'
import { describeUnknownParameter } from '#integrations/kit/describe-unknown-parameter.ts'
import { encodeBody, type EncodedBody } from '#integrations/kit/encode-body.ts'
import { refuseParameter } from '#integrations/kit/refusal.ts'

const DOTS = /^\.{1,2}$/

/**
 * Builds the request of an imported operation. Required parameters must be given and unknown ones are refused. The values
 * themselves are left for the service to validate: it often accepts more than its document says.
 */
export function buildImportedRequest(
  operation: ImportedOperation,
  parameters: JsonObject,
): RelativeRequest | NodeFailed {
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
        // It would lead to another path.
        if (text === '' || DOTS.test(text)) {
          return refuseParameter(
            `The parameter \`${parameter.key}\` is part of the URL path and must not be ${text === '' ? 'empty' : '`.` or `..`'}.`,
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
  const { as, type, brackets = [], separators } = body
  const sent = separators === undefined ? value : joinLists(value, separators)
  // The boundary is part of the media type and follows from the body.
  if (as === 'multipart') return encodeBody(as, sent)
  if (as === 'form' && isJsonObject(sent) && brackets.length > 0) {
    return encodeBody('bracket form', spreadLists(sent, brackets), type)
  }
  return encodeBody(as, sent, type)
}

/** Writes the lists of these fields as one text each. */
function joinLists(value: JsonValue, separators: Readonly<Record<string, string>>): JsonValue {
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      Array.isArray(item) && Object.hasOwn(separators, name)
        ? (item as readonly JsonValue[])
            .map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)))
            .join(separators[name])
        : item,
    ]),
  )
}

/** Encodes as JSON the lists and objects that the document does not declare in bracket notation. */
function spreadLists(value: JsonObject, brackets: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      brackets.includes(name) || typeof item !== 'object' || item === null ? item : JSON.stringify(item),
    ]),
  )
}

/** What keeps an operation from being called with these parameters: missing ones and unknown ones. */
export function findImportedProblems(
  operation: ImportedOperation,
  parameters: JsonObject,
): readonly { readonly name: string; readonly message: string }[] {
  const known = knownParameters(operation)
  const names = known.map(({ key }) => key)
  return [
    ...known
      .filter(({ key, required }) => required && valueOf(parameters, key) === undefined)
      .map(({ key }) => ({
        name: key,
        message: `In the action \`${operation.name}\`, the parameter \`${key}\` is missing.`,
      })),
    ...Object.keys(parameters)
      .filter((given) => !names.includes(given))
      .map((given) => ({ name: given, message: describeUnknownParameter(operation.name, given, names) })),
  ]
}

function knownParameters({ parameters, body }: ImportedOperation) {
  return [...parameters, ...(body === undefined ? [] : [body])]
}

function findProblem(operation: ImportedOperation, parameters: JsonObject): string | undefined {
  const { name } = operation
  const known = knownParameters(operation)
  const missing = known.filter(({ key, required }) => required && valueOf(parameters, key) === undefined)
  if (missing.length > 0) {
    const names = missing.map(({ key }) => `\`${key}\``).join(', ')
    const subject = missing.length === 1 ? `the parameter ${names} is` : `the parameters ${names} are`
    return `In the action \`${name}\`, ${subject} missing.`
  }
  const unknown = Object.keys(parameters).find((given) => !known.some(({ key }) => key === given))
  if (unknown === undefined) return undefined
  return describeUnknownParameter(
    name,
    unknown,
    known.map(({ key }) => key),
  )
}

function valueOf(parameters: JsonObject, key: string): JsonValue | undefined {
  const value = Object.hasOwn(parameters, key) ? parameters[key] : undefined
  return value === null ? undefined : value
}
