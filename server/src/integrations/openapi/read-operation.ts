import type { ImportedOperation, ImportedParameter, JsonObject, JsonValue } from '#domain/index.ts'
import type { OpenApiDocumentReader } from './document/openapi-document-reader.ts'
import type { OperationNames } from './name-operation.ts'
import { readRequestBody } from './read-request-body.ts'
import { readParameters } from './read-parameters.ts'
import { readSecurity } from './read-security.ts'
import { readServers } from './read-servers.ts'

export interface FoundOperation {
  readonly method: string
  readonly path: string
  readonly item: JsonObject
  readonly operation: JsonObject
}

const HARMLESS = new Set(['GET', 'HEAD', 'OPTIONS'])
const IDEMPOTENT = new Set([...HARMLESS, 'PUT', 'DELETE'])

/** `statement` is the one parameter in which the `integration` node does not evaluate expressions. */
const RESERVED_KEYS = ['statement']

/** Reads an operation as an action; a string explains why it cannot be one. */
export function readOperation(
  reader: OpenApiDocumentReader,
  { method, path, item, operation }: FoundOperation,
  names: OperationNames,
  source: string | undefined,
): ImportedOperation | string {
  const parameters = readParameters(reader, path, [item['parameters'], operation['parameters']])
  if (typeof parameters === 'string') return parameters
  const body = readRequestBody(reader, operation['requestBody'])
  if (typeof body === 'string') return body

  const keys = new Set(RESERVED_KEYS)
  const properties: Record<string, JsonValue> = {}
  const required: string[] = []
  const placed: ImportedParameter[] = []
  for (const { parameter, schema } of parameters) {
    const key = takeKey(keys, parameter.name, parameter.in)
    placed.push({ ...parameter, key })
    properties[key] = schema
    if (parameter.required) required.push(key)
  }
  const bodyKey = body === undefined ? undefined : takeKey(keys, 'body', 'request')
  if (body !== undefined && bodyKey !== undefined) {
    properties[bodyKey] = body.schema
    if (body.body.required) required.push(bodyKey)
  }
  const servers = operation['servers'] ?? item['servers']
  const baseUrl = servers === undefined ? undefined : readServers(servers, source)
  const security = readSecurity(operation['security'])
  const help = [operation['description'], item['description']].find((text) => typeof text === 'string')
  return {
    name: names.next(operation['operationId'], method, path),
    title: titleOf(operation['summary'] ?? item['summary'], method, path),
    help: (help ?? '').slice(0, 2000),
    method,
    path,
    idempotent: IDEMPOTENT.has(method),
    parameters: placed,
    ...(body === undefined || bodyKey === undefined ? {} : { body: { ...body.body, key: bodyKey } }),
    ...(security === undefined ? {} : { security }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    schema: { type: 'object', properties, ...(required.length === 0 ? {} : { required }) },
  }
}

/** Whether the operation needs no parameters and changes nothing, so that a connection test can use it. */
export function isHarmless({ method, parameters, path, baseUrl }: ImportedOperation): boolean {
  return (
    method === 'GET' &&
    baseUrl === undefined &&
    !path.includes('{') &&
    parameters.every(({ required }) => !required)
  )
}

/** Makes keys unique: parameters in different locations, or a parameter and the body, can have the same name. */
function takeKey(keys: Set<string>, name: string, location: string): string {
  // These keys are not allowed in any value.
  const wanted = /^(?:__proto__|constructor|prototype)$/.test(name) ? `${name}_${location}` : name
  let key = wanted
  for (let count = 1; keys.has(key); count += 1) key = `${wanted}_${location}${count === 1 ? '' : count}`
  keys.add(key)
  return key
}

function titleOf(summary: JsonValue | undefined, method: string, path: string): string {
  return typeof summary === 'string' && summary.trim() !== ''
    ? summary.trim().slice(0, 200)
    : `${method} ${path}`.slice(0, 200)
}
