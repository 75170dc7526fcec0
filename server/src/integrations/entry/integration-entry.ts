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

/** What a connection test may use, and nothing else. */
export interface ConnectionTestContext {
  readonly http: HttpClient
  /** Reaches this machine as well, and is for {@link ownOrigin} alone. */
  readonly ownHttp: HttpClient
  readonly mail: MailClient
  readonly sql: SqlClient
  readonly tokens: AccessTokens
  readonly account: AccountId
  /** Hosts the credential may be sent to; null means any. The clients above keep to it, the tokens do not know of it. */
  readonly allowedHosts: readonly string[] | null
  /** The credential's value, opened for this call; null when the integration has no credential. */
  readonly secret: string | null
  /** Where this service answers, without a path: `http://127.0.0.1:8080`. */
  readonly ownOrigin: string
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly signal: AbortSignal
}

/** A failed connection is a result. `message` is for people, says what to do, and holds no secret. */
export interface ConnectionTestResult {
  readonly ok: boolean
  readonly message: string
}

/** Where requests go, and what they carry because of the credential. */
export interface HttpConnection {
  readonly baseUrl: string
  /** Headers and query that carry a secret. Names of headers are in lower case. */
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  /** A token that is asked for first, and sent as `Authorization: Bearer …`. */
  readonly grant?: Omit<TokenGrant, 'account'>
  /** Signs the complete request. */
  readonly sign?: (request: UnsignedRequest, now: number) => Readonly<Record<string, string>>
  /** Secrets that are made of the fields, such as `user:password`; secret fields are known anyway. */
  readonly secrets?: readonly string[]
}

export type UnsignedRequest = Pick<ActionRequest, 'method' | 'url' | 'headers' | 'body'>

/** A service that workflows can reach. */
export interface IntegrationEntry {
  readonly type: string
  readonly name: string
  readonly summary: string
  /** Null when it needs none. */
  readonly credential: CredentialForm | null
  /** For actions that are requests. */
  readonly connect?: (fields: CredentialFields) => HttpConnection
  /** In the order people see them. */
  readonly actions: readonly ActionDefinition[]
  /** Really reaches out, and answers within {@link connectionTestMs}. */
  test(context: ConnectionTestContext): Promise<ConnectionTestResult>
}

/** The wall clock of every connection test. */
export const connectionTestMs = 10_000
