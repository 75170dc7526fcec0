import Type from 'typebox'
import type { ActionDefinition } from '#integrations/kit/action.ts'
import { baseUrlField, fieldsForm } from '#integrations/kit/credential-form.ts'
import type { IntegrationEntry } from '#integrations/kit/integration-entry.ts'
import { readText } from '#integrations/kit/json-answer.ts'
import { tokenField } from '#integrations/kit/secret-field.ts'
import { fromParameters } from '#integrations/kit/shape.ts'
import { probeConnection } from '#integrations/kit/probe-connection.ts'

const id = (title: string, description: string) =>
  Type.String({ title, description, pattern: '^[0-9]{1,25}$' })
const channelId = id(
  'Channel',
  'The id of the channel. Turn on developer mode, right-click the channel and choose "Copy Channel ID".',
)
const messageId = id('Message', 'The id of the message.')
const content = Type.String({
  title: 'Text',
  description: 'Up to 2,000 characters.',
  minLength: 1,
  maxLength: 2000,
})
const embeds = Type.Optional(
  Type.Array(Type.Unknown(), {
    title: 'Embeds',
    description: 'Up to ten embeds, in the format of the Discord API.',
    maxItems: 10,
  }),
)

const actions: readonly ActionDefinition[] = [
  {
    name: 'send_message',
    title: 'Send a message',
    help: 'Sends a message to a channel that the bot can write to.',
    idempotent: false,
    parameters: Type.Object({ channel_id: channelId, content, embeds }),
    request: {
      method: 'POST',
      path: '/channels/{channel_id}/messages',
      body: { as: 'json', value: fromParameters('content', 'embeds') },
    },
    example: { channel_id: '123456789012345678', content: 'Order {{ input.id }} is paid.' },
  },
  {
    name: 'edit_message',
    title: 'Edit a message',
    help: 'Replaces the text of a message that the bot sent.',
    idempotent: true,
    parameters: Type.Object({ channel_id: channelId, message_id: messageId, content, embeds }),
    request: {
      method: 'PATCH',
      path: '/channels/{channel_id}/messages/{message_id}',
      body: { as: 'json', value: fromParameters('content', 'embeds') },
    },
    example: { channel_id: '123456789012345678', message_id: '223456789012345678', content: 'Done.' },
  },
  {
    name: 'list_messages',
    title: 'List messages',
    help: 'Lists the newest messages in a channel.',
    idempotent: true,
    parameters: Type.Object({
      channel_id: channelId,
      limit: Type.Optional(
        Type.Integer({
          title: 'Limit',
          description: 'How many messages to return.',
          minimum: 1,
          maximum: 100,
        }),
      ),
      before: Type.Optional(id('Before', 'Only return messages older than the message with this id.')),
    }),
    request: {
      method: 'GET',
      path: '/channels/{channel_id}/messages',
      query: fromParameters('limit', 'before'),
    },
    example: { channel_id: '123456789012345678', limit: 20 },
  },
]

const baseUrl = 'https://discord.com/api/v10'

export const discordIntegration: IntegrationEntry = {
  type: 'discord',
  name: 'Discord',
  summary: 'Send and read messages with a Discord bot.',
  credential: fieldsForm(
    {
      type: 'discord',
      title: 'Discord bot token',
      help: 'Create an application at discord.com/developers, add a bot, copy its token and invite it to your server.',
    },
    [
      tokenField('Bot token', 'The token of the bot, without the prefix "Bot".', 'your-bot-token'),
      baseUrlField(baseUrl),
    ],
  ),
  connect: ({ token, base_url: other = baseUrl }) => ({
    baseUrl: other,
    headers: { authorization: `Bot ${token}` },
  }),
  actions,
  test: (context) =>
    probeConnection(
      discordIntegration,
      {
        request: { method: 'GET', path: '/users/@me' },
        read: (body) => {
          const name = readText(body, 'username')
          return name === null ? undefined : `Signed in to Discord as ${name}.`
        },
      },
      context,
    ),
}
