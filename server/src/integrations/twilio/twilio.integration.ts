import Type from 'typebox'
import { withoutTrailingSlashes } from '#domain/index.ts'
import type { ActionDefinition } from '#integrations/kit/action.ts'
import { baseUrlField, fieldsForm } from '#integrations/kit/credential-form.ts'
import type { IntegrationEntry } from '#integrations/kit/integration-entry.ts'
import { tokenField } from '#integrations/kit/secret-field.ts'
import { fromParameter } from '#integrations/kit/shape.ts'
import { probeConnection } from '#integrations/kit/probe-connection.ts'

const number = (title: string, description: string) =>
  Type.String({ title, description, minLength: 1, maxLength: 100 })

const actions: readonly ActionDefinition[] = [
  {
    name: 'send_sms',
    title: 'Send an SMS',
    help: 'Sends a text message. Set `from` or `messaging_service_sid`.',
    idempotent: false,
    parameters: Type.Object({
      to: number('To', 'A phone number such as +4915112345678, or whatsapp:+4915112345678.'),
      from: Type.Optional(number('From', 'A phone number or sender of the account.')),
      messaging_service_sid: Type.Optional(
        number('Messaging service', 'Instead of `from`: the SID of a messaging service.'),
      ),
      body: Type.String({
        title: 'Text',
        description: 'Up to 1,600 characters.',
        minLength: 1,
        maxLength: 1600,
      }),
      media_url: Type.Optional(
        Type.Array(Type.String(), { title: 'Media', description: 'URLs of images to send.', maxItems: 10 }),
      ),
      status_callback: Type.Optional(
        Type.String({
          title: 'Status callback',
          description: 'A URL that Twilio notifies when the status of the message changes.',
        }),
      ),
    }),
    request: {
      method: 'POST',
      path: '/Messages.json',
      body: {
        as: 'form',
        value: {
          To: fromParameter('to'),
          From: fromParameter('from'),
          MessagingServiceSid: fromParameter('messaging_service_sid'),
          Body: fromParameter('body'),
          MediaUrl: fromParameter('media_url'),
          StatusCallback: fromParameter('status_callback'),
        },
      },
    },
    example: { to: '{{ input.phone }}', from: '+15005550006', body: 'Your order is on its way.' },
  },
  {
    name: 'get_message',
    title: 'Get a message',
    help: 'Returns a message and its delivery status.',
    idempotent: true,
    parameters: Type.Object({ sid: number('Message', 'The SID of the message.') }),
    request: { method: 'GET', path: '/Messages/{sid}.json' },
    example: { sid: 'SM123' },
  },
  {
    name: 'list_messages',
    title: 'List messages',
    help: 'Lists messages, newest first.',
    idempotent: true,
    parameters: Type.Object({
      to: Type.Optional(number('To', 'Only return messages to this number.')),
      from: Type.Optional(number('From', 'Only return messages from this sender.')),
      page_size: Type.Optional(
        Type.Integer({
          title: 'Page size',
          description: 'How many messages to return per page.',
          minimum: 1,
          maximum: 1000,
        }),
      ),
    }),
    request: {
      method: 'GET',
      path: '/Messages.json',
      query: { To: fromParameter('to'), From: fromParameter('from'), PageSize: fromParameter('page_size') },
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
      help: 'The dashboard of the Twilio console shows the account SID and the auth token.',
    },
    [
      {
        name: 'account_sid',
        title: 'Account SID',
        help: 'Starts with AC.',
        secret: false,
        example: 'AC0123456789abcdef0123456789abcdef',
        check: (text) =>
          /^AC\w{10,64}$/.test(text) ? undefined : 'must be an account SID, which starts with AC',
      },
      tokenField(
        'Auth token',
        'The auth token gives full access to the account.',
        'your-auth-token',
        'auth_token',
      ),
      baseUrlField('https://api.twilio.com'),
    ],
  ),
  connect: ({ account_sid: sid, auth_token: token, base_url: baseUrl = 'https://api.twilio.com' }) => ({
    baseUrl: `${withoutTrailingSlashes(baseUrl)}/2010-04-01/Accounts/${sid}`,
    headers: { authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}` },
    secrets: [`${sid}:${token}`],
  }),
  actions,
  test: (context) =>
    probeConnection(twilioIntegration, { request: { method: 'GET', path: '.json' } }, context),
}
