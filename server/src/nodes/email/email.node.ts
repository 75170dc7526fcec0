import Type, { type Static } from 'typebox'
import { type JsonObject, parseSmtpUrl, redactJson, redactSecrets, type SmtpTarget } from '#domain/index.ts'
import { explainOutgoingFailure } from '#nodes/outgoing/explain-outgoing-failure.ts'
import { type Connection, openConnection, useConnection } from '#nodes/outgoing/open-connection.ts'
import { isFixed, toFinding } from '#nodes/parameters/review-constants.ts'
import { refuseParameter } from '#nodes/parameters/refuse-parameter.ts'
import { textOf } from '#nodes/parameters/line-parts.ts'
import type {
  CredentialReader,
  Files,
  MailClient,
  MailFailure,
  MailMessage,
  NodeCall,
  NodeFailed,
  NodeKind,
  NodeResult,
} from '#ports/index.ts'
import { openAttachments } from './open-attachments.ts'
import { readAddresses } from './read-addresses.ts'

const MAX_RECIPIENTS = 100
const ADDRESS_PARAMETERS = ['to', 'cc', 'bcc', 'from', 'reply_to'] as const

const addresses = (title: string, description: string) =>
  Type.Unknown({
    title,
    description: `${description} A string of addresses separated by commas, or a list with one address per entry.`,
  })

const Parameters = Type.Object({
  to: Type.Unknown({
    ...addresses('To', 'The recipients, at most 100 including `cc` and `bcc`.'),
    examples: ['{{ input.email }}'],
  }),
  cc: Type.Optional(addresses('Cc', 'Recipients of a copy.')),
  bcc: Type.Optional(addresses('Bcc', 'Recipients of a copy that other recipients do not see.')),
  from: Type.String({
    title: 'From',
    description: 'The sender, such as `Shop <shop@example.com>`.',
    examples: ['Shop <shop@example.com>'],
  }),
  reply_to: Type.Optional(
    Type.String({ title: 'Reply to', description: 'The address for replies, if it is not the sender.' }),
  ),
  subject: Type.Optional(
    Type.String({
      title: 'Subject',
      description: 'The subject, in one line.',
      maxLength: 998,
      examples: ['Your order {{ input.order_id }}'],
    }),
  ),
  text: Type.Optional(
    Type.String({
      title: 'Text',
      'x-format': 'multiline',
      description: 'The message as plain text. Set `text`, `html` or both.',
      examples: ['Hello {{ input.name }}, it is on its way.'],
    }),
  ),
  html: Type.Optional(
    Type.String({
      title: 'HTML',
      description: 'The message as HTML.',
      'x-format': 'html',
      examples: ['<p>Hello {{ input.name }}</p>'],
    }),
  ),
  attachments: Type.Optional(
    Type.Unknown({
      title: 'Attachments',
      description: 'A file or a list of files, at most 20 and 100 MiB together. Many mail servers take less.',
      examples: ['{{ nodes.report.output.body }}'],
    }),
  ),
})

type Parameters = Static<typeof Parameters>

const NO_CONTENT = 'the parameter `text` or `html` is missing. Set at least one of them.'

const RECIPIENTS = `(Array.isArray(data.to) ? data.to.map(one => ${textOf('one')}).join(", ") : ${textOf('data.to')})`

export interface EmailNodeDeps {
  readonly mail: MailClient
  readonly credentials: CredentialReader
  readonly files: Files
}

