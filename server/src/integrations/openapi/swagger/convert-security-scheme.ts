import type { JsonObject, JsonValue } from '#domain/index.ts'

/** The names of the OAuth 2 flows in OpenAPI 3.0, by those in Swagger 2.0. */
const FLOWS: Readonly<Record<string, string>> = {
  implicit: 'implicit',
  password: 'password',
  application: 'clientCredentials',
  accessCode: 'authorizationCode',
}

export function convertSecurityScheme(scheme: JsonObject): JsonObject {
  const { type, description, flow, authorizationUrl, tokenUrl, scopes } = scheme
  const help: JsonObject = description === undefined ? {} : { description }
  if (type === 'basic') return { ...help, type: 'http', scheme: 'basic' }
  if (type !== 'oauth2') return scheme
  const name = typeof flow === 'string' && Object.hasOwn(FLOWS, flow) ? FLOWS[flow] : undefined
  const addresses = omitUndefined({ authorizationUrl, tokenUrl, scopes: scopes ?? {} })
  return { ...help, type: 'oauth2', flows: name === undefined ? {} : { [name]: addresses } }
}

function omitUndefined(members: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(members).filter((member): member is [string, JsonValue] => member[1] !== undefined),
  )
}
