import Type from 'typebox'
import type { ActionDefinition, OutputShape } from '#integrations/kit/action.ts'
import { baseUrlField, fieldsForm } from '#integrations/kit/credential-form.ts'
import type { IntegrationEntry } from '#integrations/kit/integration-entry.ts'
import { readText } from '#integrations/kit/json-answer.ts'
import { readAt } from '#integrations/kit/read-action-output.ts'
import { tokenField } from '#integrations/kit/secret-field.ts'
import { fromParameters } from '#integrations/kit/shape.ts'
import { probeConnection } from '#integrations/kit/probe-connection.ts'

/** What to do about the error codes of Slack. */
const advice = new Map([
  ['invalid_auth', 'The token is not valid. Copy it again from the app\'s "OAuth & Permissions" page.'],
  ['not_authed', 'Slack received no token. Copy it again from the app\'s "OAuth & Permissions" page.'],
  ['token_revoked', 'The token was revoked. Reinstall the app and use its new token.'],
  ['token_expired', 'The token has expired. Use a new one.'],
  ['account_inactive', 'The token belongs to a user or workspace that no longer exists.'],
  [
    'channel_not_found',
    'The channel does not exist, or the app is not in it. Check the id, or invite the app to the channel.',
  ],
  ['not_in_channel', 'The app is not in the channel. Invite the app to the channel.'],
  [
    'missing_scope',
    'The token lacks a required scope. Add it under "OAuth & Permissions" and reinstall the app.',
  ],
])

/** Slack responds with status 200 and an error code to requests that it rejects. */
const output: OutputShape = {
  refuse({ body }) {
    if (readAt(body, 'ok') === true) return undefined
    const error = readAt(body, 'error')
    const code = typeof error === 'string' ? error : 'unknown_error'
    const isTemporary = code === 'internal_error' || code === 'service_unavailable' || code === 'fatal_error'
    return {
      code: 'SLACK_REFUSED',
      message: `Slack rejected the request: ${code}. ${advice.get(code) ?? ''}`.trim(),
      ...(isTemporary ? {} : { permanent: true }),
    }
  },
}

const channel = Type.String({
  title: 'Channel',
  description: 'The id of a channel, such as C0123456789, or the id of a user for a direct message.',
  minLength: 1,
})
const text = (description: string) => Type.String({ title: 'Text', description, minLength: 1 })
const blocks = Type.Optional(
  Type.Array(Type.Unknown(), {
    title: 'Blocks',
    description: 'Block Kit blocks. The text is then the fallback.',
  }),
)

const actions: readonly ActionDefinition[] = [
  {
    name: 'post_message',
    title: 'Post a message',
    help: 'Posts a message to a channel or a thread. Requires the scope `chat:write`.',
    idempotent: false,
    parameters: Type.Object({
      channel,
      text: text('The message, in Slack markup.'),
      thread_ts: Type.Optional(
        Type.String({ title: 'Thread', description: 'The `ts` of the message to reply to.' }),
      ),
      blocks,
      unfurl_links: Type.Optional(
        Type.Boolean({ title: 'Unfurl links', description: 'Whether links get a preview.' }),
      ),
    }),
    request: {
      method: 'POST',
      path: '/chat.postMessage',
      body: {
        as: 'json',
        type: 'application/json; charset=utf-8',
        value: fromParameters('channel', 'text', 'thread_ts', 'blocks', 'unfurl_links'),
      },
    },
    output,
    example: { channel: 'C0123456789', text: 'Order {{ input.id }} is paid.' },
  },
  {
    name: 'update_message',
    title: 'Update a message',
    help: 'Replaces the text of a message that the app posted. Requires the scope `chat:write`.',
    idempotent: true,
    parameters: Type.Object({
      channel,
      ts: Type.String({ title: 'Message', description: 'The `ts` of the message.', minLength: 1 }),
      text: text('The new text.'),
      blocks,
    }),
    request: {
      method: 'POST',
      path: '/chat.update',
      body: {
        as: 'json',
        type: 'application/json; charset=utf-8',
        value: fromParameters('channel', 'ts', 'text', 'blocks'),
      },
    },
    output,
    example: { channel: 'C0123456789', ts: '1712345678.000100', text: 'Done.' },
  },
  {
    name: 'list_channels',
    title: 'List channels',
    help: 'Lists the channels of the workspace. Requires the scope `channels:read`.',
    idempotent: true,
    parameters: Type.Object({
      types: Type.Optional(
        Type.String({
          title: 'Types',
          description: 'The channel types to return, such as `public_channel,private_channel`.',
          default: 'public_channel',
        }),
      ),
      limit: Type.Optional(
        Type.Integer({
          title: 'Limit',
          description: 'How many channels to return per page.',
          minimum: 1,
          maximum: 1000,
        }),
      ),
      cursor: Type.Optional(
        Type.String({
          title: 'Cursor',
          description: 'The `response_metadata.next_cursor` of the previous response.',
        }),
      ),
    }),
    request: {
      method: 'GET',
      path: '/conversations.list',
      query: fromParameters('types', 'limit', 'cursor'),
    },
    output,
    example: { limit: 200 },
  },
  {
    name: 'find_user',
    title: 'Find a user by email',
    help: 'Finds the member of the workspace with an email address. Requires the scope `users:read.email`.',
    idempotent: true,
    parameters: Type.Object({
      email: Type.String({
        title: 'Email',
        description: 'The email address that the member uses in Slack.',
        minLength: 3,
      }),
    }),
    request: { method: 'GET', path: '/users.lookupByEmail', query: fromParameters('email') },
    output: { ...output, at: 'user' },
    example: { email: '{{ input.email }}' },
  },
]

export const slackIntegration: IntegrationEntry = {
  type: 'slack',
  name: 'Slack',
  summary: 'Post messages and use the Slack API.',
  credential: fieldsForm(
    {
      type: 'slack',
      title: 'Slack token',
      help: 'Create an app at api.slack.com/apps, install it in your workspace and copy the bot token from "OAuth & Permissions".',
    },
    [
      tokenField('Token', 'A bot or user token of a Slack app.', 'xoxb-your-token'),
      baseUrlField('https://slack.com/api'),
    ],
  ),
  connect: ({ token, base_url: baseUrl = 'https://slack.com/api' }) => ({
    baseUrl,
    headers: { authorization: `Bearer ${token}` },
  }),
  actions,
  test: (context) =>
    probeConnection(
      slackIntegration,
      {
        request: { method: 'POST', path: '/auth.test', body: { as: 'form', value: {} } },
        read: (body) =>
          body?.['ok'] === true
            ? `Signed in to Slack as ${readText(body, 'user') ?? 'unknown user'} in ${readText(body, 'team') ?? 'unknown workspace'}.`
            : undefined,
        explain({ status }, body) {
          if (status === 429) return 'Slack limits the rate of requests. Try again in a minute.'
          if (status !== 200 || body === null) {
            return `Slack sent a response with status ${status} that is not in the format of its API. Check the base URL, or try again later.`
          }
          const error = readText(body, 'error') ?? 'unknown_error'
          return advice.get(error) ?? `Slack rejected the token (${error}).`
        },
      },
      context,
    ),
}