export function emailNode({ mail, credentials, files }: EmailNodeDeps): NodeKind {
  return {
    type: 'email',
    title: 'Send email',
    summary:
      'Sends an email through a mail server. You choose the server on the node, by a credential of type smtp; the integration “Email (SMTP)” sends the same with a server that is connected once for all workflows. The output shows which recipients the mail server accepted: `{message_id, accepted, rejected, response}`.',
    family: 'action',
    icon: 'mail',
    keywords: ['smtp', 'send', 'message', 'notify', 'notification'],
    line: `{{ data.to == null ? "" : "to " + ${RECIPIENTS} }}`,
    credentialTypes: ['smtp'],
    parameters: Parameters,
    output:
      '`{message_id, accepted, rejected, response}`: the id of the message, the recipients that the server accepted and rejected, and its last reply.',
    example: {
      credential_id: '01937b5e-8f3a-7c41-9a52-3d1f0c7be2aa',
      data: {
        to: '{{ input.email }}',
        from: 'Shop <shop@example.com>',
        subject: 'Your order {{ input.order_id }}',
        text: 'Hello {{ input.name }}, your order is on its way.',
      },
    },
    handles: ['main'],
    hasEffect: true,
    check: ({ text, html }) =>
      text === undefined && html === undefined ? [{ parameter: 'text', message: NO_CONTENT }] : [],
    review: (data) =>
      ADDRESS_PARAMETERS.flatMap((name) => {
        const list = isFixed(data[name]) ? readAddresses(name, data[name]) : []
        return 'ok' in list ? [toFinding(name, list)] : []
      }),
    neededCredential: () => ({ types: ['smtp'] }),
    run: async (call) => {
      const read = readMessage(call)
      if ('ok' in read) return read
      const attachments = await openAttachments(files, call)
      if ('ok' in attachments) return attachments
      const message = { ...read, attachments }
      const connection = await openConnection(credentials, call, { type: 'smtp', parse: parseSmtpUrl })
      if ('ok' in connection) return connection
      return useConnection(credentials, connection, () => send(mail, connection, message, call))
    },
  }
}

async function send(
  mail: MailClient,
  { url, target }: Connection<SmtpTarget>,
  message: MailMessage,
  { timeoutMs, signal }: NodeCall,
): Promise<NodeResult> {
  const secrets = target.login === null ? [] : [target.login.password]
  const result = await mail.send(url, message, { deadlineMs: timeoutMs, signal })
  if (!result.ok) {
    const failure = explainMailFailure(result)
    return { ...failure, message: redactSecrets(failure.message, secrets) }
  }
  const { messageId, accepted, rejected, response } = result
  const output: JsonObject = { message_id: messageId, accepted, rejected, response }
  return { ok: true, output: redactJson(output, secrets) }
}

function readMessage(call: NodeCall): MailMessage | NodeFailed {
  const { subject, text, html } = call.parameters as Parameters
  const lists: Record<string, readonly string[]> = {}
  // Only these: a parameter that the node does not have is no list of addresses.
  for (const name of ADDRESS_PARAMETERS) {
    const list = readAddresses(name, call.parameters[name])
    if ('ok' in list) return list
    lists[name] = list
  }
  const { to = [], cc = [], bcc = [], from: senders = [], reply_to: replies = [] } = lists
  const [sender] = senders
  const count = to.length + cc.length + bcc.length
  if (sender === undefined || senders.length > 1 || replies.length > 1)
    return refuseParameter('The parameters `from` and `reply_to` must each be a single address.')
  if (to.length === 0) return refuseParameter('The parameter `to` has no addresses.')
  if (count > MAX_RECIPIENTS)
    return refuseParameter(
      `The email has ${count} recipients, but at most ${MAX_RECIPIENTS} are allowed. Split it into several emails.`,
    )
  if (text === undefined && html === undefined) return refuseParameter(`In an \`email\` node, ${NO_CONTENT}`)
  return {
    from: sender,
    to,
    ...(cc.length === 0 ? {} : { cc }),
    ...(bcc.length === 0 ? {} : { bcc }),
    ...(replies[0] === undefined ? {} : { replyTo: replies[0] }),
    // A line break would start another header.
    subject: (subject ?? '').replaceAll(/\s+/g, ' ').trim(),
    ...(text === undefined ? {} : { text }),
    ...(html === undefined ? {} : { html }),
    // The same in every attempt, so that mail servers can recognize a duplicate.
    messageId: `<${call.idempotencyKey()}@millrace>`,
  }
}

function explainMailFailure({ reason, message, temporary }: MailFailure): NodeFailed {
  if (reason === 'configuration' || reason === 'authentication') {
    const code = reason === 'configuration' ? 'CREDENTIAL_NOT_USABLE' : 'AUTHENTICATION_FAILED'
    return { ok: false, code, message, ...(temporary ? {} : { permanent: true }) }
  }
  if (reason === 'rejected')
    return { ok: false, code: 'EMAIL_REJECTED', message, ...(temporary ? {} : { permanent: true }) }
  return explainOutgoingFailure(reason, message)
}
