import type { SqlFailure } from '#ports/index.ts'
import { describeCause, OutgoingError } from '../dial/outgoing-error.ts'

export class TooManyBytes extends Error {
  override readonly name = 'TooManyBytes'

  constructor(limit: number) {
    super(`The result of the query is larger than ${limit} bytes. Select fewer rows or columns.`)
  }
}

const sqlState = /^[0-9A-Z]{5}$/

/** Converts an error of the database library to a failure with a message for the user. */
export function explainSqlError(error: unknown, server: string, sent: boolean): SqlFailure {
  if (error instanceof OutgoingError) {
    const reason = error.reason === 'redirect' ? 'protocol' : error.reason
    return { ok: false, reason, message: error.message, sent }
  }
  if (error instanceof TooManyBytes)
    return { ok: false, reason: 'too_large', message: error.message, sent: true }
  if (!(error instanceof Error)) throw error

  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (sqlState.test(code) && 'severity' in error) return explainServerError(error, code, server, sent)
  if (!sent && isTlsProblem(error, code)) {
    const cause = code === '' ? error.message : describeCause(error)
    const message = `Could not establish a TLS connection to the database server ${server}: ${cause}.`
    return { ok: false, reason: 'tls', message, sent: false }
  }
  if (!sent && /SASL|password/i.test(error.message)) {
    const message = `Could not log in to the database server ${server}: ${error.message}.`
    return { ok: false, reason: 'authentication', message, sent: false }
  }
  const message = `The connection to the database server ${server} failed: ${code === '' ? error.message : describeCause(error)}.`
  return { ok: false, reason: 'protocol', message, sent }
}

function explainServerError(error: Error, code: string, server: string, sent: boolean): SqlFailure {
  // Class 28: invalid authorization.
  if (code.startsWith('28')) {
    const message = `The database server ${server} rejected the user name or password: ${error.message}.`
    return { ok: false, reason: 'authentication', message, code, sent: false }
  }
  if (!sent) {
    const message = `The database server ${server} refused the connection: ${error.message}.`
    return { ok: false, reason: 'connect', message, code, sent: false }
  }
  return {
    ok: false,
    reason: 'query',
    message: `The query failed: ${error.message} (${code}).`,
    code,
    sent: true,
  }
}

function isTlsProblem(error: Error, code: string): boolean {
  return /CERT|TLS|SSL|EPROTO|SIGNATURE/.test(code) || /\bSSL\b/.test(error.message)
}
