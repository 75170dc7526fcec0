import type { MailFailure, MailFailureReason } from '#ports/index.ts'
import { describeCause, OutgoingError } from '../dial/outgoing-error.ts'

interface SmtpError extends Error {
  readonly code?: string
  readonly originalCode?: string
  readonly response?: string
  readonly responseCode?: number
}

/**
 * Converts an error of the SMTP library to a failure with a message for the user. If the server rejected a command, it has
 * certainly not accepted the message; if the connection failed, that is unknown.
 */
export function explainMailError(error: unknown, server: string, connected: boolean): MailFailure {
  if (error instanceof OutgoingError) {
    const reason: MailFailureReason = error.reason === 'redirect' ? 'protocol' : error.reason
    const temporary = reason === 'dns' || reason === 'connect' || reason === 'timeout' || reason === 'aborted'
    return { ok: false, reason, message: error.message, temporary, sent: connected }
  }
  if (!(error instanceof Error)) throw error
  const smtp: SmtpError = error
  const response = smtp.response === undefined ? '' : ` It responded: ${smtp.response}`
  const temporary = smtp.responseCode === undefined || (smtp.responseCode >= 400 && smtp.responseCode < 500)

  switch (smtp.code ?? '') {
    case 'EAUTH':
    case 'ENOAUTH':
    case 'EOAUTH2': {
      const message = `The mail server ${server} rejected the user name or password.${response}`
      return {
        ok: false,
        reason: 'authentication',
        message,
        temporary: smtp.responseCode === 454,
        sent: false,
      }
    }
    case 'ETLS': {
      const message = `Could not establish a TLS connection to the mail server ${server}: ${describeTls(smtp)}.`
      return { ok: false, reason: 'tls', message, temporary: false, sent: false }
    }
    case 'EENVELOPE':
    case 'EMESSAGE': {
      const message = `The mail server ${server} rejected the message.${response || ` ${error.message}`}`
      const rejectedByServer = smtp.responseCode !== undefined
      return { ok: false, reason: 'rejected', message, temporary: rejectedByServer && temporary, sent: false }
    }
    default: {
      if (isCertificateProblem(smtp)) {
        const message = `Could not establish a TLS connection to the mail server ${server}: ${describeTls(smtp)}.`
        return { ok: false, reason: 'tls', message, temporary: false, sent: false }
      }
      const message = `The connection to the mail server ${server} failed.${response || ` ${error.message}`}`
      return { ok: false, reason: 'protocol', message, temporary, sent: smtp.responseCode === undefined }
    }
  }
}

function isCertificateProblem(error: SmtpError): boolean {
  return /CERT|TLS|SSL|SIGNATURE/.test(error.originalCode ?? '')
}

function describeTls(error: SmtpError): string {
  if (error.originalCode !== undefined)
    return describeCause(Object.assign(new Error(), { code: error.originalCode }))
  return error.response ?? error.message
}
