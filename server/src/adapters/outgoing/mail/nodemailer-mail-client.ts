import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { SendMailOptions, SMTPSentMessageInfo, SMTPTransportOptions, Transporter } from 'nodemailer'
import { LEFT_BEHIND, collectChunks, parseSmtpUrl, redactSecrets, type SmtpTarget } from '#domain/index.ts'
import type {
  MailAccepted,
  MailAttachment,
  MailCallOptions,
  MailClient,
  MailFailure,
  MailMessage,
} from '#ports/index.ts'
import { raceWithSignal, startDeadline } from '../dial/deadline.ts'
import { decideStartTls } from './decide-start-tls.ts'
import { explainMailError } from './explain-mail-error.ts'
import type { GuardedDialer } from '../dial/guarded-dialer.ts'

type Transport = Transporter<SMTPSentMessageInfo, SMTPTransportOptions>

/** SMTP over connections of the guarded dialer: the library gets an open socket and resolves no names. */
export class NodemailerMailClient implements MailClient {
  readonly #dialer: GuardedDialer

  constructor(dialer: GuardedDialer) {
    this.#dialer = dialer
  }

  async verify(
    connectionUrl: string,
    options: MailCallOptions,
  ): Promise<{ readonly ok: true } | MailFailure> {
    const result = await this.#call(connectionUrl, options, async (transport) => {
      await transport.verify()
      return { ok: true } as const
    })
    return result.ok ? result : { ...result, sent: false }
  }

  send(
    connectionUrl: string,
    message: MailMessage,
    options: MailCallOptions,
  ): Promise<MailAccepted | MailFailure> {
    return this.#call(connectionUrl, options, async (transport) => {
      const info = await transport.sendMail(toNodemailer(message))
      return {
        ok: true,
        messageId: info.messageId,
        accepted: info.accepted,
        rejected: info.rejected,
        response: info.response,
      }
    })
  }

  async #call<T extends { readonly ok: true }>(
    connectionUrl: string,
    options: MailCallOptions,
    work: (transport: Transport) => Promise<T>,
  ): Promise<T | MailFailure> {
    const target = parseSmtpUrl(connectionUrl)
    if (!target.ok) {
      const message = `The SMTP connection URL ${target.problem}.`
      return { ok: false, reason: 'configuration', message, temporary: false, sent: false }
    }
    const { host, port, login } = target.value
    const deadline = startDeadline(options.deadlineMs, [options.signal])
    let socket: Socket | undefined
    try {
      const { createTransport } = await import('nodemailer')
      socket = await this.#dialer.dial(host, port, { signal: deadline.signal })
      const transport = createTransport(this.#transportOptions(target.value, socket, options.deadlineMs))
      return await raceWithSignal(work(transport), deadline.signal)
    } catch (error) {
      const failure = explainMailError(error, `${host}, port ${port}`, socket !== undefined)
      const secrets = login === null ? [] : [login.password, `\0${login.user}\0${login.password}`]
      return { ...failure, message: redactSecrets(failure.message, secrets) }
    } finally {
      deadline.stop()
      // Flushes pending data, such as the library's QUIT.
      socket?.destroySoon()
    }
  }

  #transportOptions(target: SmtpTarget, socket: Socket, deadlineMs: number) {
    const { host, port, secure, login } = target
    const startTls = decideStartTls(target, socket.remoteAddress ?? '')
    return {
      host,
      port,
      secure,
      requireTLS: !secure && startTls === 'required',
      ignoreTLS: !secure && startTls === 'never',
      connection: socket,
      tls: { ...this.#dialer.tlsOptions },
      // Reports a login that the server does not support, instead of ignoring it.
      ...(login === null ? {} : { auth: { user: login.user, pass: login.password }, forceAuth: true }),
      // The deadline of the call applies; these timeouts must only be longer.
      connectionTimeout: deadlineMs + 1000,
      greetingTimeout: deadlineMs + 1000,
      socketTimeout: deadlineMs + 1000,
      disableFileAccess: true,
      disableUrlAccess: true,
      logger: false,
    } as const
  }
}

function toNodemailer(message: MailMessage): SendMailOptions {
  const { from, to, cc, bcc, replyTo, subject, text, html, messageId, attachments = [] } = message
  return {
    from,
    to: [...to],
    subject,
    ...(cc === undefined ? {} : { cc: [...cc] }),
    ...(bcc === undefined ? {} : { bcc: [...bcc] }),
    ...(replyTo === undefined ? {} : { replyTo }),
    ...(text === undefined ? {} : { text }),
    ...(html === undefined ? {} : { html }),
    ...(messageId === undefined ? {} : { messageId }),
    ...(attachments.length > 0 && { attachments: attachments.map(toAttachment) }),
  }
}

function toAttachment({ name, mediaType, open }: MailAttachment) {
  const content = Readable.from(collectChunks(inSlices(open()), LEFT_BEHIND.encoded), { objectMode: false })
  return { filename: name, contentType: mediaType, content }
}

/** V8 keeps texts of more than 128 KiB apart from other young objects, and longer. */
const SLICE_BYTES = 48 * 1024

async function* inSlices(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += SLICE_BYTES) yield chunk.subarray(at, at + SLICE_BYTES)
  }
}
