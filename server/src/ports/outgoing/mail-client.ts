import type { OutgoingFailureReason } from './http-client.ts'

export type MailFailureReason =
  | Exclude<OutgoingFailureReason, 'redirect'>
  /** The connection URL cannot be used. */
  | 'configuration'
  /** The server did not accept the user name and password. */
  | 'authentication'
  /** The server refused the sender, a recipient or the message. */
  | 'rejected'

/** `message` is for people and never holds the connection URL's password. */
export interface MailFailure {
  readonly ok: false
  readonly reason: MailFailureReason
  readonly message: string
  /** True when trying again later, unchanged, may succeed. */
  readonly temporary: boolean
  /** False when it is certain that no message was handed over. */
  readonly sent: boolean
}

export interface MailMessage {
  readonly from: string
  readonly to: readonly string[]
  readonly cc?: readonly string[]
  readonly bcc?: readonly string[]
  readonly replyTo?: string
  readonly subject: string
  readonly text?: string
  readonly html?: string
  /** Given by the caller so that a repeated attempt carries the same one and receivers can tell. */
  readonly messageId?: string
}

export interface MailAccepted {
  readonly ok: true
  readonly messageId: string
  readonly accepted: readonly string[]
  /** Recipients the server turned down while it took the message for the others. */
  readonly rejected: readonly string[]
  /** The server's last answer. */
  readonly response: string
}

export interface MailCallOptions {
  /** Wall clock for the whole call, the connection included. */
  readonly deadlineMs: number
  readonly signal?: AbortSignal
}

/**
 * Speaks SMTP to the server of a connection URL (`smtp://user:password@host:587`, `smtps://…:465`), under the same
 * egress policy as HTTP. Failures are data.
 */
export interface MailClient {
  /** Connects, reads the greeting, upgrades to TLS where offered and logs in; sends nothing. */
  verify(connectionUrl: string, options: MailCallOptions): Promise<{ readonly ok: true } | MailFailure>
  /** Hands one message over. Neither addresses nor contents can name a file or an address to fetch. */
  send(
    connectionUrl: string,
    message: MailMessage,
    options: MailCallOptions,
  ): Promise<MailAccepted | MailFailure>
}
