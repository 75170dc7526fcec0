import {
  parseApiKey,
  parseBasicAuth,
  parseBearerToken,
  parseCustomHeader,
  parseQueryParam,
} from '#domain/index.ts'
import { refuseCredential, refuseHost } from '#nodes/outgoing/open-credential.ts'
import type { NodeFailed, RevealedCredential } from '#ports/index.ts'
import { type RequestPlan, setQuery } from './request-plan.ts'

/** The credential types that requests can use. */
export const REQUEST_CREDENTIALS = [
  'api_key',
  'bearer_token',
  'basic_auth',
  'custom_header',
  'query_param',
  'oauth2_client',
]

/** Adds a credential to each request of a step. */
export interface Access {
  /** Strings that are redacted from everything the step returns. */
  readonly secrets: readonly string[]
  readonly secretHeaders: readonly string[]
  /** Adds the secret to a request; fails when the credential must not be sent to that host. */
  apply(plan: RequestPlan): RequestPlan | NodeFailed
  /** For access tokens: obtains a new one after the service rejected this one. Its secrets include those of this one. */
  readonly renew?: () => Promise<Access | NodeFailed>
}

export const NO_ACCESS: Access = { secrets: [], secretHeaders: [], apply: (plan) => plan }

type Carrier =
  | {
      readonly in: 'header'
      readonly name: string
      readonly value: string
      readonly secrets: readonly string[]
    }
  | {
      readonly in: 'query'
      readonly name: string
      readonly value: string
      readonly secrets: readonly string[]
    }

export function grantAccess(credential: RevealedCredential, apiKeyHeader: string): Access | NodeFailed {
  const carrier = readCarrier(credential, apiKeyHeader)
  if (carrier === undefined) {
    return refuseCredential(
      'CREDENTIAL_NOT_USABLE',
      `The value of the credential is not valid for the type ${credential.type}. Replace the value of the credential.`,
    )
  }
  const { name, value, secrets } = carrier
  return {
    secrets,
    secretHeaders: carrier.in === 'header' ? [name.toLowerCase()] : [],
    apply: (plan) =>
      refuseHost(credential, plan.url.hostname) ??
      (carrier.in === 'header'
        ? { ...plan, headers: { ...plan.headers, [name.toLowerCase()]: value } }
        : { ...plan, url: setQuery(plan.url, name, value) }),
  }
}

function readCarrier({ type, value }: RevealedCredential, apiKeyHeader: string): Carrier | undefined {
  switch (type) {
    case 'api_key': {
      const key = parseApiKey(value)
      return key.ok ? { in: 'header', name: apiKeyHeader, value: key.value, secrets: [key.value] } : undefined
    }
    case 'bearer_token': {
      const token = parseBearerToken(value)
      return token.ok
        ? { in: 'header', name: 'authorization', value: `Bearer ${token.value}`, secrets: [token.value] }
        : undefined
    }
    case 'basic_auth': {
      const login = parseBasicAuth(value)
      if (!login.ok) return undefined
      const pair = `${login.value.user}:${login.value.password}`
      return {
        in: 'header',
        name: 'authorization',
        value: `Basic ${Buffer.from(pair).toString('base64')}`,
        secrets: [pair, login.value.password],
      }
    }
    case 'custom_header': {
      const header = parseCustomHeader(value)
      return header.ok ? { in: 'header', ...header.value, secrets: [header.value.value] } : undefined
    }
    case 'query_param': {
      const parameter = parseQueryParam(value)
      return parameter.ok ? { in: 'query', ...parameter.value, secrets: [parameter.value.value] } : undefined
    }
    default:
      return undefined
  }
}
