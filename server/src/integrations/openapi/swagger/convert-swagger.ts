import { isJsonObject, type JsonObject, type JsonValue } from '#domain/index.ts'
import { OpenApiDocumentReader } from '../document/openapi-document-reader.ts'
import { convertOperation } from './convert-operation.ts'
import { convertParameter } from './convert-parameter.ts'
import { convertReferences } from './convert-references.ts'
import { convertSecurityScheme } from './convert-security-scheme.ts'
import { convertServers } from './convert-servers.ts'

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch'])

/**
 * Converts a document in Swagger 2.0 to OpenAPI 3.0, as far as an import reads it: responses are left out, because they do
 * not become part of an action. Nothing is refused here. What cannot be expressed reaches the importer as it is, which skips
 * the operation with a reason.
 */
export function convertSwagger(swagger: JsonObject, source: string | undefined): JsonObject {
  const reader = new OpenApiDocumentReader(swagger)
  const { info, security, definitions, securityDefinitions, parameters } = swagger
  const servers = convertServers(swagger, swagger['schemes'], source)
  return {
    openapi: '3.0.3',
    ...(info === undefined ? {} : { info }),
    ...(servers === undefined ? {} : { servers }),
    ...(security === undefined ? {} : { security }),
    paths: mapObject(swagger['paths'], (item, path) =>
      path.startsWith('/') && isJsonObject(item) ? convertPathItem(reader, item, source) : item,
    ),
    components: {
      schemas: convertReferences(isJsonObject(definitions) ? definitions : {}),
      parameters: mapObject(parameters, (parameter) =>
        isJsonObject(parameter) ? convertParameter(parameter) : parameter,
      ),
      securitySchemes: mapObject(securityDefinitions, (scheme) =>
        isJsonObject(scheme) ? convertSecurityScheme(scheme) : scheme,
      ),
    },
  }
}

function convertPathItem(
  reader: OpenApiDocumentReader,
  item: JsonObject,
  source: string | undefined,
): JsonValue {
  const { $ref: reference, parameters: shared } = item
  if (typeof reference === 'string') return { $ref: reference }
  const methods = Object.entries(item).filter(([name]) => METHODS.has(name))
  return Object.fromEntries(
    methods.map(([name, operation]) => [
      name,
      isJsonObject(operation) ? convertOperation(reader, operation, { shared, source }) : operation,
    ]),
  )
}

function mapObject(
  value: JsonValue | undefined,
  convert: (member: JsonValue, name: string) => JsonValue,
): JsonObject {
  if (!isJsonObject(value)) return {}
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, convert(member, name)]))
}
