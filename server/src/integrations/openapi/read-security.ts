import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type SecurityChoices,
  type SecurityScheme,
} from '#domain/index.ts'
import type { OpenApiDocumentReader } from './document/openapi-document-reader.ts'

/** Reads the schemes that a credential can fulfil. Others (mutual TLS, digest) are left out: requests do not use them. */
export function readSchemes(reader: OpenApiDocumentReader): readonly SecurityScheme[] {
  const { components } = reader.document
  const schemes = isJsonObject(components) ? components['securitySchemes'] : undefined
  if (!isJsonObject(schemes)) return []
  return Object.entries(schemes).flatMap(([name, given]) => {
    const scheme = reader.resolve(given)
    const read = typeof scheme === 'string' ? undefined : readScheme(name, scheme)
    return read === undefined ? [] : [read]
  })
}

function readScheme(name: string, scheme: JsonObject): SecurityScheme | undefined {
  const { type, in: location, name: key, scheme: word, description } = scheme
  const help = typeof description === 'string' ? description.slice(0, 1000) : ''
  if (type === 'apiKey' && typeof key === 'string') {
    return location === 'header' || location === 'query' || location === 'cookie'
      ? { name, kind: location, key, help }
      : undefined
  }
  if (type === 'http' && typeof word === 'string') {
    const kind = word.toLowerCase()
    return kind === 'bearer' || kind === 'basic' ? { name, kind, help } : undefined
  }
  if (type !== 'oauth2' && type !== 'openIdConnect') return undefined
  const { flows } = scheme
  const flow = isJsonObject(flows) ? flows['clientCredentials'] : undefined
  const tokenUrl = isJsonObject(flow) ? flow['tokenUrl'] : undefined
  return { name, kind: 'oauth2', help, ...(typeof tokenUrl === 'string' ? { tokenUrl } : {}) }
}

/** Undefined when the document does not specify security. */
export function readSecurity(security: JsonValue | undefined): SecurityChoices | undefined {
  if (!Array.isArray(security)) return undefined
  return (security as readonly JsonValue[]).filter(isJsonObject).map((choice) => Object.keys(choice))
}
