import type { SqlFailure } from '#ports/index.ts'
import { describeCause, OutgoingError } from '../dial/outgoing-error.ts'

export class TooManyBytes extends Error {
  override readonly name = 'TooManyBytes'

  constructor(limit: number) {
    super(`The answer is larger than ${limit} bytes. Ask for fewer rows or columns.`)
  }
}

const sqlState = /^[0-9A-Z]{5}$/

/** Puts an error of the database library into words. */
export function explainSqlError(error: unknown, server: string, asked: boolean): SqlFailure {
  if (error instanceof OutgoingError) {
    const reason = error.reason === 'redirect' ? 'protocol' : error.reason
    return { ok: false, reason, message: error.message, sent: asked }
  }
  if (error instanceof TooManyBytes)
    return { ok: false, reason: 'too_large', message: error.message, sent: true }
  if (!(error instanceof Error)) throw error

  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (sqlState.test(code) && 'severity' in error) return explainAnswer(error, code, server, asked)
  if (!asked && isTlsProblem(error, code)) {
    const cause = code === '' ? error.message : describeCause(error)
    const message = `Could not make a secure connection to the database server ${server}: ${cause}.`
    return { ok: false, reason: 'tls', message, sent: false }
  }
  if (!asked && /SASL|password/i.test(error.message)) {
    const message = `Could not log in to the database server ${server}: ${error.message}.`
    return { ok: false, reason: 'authentication', message, sent: false }
  }
  const message = `The talk with the database server ${server} broke off: ${code === '' ? error.message : describeCause(error)}.`
  return { ok: false, reason: 'protocol', message, sent: asked }
}

function explainAnswer(error: Error, code: string, server: string, asked: boolean): SqlFailure {
  // Class 28: invalid authorization.
  if (code.startsWith('28')) {
    const message = `The database server ${server} did not accept the user name and password: ${error.message}.`
    return { ok: false, reason: 'authentication', message, code, sent: false }
  }
  if (!asked) {
    const message = `The database server ${server} did not let us in: ${error.message}.`
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
