import type { OutgoingFailureReason } from './http-client.ts'

export type SqlFailureReason =
  | Exclude<OutgoingFailureReason, 'redirect'>
  /** The connection URL cannot be used. */
  | 'configuration'
  /** The server did not accept the user name and password. */
  | 'authentication'
  /** The server rejected the query. */
  | 'query'
  /** The result was larger than `maxBytes`. */
  | 'too_large'

/** `message` is for people and never contains the password of the connection URL. */
export interface SqlFailure {
  readonly ok: false
  readonly reason: SqlFailureReason
  readonly message: string
  /** The SQLSTATE, if the server sent one. */
  readonly code?: string
  /** False when the server certainly never received the query. */
  readonly sent: boolean
}

export interface SqlRows {
  readonly ok: true
  /** JSON values only. Values that JSON cannot represent (big integers, dates, bytes, numerics) are text. */
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  /** Number of rows returned or changed. */
  readonly affected: number
}

export interface SqlCallOptions {
  /** Time limit for the whole call. The server gets the same limit as its statement timeout. */
  readonly deadlineMs: number
  readonly signal?: AbortSignal
}

export interface SqlQuery {
  /** One statement. Values are parameters (`$1`, `$2`, …), never part of the text. */
  readonly text: string
  readonly parameters?: readonly unknown[]
  /** Maximum number of bytes the server may send for this query. 10 MiB by default. */
  readonly maxBytes?: number
}

/**
 * Queries the PostgreSQL server of a connection URL, under the same egress policy as HTTP. Each call opens a connection and
 * closes it. Failures are returned, not thrown.
 */
export interface SqlClient {
  /** Connects, logs in and runs `select 1`. */
  probe(connectionUrl: string, options: SqlCallOptions): Promise<{ readonly ok: true } | SqlFailure>
  /** Runs one statement and returns its rows. */
  query(connectionUrl: string, query: SqlQuery, options: SqlCallOptions): Promise<SqlRows | SqlFailure>
}
