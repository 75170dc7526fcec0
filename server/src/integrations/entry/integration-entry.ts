import type { HttpClient } from '#ports/http-client.ts'
import type { MailClient } from '#ports/mail-client.ts'
import type { SqlClient } from '#ports/sql-client.ts'

/** How a person gives an integration its secret: one string of a known form. */
export interface CredentialForm {
  /** The credential type; creating a credential of it connects the integration. */
  readonly type: string
  readonly title: string
  /** Where to get it. */
  readonly help: string
  /** What the string looks like. */
  readonly form: string
  readonly example: string
}

/** What a connection test may use, and nothing else. */
export interface ConnectionTestContext {
  readonly http: HttpClient
  /** Reaches this machine as well, and is for {@link ownOrigin} alone. */
  readonly ownHttp: HttpClient
  readonly mail: MailClient
  readonly sql: SqlClient
  /** The credential's value, opened for this call; null when the integration has no credential. */
  readonly secret: string | null
  /** Where this service answers, without a path: `http://127.0.0.1:8080`. */
  readonly ownOrigin: string
  /** Other addresses than a service's public one, by integration type: a company's own GitHub, a stand-in. */
  readonly baseUrls?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** A failed connection is a result. `message` is for people, says what to do, and holds no secret. */
export interface ConnectionTestResult {
  readonly ok: boolean
  readonly message: string
}

/** A service that workflows can reach. */
export interface IntegrationEntry {
  readonly type: string
  readonly name: string
  readonly summary: string
  /** Null when it needs none. */
  readonly credential: CredentialForm | null
  /** Really reaches out, and answers within {@link connectionTestMs}. */
  test(context: ConnectionTestContext): Promise<ConnectionTestResult>
}

/** The wall clock of every connection test. */
export const connectionTestMs = 10_000
