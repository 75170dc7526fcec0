import Type from 'typebox'
import { withoutTrailingSlashes } from '#domain/index.ts'
import type { ActionDefinition, OutputShape } from '#integrations/kit/action.ts'
import { baseUrlField, fieldsForm } from '#integrations/kit/credential-form.ts'
import type { IntegrationEntry } from '#integrations/kit/integration-entry.ts'
import { readAt } from '#integrations/kit/read-action-output.ts'
import { fromParameter, fromParameters } from '#integrations/kit/shape.ts'
import { probeConnection } from '#integrations/kit/probe-connection.ts'

const chatId = Type.Union([Type.Integer(), Type.String({ minLength: 1 })], {
  title: 'Chat',
  description: 'The id of the chat, or the @name of a public channel.',
})
const text = Type.String({
  title: 'Text',
  description: 'Up to 4,096 characters.',
  minLength: 1,
  maxLength: 4096,
})
const parseMode = Type.Optional(
  Type.Enum(['MarkdownV2', 'HTML', 'Markdown'], {
    title: 'Markup',
    description: 'The markup of the text. Defaults to plain text.',
  }),
)

/** Telegram wraps the output in `result`. */
const output: OutputShape = {
  at: 'result',
  refuse({ body }) {
    if (readAt(body, 'ok') === true) return undefined
    const said = readAt(body, 'description')
    return {
      code: 'TELEGRAM_REFUSED',
      message:
        typeof said === 'string'
          ? `Telegram rejected the request: ${said}.`
          : 'Telegram sent a response that is not in the format of its API. Check the base URL.',
      permanent: true,
    }
  },
}

const actions: readonly ActionDefinition[] = [
  {
    name: 'send_message',
    title: 'Send a message',
    help: 'Sends a message to a chat that has written to the bot, or to a channel that the bot is in.',
    idempotent: false,
    parameters: Type.Object({
      chat_id: chatId,
      text,
      parse_mode: parseMode,
      reply_to_message_id: Type.Optional(
        Type.Integer({ title: 'Reply to', description: 'The id of the message to reply to.' }),
      ),
      disable_notification: Type.Optional(
        Type.Boolean({ title: 'Silent', description: 'Sends the message without a notification sound.' }),
      ),
    }),
    request: {
      method: 'POST',
      path: '/sendMessage',
      body: {
        as: 'json',
        value: {
          ...fromParameters('chat_id', 'text', 'parse_mode', 'disable_notification'),
          reply_parameters: { message_id: fromParameter('reply_to_message_id') },
        },
      },
    },
    output,
    example: { chat_id: 123456789, text: 'Order {{ input.id }} is paid.' },
  },
  {
    name: 'send_photo',
    title: 'Send a photo',
    help: 'Sends a photo that Telegram downloads from a URL.',
    idempotent: false,
    parameters: Type.Object({
      chat_id: chatId,
      photo: Type.String({
        title: 'Photo',
        description: 'The URL of an image, or the file_id of an image that was sent before.',
        minLength: 1,
      }),
      caption: Type.Optional(
        Type.String({ title: 'Caption', description: 'Up to 1,024 characters.', maxLength: 1024 }),
      ),
      parse_mode: parseMode,
    }),
    request: {
      method: 'POST',
      path: '/sendPhoto',
      body: { as: 'json', value: fromParameters('chat_id', 'photo', 'caption', 'parse_mode') },
    },
    output,
    example: { chat_id: 123456789, photo: 'https://example.com/chart.png' },
  },
  {
    name: 'edit_message',
    title: 'Edit a message',
    help: 'Replaces the text of a message that the bot sent.',
    idempotent: true,
    parameters: Type.Object({
      chat_id: chatId,
      message_id: Type.Integer({ title: 'Message', description: 'The id of the message.' }),
      text,
      parse_mode: parseMode,
    }),
    request: {
      method: 'POST',
      path: '/editMessageText',
      body: { as: 'json', value: fromParameters('chat_id', 'message_id', 'text', 'parse_mode') },
    },
    output,
    example: { chat_id: 123456789, message_id: 7, text: 'Done.' },
  },
  {
    name: 'get_chat',
    title: 'Get a chat',
    help: 'Returns the information about a chat that the bot can access.',
    idempotent: true,
    parameters: Type.Object({ chat_id: chatId }),
    request: { method: 'GET', path: '/getChat', query: fromParameters('chat_id') },
    output,
    example: { chat_id: '@example_channel' },
  },
]

export const telegramIntegration: IntegrationEntry = {
  type: 'telegram',
  name: 'Telegram',
  summary: 'Send messages with a Telegram bot.',
  credential: fieldsForm(
    {
      type: 'telegram',
      title: 'Telegram bot token',
      help: 'Message @BotFather, create a bot with /newbot and copy the token.',
    },
    [
      {
        name: 'token',
        title: 'Bot token',
        help: 'The token from BotFather: a number, a colon and a string.',
        secret: true,
        example: '123456:your-bot-token',
        check: (value) =>
          /^\d+:[\w-]+$/.test(value) ? undefined : 'must be a bot token such as 123456:your-bot-token',
      },
      baseUrlField('https://api.telegram.org'),
    ],
  ),
  // The token is part of the URL. Like any other secret, it is redacted from all outputs.
  connect: ({ token = '', base_url: baseUrl = 'https://api.telegram.org' }) => ({
    baseUrl: `${withoutTrailingSlashes(baseUrl)}/bot${token}`,
    // The part before the colon is the public id of the bot.
    secrets: [token.slice(token.indexOf(':') + 1)],
  }),
  actions,
  test: (context) =>
    probeConnection(
      telegramIntegration,
      {
        request: { method: 'GET', path: '/getMe' },
        read(body) {
          const bot = body?.['result'] as { username?: unknown } | undefined
          return typeof bot?.username === 'string'
            ? `Signed in to Telegram as @${bot.username.slice(0, 100)}.`
            : undefined
        },
        explain: ({ status }) =>
          status === 401 || status === 404
            ? 'Telegram rejected the token. Copy it again from @BotFather.'
            : undefined,
      },
      context,
    ),
}
