import type { OutgoingFailureReason } from './http-client.ts'

export type SqlFailureReason =
  | Exclude<OutgoingFailureReason, 'redirect'>
  /** The connection URL cannot be used. */
  | 'configuration'
  /** The server did not accept the user name and password. */
  | 'authentication'
  /** The server refused the query. */
  | 'query'
  /** The answer was larger than the limit. */
  | 'too_large'

/** `message` is for people and never holds the connection URL's password. */
export interface SqlFailure {
  readonly ok: false
  readonly reason: SqlFailureReason
  readonly message: string
  /** SQLSTATE, when the server gave one. */
  readonly code?: string
  /** False when it is certain that the server never saw the query. */
  readonly sent: boolean
}

export interface SqlRows {
  readonly ok: true
  /** JSON values only: what JSON cannot hold (big integers, dates, bytes, numerics) comes as text. */
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  /** Rows returned or changed. */
  readonly affected: number
}

export interface SqlCallOptions {
  /** Wall clock for the whole call; the server is told to stop the statement at the same time. */
  readonly deadlineMs: number
  readonly signal?: AbortSignal
}

export interface SqlQuery {
  /** One statement; values are `$1`, `$2`, … and never spliced into the text. */
  readonly text: string
  readonly parameters?: readonly unknown[]
  /** Most bytes the server may send for this query. 10 MiB by default. */
  readonly maxBytes?: number
}

/**
 * Speaks to the PostgreSQL server of a connection URL, under the same egress policy as HTTP. One connection per call,
 * closed at its end. Failures are data.
 */
export interface SqlClient {
  /** Connects, logs in and runs `select 1`. */
  probe(connectionUrl: string, options: SqlCallOptions): Promise<{ readonly ok: true } | SqlFailure>
  query(connectionUrl: string, query: SqlQuery, options: SqlCallOptions): Promise<SqlRows | SqlFailure>
}
