import type { OutgoingFailureReason } from './http-client.ts'

export type MailFailureReason =
  | Exclude<OutgoingFailureReason, 'redirect'>
  /** The connection URL cannot be used. */
  | 'configuration'
  /** The server did not accept the user name and password. */
  | 'authentication'
  /** The server refused the sender, a recipient or the message. */
  | 'rejected'

/** `message` is for people and never contains the password of the connection URL. */
export interface MailFailure {
  readonly ok: false
  readonly reason: MailFailureReason
  readonly message: string
  /** True when the same call may succeed later. */
  readonly temporary: boolean
  /** False when the server certainly did not receive the message. */
  readonly sent: boolean
}

export interface MailAttachment {
  readonly name: string
  readonly mediaType: string
  /** Called once, when the attachment is sent. */
  open(): AsyncIterable<Uint8Array>
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
  readonly attachments?: readonly MailAttachment[]
  /** Set it so that repeated attempts carry the same id and receivers can detect duplicates. */
  readonly messageId?: string
}

export interface MailAccepted {
  readonly ok: true
  readonly messageId: string
  readonly accepted: readonly string[]
  /** Recipients that the server rejected while it accepted the message for others. */
  readonly rejected: readonly string[]
  /** The server's last reply. */
  readonly response: string
}

export interface MailCallOptions {
  /** Time limit for the whole call, including the connection. */
  readonly deadlineMs: number
  readonly signal?: AbortSignal
}

/**
 * Sends mail through the SMTP server of a connection URL (`smtp://user:password@host:587`, `smtps://…:465`), under the same
 * egress policy as HTTP. Failures are returned, not thrown.
 */
export interface MailClient {
  /** Connects, reads the greeting, upgrades to TLS if offered, and logs in. Sends no message. */
  verify(connectionUrl: string, options: MailCallOptions): Promise<{ readonly ok: true } | MailFailure>
  /** Sends one message. Neither addresses nor contents can refer to a file or a URL to load. */
  send(
    connectionUrl: string,
    message: MailMessage,
    options: MailCallOptions,
  ): Promise<MailAccepted | MailFailure>
}
