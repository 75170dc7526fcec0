import type { AccountId } from '#domain/index.ts'
import type {
  AccessTokens,
  ActionRequest,
  HttpClient,
  MailClient,
  SqlClient,
  TokenGrant,
} from '#ports/index.ts'
import type { ActionDefinition } from './action.ts'
import type { CredentialFields, CredentialForm } from './credential-form.ts'

/** Everything that a connection test may use. */
export interface ConnectionTestContext {
  readonly http: HttpClient
  /** May also connect to loopback addresses. Only for {@link ownOrigin}. */
  readonly ownHttp: HttpClient
  readonly mail: MailClient
  readonly sql: SqlClient
  readonly tokens: AccessTokens
  readonly account: AccountId
  /** Hosts that the credential may be sent to; null means any host. The clients enforce it, `tokens` does not. */
  readonly allowedHosts: readonly string[] | null
  /** The decrypted value of the credential; null when the integration has no credential. */
  readonly secret: string | null
  /** The origin of this service, such as `http://127.0.0.1:8080`. */
  readonly ownOrigin: string
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly signal: AbortSignal
}

/** A failed connection is a result, not an exception. `message` says what to do and contains no secret. */
export interface ConnectionTestResult {
  readonly ok: boolean
  readonly message: string
}

/** The base URL of requests, and what the credential adds to them. */
export interface HttpConnection {
  readonly baseUrl: string
  /** Headers and query parameters that contain a secret. Header names are in lower case. */
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  /** How to obtain an access token, which is sent as `Authorization: Bearer …`. */
  readonly grant?: Omit<TokenGrant, 'account'>
  /** Signs the complete request. */
  readonly sign?: (request: UnsignedRequest, now: number) => Readonly<Record<string, string>>
  /** Secrets that are derived from fields, such as `user:password`. The secret fields themselves need not be listed. */
  readonly secrets?: readonly string[]
}

export type UnsignedRequest = Pick<ActionRequest, 'method' | 'url' | 'headers' | 'body'>

/** A service that workflows can use. */
export interface IntegrationEntry {
  readonly type: string
  readonly name: string
  readonly summary: string
  /** Null when the service needs no credential. */
  readonly credential: CredentialForm | null
  /** Required if an action sends a request. */
  readonly connect?: (fields: CredentialFields) => HttpConnection
  /** In the order in which they are listed. */
  readonly actions: readonly ActionDefinition[]
  /** Connects to the service and returns within {@link connectionTestMs}. */
  test(context: ConnectionTestContext): Promise<ConnectionTestResult>
}

/** The timeout of a connection test. */
export const connectionTestMs = 10_000
