import { isJsonObject, type JsonObject, type JsonValue } from '#domain/index.ts'
import type { OpenApiDocumentReader } from '../document/openapi-document-reader.ts'
import { convertParameter, listStyle, valueSchema } from './convert-parameter.ts'
import { convertReferences } from './convert-references.ts'
import { convertServers } from './convert-servers.ts'

const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'
const KEPT = ['operationId', 'summary', 'description', 'security', 'deprecated', 'tags'] as const

interface OperationContext {
  /** The parameters of all operations of the path. */
  readonly shared: JsonValue | undefined
  readonly source: string | undefined
}

export function convertOperation(
  reader: OpenApiDocumentReader,
  operation: JsonObject,
  { shared, source }: OperationContext,
): JsonObject {
  const converted: Record<string, JsonValue> = {}
  for (const name of KEPT) {
    const value = operation[name]
    if (value !== undefined) converted[name] = value
  }
  const servers =
    operation['schemes'] === undefined
      ? undefined
      : convertServers(reader.document, operation['schemes'], source)
  if (servers !== undefined) converted['servers'] = servers

  const given = joinParameters(reader, shared, operation['parameters'])
  const others = given.filter(({ in: location }) => location !== 'body' && location !== 'formData')
  if (others.length > 0) converted['parameters'] = others.map(convertUnlessReference)
  const consumes = operation['consumes'] ?? reader.document['consumes']
  const body = convertBody(given, Array.isArray(consumes) ? consumes.filter(isText) : [])
  if (body !== undefined) converted['requestBody'] = body
  return converted
}

/**
 * The parameters of the path and the operation; those of the operation win. References are resolved, because a parameter in
 * the body becomes something else than a parameter. One that cannot be resolved stays, and the importer says why.
 */
function joinParameters(
  reader: OpenApiDocumentReader,
  ...lists: readonly (JsonValue | undefined)[]
): readonly JsonObject[] {
  const found = new Map<string, JsonObject>()
  for (const item of lists.flatMap((list) => (Array.isArray(list) ? (list as readonly JsonValue[]) : []))) {
    const resolved = reader.resolve(item)
    const parameter = typeof resolved === 'string' ? (isJsonObject(item) ? item : {}) : resolved
    const { name, in: location, $ref: reference } = parameter
    // There is one body, whatever its name.
    const key = location === 'body' ? 'body' : JSON.stringify([location, name, reference])
    found.set(key, parameter)
  }
  return [...found.values()]
}

function convertUnlessReference(parameter: JsonObject): JsonObject {
  return typeof parameter['$ref'] === 'string' ? parameter : convertParameter(parameter)
}

function convertBody(parameters: readonly JsonObject[], consumes: readonly string[]): JsonObject | undefined {
  const body = parameters.find(({ in: location }) => location === 'body')
  const fields = parameters.filter(({ in: location }) => location === 'formData')
  if (body !== undefined) {
    const { schema, required, description } = body
    const media = { schema: isJsonObject(schema) ? convertReferences(schema) : {} }
    const types = consumes.length === 0 ? ['application/json'] : consumes
    return {
      ...(description === undefined ? {} : { description }),
      required: required === true,
      content: Object.fromEntries(types.map((type) => [type, media])),
    }
  }
  if (fields.length === 0) return undefined
  const media = convertFields(fields)
  const hasFile = fields.some(({ type }) => type === 'file')
  const forms = consumes.filter((type) => [FORM, MULTIPART].includes(type.trim().toLowerCase()))
  const types = hasFile ? [MULTIPART] : forms.length === 0 ? [FORM] : forms
  return {
    required: fields.some(({ required }) => required === true),
    content: Object.fromEntries(types.map((type) => [type, media])),
  }
}

/** The fields of a form as one object. */
function convertFields(fields: readonly JsonObject[]): JsonObject {
  const properties: Record<string, JsonValue> = {}
  const encoding: Record<string, JsonValue> = {}
  const required: string[] = []
  for (const field of fields) {
    const { name, description } = field
    if (typeof name !== 'string' || name === '__proto__') continue
    properties[name] = { ...valueSchema(field), ...(description === undefined ? {} : { description }) }
    if (field['required'] === true) required.push(name)
    const style = field['type'] === 'array' ? listStyle(field) : undefined
    if (style !== undefined) encoding[name] = style
  }
  return {
    schema: { type: 'object', properties, ...(required.length === 0 ? {} : { required }) },
    ...(Object.keys(encoding).length === 0 ? {} : { encoding }),
  }
}

function isText(value: JsonValue): value is string {
  return typeof value === 'string'
}
