import Type from 'typebox'
import type { ActionDefinition } from '#integrations/entry/action.ts'
import { baseUrlField, fieldsForm } from '#integrations/entry/credential-form.ts'
import type { IntegrationEntry } from '#integrations/entry/integration-entry.ts'
import { tokenField } from '#integrations/entry/secret-field.ts'
import { place } from '#integrations/entry/shape.ts'
import { testConnection } from '#integrations/entry/test-connection.ts'

const number = (title: string, description: string) =>
  Type.String({ title, description, minLength: 1, maxLength: 100 })

const actions: readonly ActionDefinition[] = [
  {
    name: 'send_sms',
    title: 'Send an SMS',
    help: 'Sends a text message. `from` or `messaging_service_sid` must be given.',
    idempotent: false,
    parameters: Type.Object({
      to: number('To', 'A number such as +4915112345678, or whatsapp:+4915112345678.'),
      from: Type.Optional(number('From', 'A number or sender of the account.')),
      messaging_service_sid: Type.Optional(number('Messaging service', 'Its SID, instead of a sender.')),
      body: Type.String({
        title: 'Text',
        description: 'Up to 1,600 characters.',
        minLength: 1,
        maxLength: 1600,
      }),
      media_url: Type.Optional(
        Type.Array(Type.String(), { title: 'Media', description: 'Addresses of images.', maxItems: 10 }),
      ),
      status_callback: Type.Optional(
        Type.String({ title: 'Status to', description: 'The address that is told of its way.' }),
      ),
    }),
    request: {
      method: 'POST',
      path: '/Messages.json',
      body: {
        as: 'form',
        value: {
          To: place('to'),
          From: place('from'),
          MessagingServiceSid: place('messaging_service_sid'),
          Body: place('body'),
          MediaUrl: place('media_url'),
          StatusCallback: place('status_callback'),
        },
      },
    },
    example: { to: '{{ input.phone }}', from: '+15005550006', body: 'Your order is on its way.' },
  },
  {
    name: 'get_message',
    title: 'Read a message',
    help: 'Tells what became of a message.',
    idempotent: true,
    parameters: Type.Object({ sid: number('Message', 'Its SID.') }),
    request: { method: 'GET', path: '/Messages/{sid}.json' },
    example: { sid: 'SM123' },
  },
  {
    name: 'list_messages',
    title: 'List messages',
    help: 'Lists messages, newest first.',
    idempotent: true,
    parameters: Type.Object({
      to: Type.Optional(number('To', 'Only those to this number.')),
      from: Type.Optional(number('From', 'Only those from this sender.')),
      page_size: Type.Optional(
        Type.Integer({ title: 'Most', description: 'How many at once.', minimum: 1, maximum: 1000 }),
      ),
    }),
    request: {
      method: 'GET',
      path: '/Messages.json',
      query: { To: place('to'), From: place('from'), PageSize: place('page_size') },
    },
    output: { at: 'messages' },
    example: { page_size: 20 },
  },
]

export const twilioIntegration: IntegrationEntry = {
  type: 'twilio',
  name: 'Twilio',
  summary: 'Send and read SMS.',
  credential: fieldsForm(
    {
      type: 'twilio',
      title: 'Twilio account',
      help: 'Account SID and auth token stand on the first page of the Twilio console.',
    },
    [
      {
        name: 'account_sid',
        title: 'Account SID',
        help: 'Begins with AC.',
        secret: false,
        example: 'AC0123456789abcdef0123456789abcdef',
        check: (text) =>
          /^AC\w{10,64}$/.test(text) ? undefined : 'must begin with AC, as the console shows it',
      },
      tokenField('Auth token', 'Keep it secret: it may do everything.', 'your-auth-token', 'auth_token'),
      baseUrlField('https://api.twilio.com'),
    ],
  ),
  connect: ({ account_sid: sid, auth_token: token, base_url: baseUrl = 'https://api.twilio.com' }) => ({
    baseUrl: `${baseUrl.replace(/\/+$/, '')}/2010-04-01/Accounts/${sid}`,
    headers: { authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}` },
    secrets: [`${sid}:${token}`],
  }),
  actions,
  test: (context) =>
    testConnection(twilioIntegration, { request: { method: 'GET', path: '.json' } }, context),
}
