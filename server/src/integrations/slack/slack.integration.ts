import Type from 'typebox'
import type { ActionDefinition, OutputShape } from '#integrations/entry/action.ts'
import { baseUrlField, fieldsForm } from '#integrations/entry/credential-form.ts'
import type { IntegrationEntry } from '#integrations/entry/integration-entry.ts'
import { readText } from '#integrations/entry/json-answer.ts'
import { readAt } from '#integrations/entry/read-output.ts'
import { tokenField } from '#integrations/entry/secret-field.ts'
import { places } from '#integrations/entry/shape.ts'
import { testConnection } from '#integrations/entry/test-connection.ts'

/** What the error words of Slack ask a person to do. */
const advice = new Map([
  ['invalid_auth', 'The token is not valid. Copy it again from the app\'s "OAuth & Permissions" page.'],
  ['not_authed', 'No token arrived. Copy it again from the app\'s "OAuth & Permissions" page.'],
  ['token_revoked', 'The token was revoked. Install the app again and use its new token.'],
  ['token_expired', 'The token has expired. Use a new one.'],
  ['account_inactive', 'The token belongs to a user or workspace that no longer exists.'],
  ['channel_not_found', 'There is no such channel, or the app is not in it. Invite the app to the channel.'],
  ['not_in_channel', 'The app is not in that channel. Invite it there.'],
  ['missing_scope', 'The token lacks a scope. Add it under "OAuth & Permissions" and install the app again.'],
])

/** Slack answers 200 to what it refuses, with a word that says why. */
const output: OutputShape = {
  refuse({ body }) {
    if (readAt(body, 'ok') === true) return undefined
    const error = readAt(body, 'error')
    const word = typeof error === 'string' ? error : 'unknown_error'
    const passes = word === 'internal_error' || word === 'service_unavailable' || word === 'fatal_error'
    return {
      code: 'SLACK_REFUSED',
      message: `Slack answered ${word}. ${advice.get(word) ?? ''}`.trim(),
      ...(passes ? {} : { permanent: true }),
    }
  },
}

const channel = Type.String({
  title: 'Channel',
  description: 'The id of a channel, such as C0123456789, or of a person for a direct message.',
  minLength: 1,
})
const text = (description: string) => Type.String({ title: 'Text', description, minLength: 1 })
const blocks = Type.Optional(
  Type.Array(Type.Unknown(), {
    title: 'Blocks',
    description: 'Layout blocks of Block Kit; the text is then the fallback.',
  }),
)

const actions: readonly ActionDefinition[] = [
  {
    name: 'post_message',
    title: 'Post a message',
    help: 'Posts a message to a channel, or into a thread. Needs the scope `chat:write`.',
    idempotent: false,
    parameters: Type.Object({
      channel,
      text: text('The message, in the markup of Slack.'),
      thread_ts: Type.Optional(
        Type.String({ title: 'Thread', description: 'The `ts` of the message to answer to.' }),
      ),
      blocks,
      unfurl_links: Type.Optional(
        Type.Boolean({ title: 'Show previews of links', description: 'Whether links get a preview.' }),
      ),
    }),
    request: {
      method: 'POST',
      path: '/chat.postMessage',
      body: {
        as: 'json',
        type: 'application/json; charset=utf-8',
        value: places('channel', 'text', 'thread_ts', 'blocks', 'unfurl_links'),
      },
    },
    output,
    example: { channel: 'C0123456789', text: 'Order {{ input.id }} is paid.' },
  },
  {
    name: 'update_message',
    title: 'Change a message',
    help: 'Replaces the text of a message that the app has posted. Needs the scope `chat:write`.',
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
        value: places('channel', 'ts', 'text', 'blocks'),
      },
    },
    output,
    example: { channel: 'C0123456789', ts: '1712345678.000100', text: 'Done.' },
  },
  {
    name: 'list_channels',
    title: 'List channels',
    help: 'Lists the channels of the workspace. Needs the scope `channels:read`.',
    idempotent: true,
    parameters: Type.Object({
      types: Type.Optional(
        Type.String({
          title: 'Kinds',
          description: 'Such as `public_channel,private_channel`.',
          default: 'public_channel',
        }),
      ),
      limit: Type.Optional(
        Type.Integer({ title: 'Most', description: 'How many at once.', minimum: 1, maximum: 1000 }),
      ),
      cursor: Type.Optional(
        Type.String({
          title: 'Cursor',
          description: '`response_metadata.next_cursor` of the answer before.',
        }),
      ),
    }),
    request: { method: 'GET', path: '/conversations.list', query: places('types', 'limit', 'cursor') },
    output,
    example: { limit: 200 },
  },
  {
    name: 'find_user',
    title: 'Find a user by email',
    help: 'Finds the member of the workspace with an email address. Needs the scope `users:read.email`.',
    idempotent: true,
    parameters: Type.Object({
      email: Type.String({
        title: 'Email',
        description: 'The address the person uses in Slack.',
        minLength: 3,
      }),
    }),
    request: { method: 'GET', path: '/users.lookupByEmail', query: places('email') },
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
      help: 'Create an app at api.slack.com/apps, install it to your workspace and copy the bot token from "OAuth & Permissions".',
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
    testConnection(
      slackIntegration,
      {
        request: { method: 'POST', path: '/auth.test', body: { as: 'form', value: {} } },
        read: (body) =>
          body?.['ok'] === true
            ? `Signed in to Slack as ${readText(body, 'user') ?? 'unknown user'} in ${readText(body, 'team') ?? 'unknown workspace'}.`
            : undefined,
        explain({ status }, body) {
          if (status === 429) return 'Slack asks for fewer requests. Try again in a minute.'
          if (status !== 200 || body === null) {
            return `Slack answered ${status} in a form that is not its API's. Try again later.`
          }
          const error = readText(body, 'error') ?? 'unknown_error'
          return advice.get(error) ?? `Slack did not accept the token (${error}).`
        },
      },
      context,
    ),
}
