import {
  clientCredentialsGrant,
  type ImportedApi,
  type ImportedOperation,
  parseCustomHeader,
  parseOAuth2Client,
  parseQueryParam,
  type SecurityScheme,
} from '#domain/index.ts'
import type { NodeFailed } from '#ports/index.ts'
import type { HttpConnection } from '#integrations/kit/integration-entry.ts'
import { readObject } from '#integrations/kit/credential-form.ts'
import { refuse } from '#integrations/kit/refusal.ts'

/** The credential types that each kind of security scheme accepts; the first is the preferred one. */
const TYPES: Readonly<Record<SecurityScheme['kind'], readonly string[]>> = {
  header: ['api_key'],
  query: ['api_key'],
  cookie: ['api_key'],
  bearer: ['bearer_token', 'oauth2_client'],
  basic: ['basic_auth'],
  oauth2: ['oauth2_client', 'bearer_token'],
}

/** The credential type with values for several schemes: a JSON object by scheme name. */
const MANY_SCHEMES = 'openapi'

/** Credential types whose value says where it is sent. */
const SELF_ATTACHED = new Set(['custom_header', 'query_param'])

export function credentialTypesOf(scheme: SecurityScheme): readonly string[] {
  return TYPES[scheme.kind]
}

interface Given {
  readonly type: string
  readonly value: string
}

/** The base URL and the credential for the requests of an imported operation. */
export function connectImported(
  api: Pick<ImportedApi, 'baseUrl' | 'security' | 'schemes'>,
  operation: Pick<ImportedOperation, 'baseUrl' | 'security'>,
  credential: Given | undefined,
): HttpConnection | NodeFailed {
  const baseUrl = operation.baseUrl ?? api.baseUrl
  if (credential === undefined) return { baseUrl }
  const placed = attachCredential(api, operation.security ?? api.security, credential)
  if (placed === undefined) {
    return refuse(
      'CREDENTIAL_NOT_USABLE',
      `This operation cannot use the credential of type ${credential.type}. Use a credential that matches a security scheme of the API.`,
    )
  }
  return { baseUrl, ...placed }
}

type Attachment = Omit<HttpConnection, 'baseUrl'>

function attachCredential(
  { schemes }: Pick<ImportedApi, 'schemes'>,
  security: ImportedApi['security'],
  credential: Given,
): Attachment | undefined {
  if (SELF_ATTACHED.has(credential.type)) return attachSelf(credential)
  const choices = security.map((names) => names.map((name) => schemes.find((scheme) => scheme.name === name)))
  const usable = choices.filter((choice) => choice.every((scheme) => scheme !== undefined))
  if (credential.type === MANY_SCHEMES) {
    const values = readObject(credential.value) ?? {}
    // Documents that do not assign schemes to operations mean all of them.
    const choice =
      usable.find((one) => one.length > 0 && one.every(({ name }) => typeof values[name] === 'string')) ??
      schemes.filter(({ name }) => typeof values[name] === 'string')
    return mergeAttachments(
      choice.map((scheme) => attachValue(scheme, MANY_SCHEMES, String(values[scheme.name]))),
    )
  }
  const fits = (scheme: SecurityScheme) => TYPES[scheme.kind].includes(credential.type)
  const single = usable.flatMap((choice) => (choice.length === 1 ? choice : [])).find(fits)
  // Many documents declare schemes without assigning them to operations.
  const scheme = single ?? schemes.find(fits) ?? undeclaredScheme(credential.type)
  return scheme === undefined ? undefined : attachValue(scheme, credential.type, credential.value)
}

function undeclaredScheme(type: string): SecurityScheme | undefined {
  const scheme = { name: '', help: '' }
  if (type === 'bearer_token' || type === 'oauth2_client') return { ...scheme, kind: 'bearer' }
  if (type === 'basic_auth') return { ...scheme, kind: 'basic' }
  return type === 'api_key' ? { ...scheme, kind: 'header', key: 'X-API-Key' } : undefined
}

function attachValue(
  { kind, key = '' }: SecurityScheme,
  type: string,
  value: string,
): Attachment | undefined {
  switch (kind) {
    case 'header':
      return { headers: { [key.toLowerCase()]: value }, secrets: [value] }
    case 'query':
      return { query: { [key]: value }, secrets: [value] }
    case 'cookie':
      return { headers: { cookie: `${key}=${encodeURIComponent(value)}` }, secrets: [value] }
    case 'basic':
      return {
        headers: { authorization: `Basic ${Buffer.from(value).toString('base64')}` },
        secrets: [value, value.slice(value.indexOf(':') + 1)],
      }
    case 'bearer':
    case 'oauth2': {
      const client = type === 'bearer_token' ? undefined : parseOAuth2Client(value)
      if (client?.ok === true) {
        const grant = clientCredentialsGrant(client.value)
        return { grant, secrets: grant.secrets }
      }
      return type === 'oauth2_client'
        ? undefined
        : { headers: { authorization: `Bearer ${value}` }, secrets: [value] }
    }
    default:
      return kind satisfies never
  }
}

function attachSelf({ type, value }: Given): Attachment | undefined {
  if (type === 'custom_header') {
    const header = parseCustomHeader(value)
    return header.ok
      ? { headers: { [header.value.name.toLowerCase()]: header.value.value }, secrets: [header.value.value] }
      : undefined
  }
  const pair = parseQueryParam(value)
  return pair.ok ? { query: { [pair.value.name]: pair.value.value }, secrets: [pair.value.value] } : undefined
}

function mergeAttachments(all: readonly (Attachment | undefined)[]): Attachment | undefined {
  const headers: Record<string, string> = {}
  const query: Record<string, string> = {}
  const cookies: string[] = []
  const secrets: string[] = []
  let grant: Attachment['grant']
  for (const placed of all) {
    if (placed === undefined) return undefined
    const { cookie, ...others } = placed.headers ?? {}
    if (cookie !== undefined) cookies.push(cookie)
    Object.assign(headers, others)
    Object.assign(query, placed.query)
    secrets.push(...(placed.secrets ?? []))
    grant ??= placed.grant
  }
  if (cookies.length > 0) headers['cookie'] = cookies.join('; ')
  return { headers, query, secrets, ...(grant === undefined ? {} : { grant }) }
}
