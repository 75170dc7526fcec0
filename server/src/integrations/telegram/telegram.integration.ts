import Type from 'typebox'
import type { ActionDefinition, OutputShape } from '#integrations/entry/action.ts'
import { baseUrlField, fieldsForm } from '#integrations/entry/credential-form.ts'
import type { IntegrationEntry } from '#integrations/entry/integration-entry.ts'
import { readAt } from '#integrations/entry/read-output.ts'
import { place, places } from '#integrations/entry/shape.ts'
import { testConnection } from '#integrations/entry/test-connection.ts'

const chatId = Type.Union([Type.Integer(), Type.String({ minLength: 1 })], {
  title: 'Chat',
  description: 'The number of the chat, or the @name of a public channel.',
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
    description: 'How the text is written; plain by default.',
  }),
)

/** What was asked for is in `result`. */
const output: OutputShape = {
  at: 'result',
  refuse({ body }) {
    if (readAt(body, 'ok') === true) return undefined
    const said = readAt(body, 'description')
    return {
      code: 'TELEGRAM_REFUSED',
      message: `Telegram answered ${typeof said === 'string' ? said : 'in a form that is not its API’s'}.`,
      permanent: true,
    }
  },
}

const actions: readonly ActionDefinition[] = [
  {
    name: 'send_message',
    title: 'Send a message',
    help: 'Sends a text to a chat that has written to the bot, or a channel the bot is in.',
    idempotent: false,
    parameters: Type.Object({
      chat_id: chatId,
      text,
      parse_mode: parseMode,
      reply_to_message_id: Type.Optional(
        Type.Integer({ title: 'Answer to', description: 'The number of the message to answer to.' }),
      ),
      disable_notification: Type.Optional(
        Type.Boolean({ title: 'Silently', description: 'Without a sound.' }),
      ),
    }),
    request: {
      method: 'POST',
      path: '/sendMessage',
      body: {
        as: 'json',
        value: {
          ...places('chat_id', 'text', 'parse_mode', 'disable_notification'),
          reply_parameters: { message_id: place('reply_to_message_id') },
        },
      },
    },
    output,
    example: { chat_id: 123456789, text: 'Order {{ input.id }} is paid.' },
  },
  {
    name: 'send_photo',
    title: 'Send a photo',
    help: 'Sends a photo that Telegram fetches from an address.',
    idempotent: false,
    parameters: Type.Object({
      chat_id: chatId,
      photo: Type.String({
        title: 'Photo',
        description: 'The address of an image, or the file_id of one sent before.',
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
      body: { as: 'json', value: places('chat_id', 'photo', 'caption', 'parse_mode') },
    },
    output,
    example: { chat_id: 123456789, photo: 'https://example.com/chart.png' },
  },
  {
    name: 'edit_message',
    title: 'Change a message',
    help: 'Replaces the text of a message of the bot.',
    idempotent: true,
    parameters: Type.Object({
      chat_id: chatId,
      message_id: Type.Integer({ title: 'Message', description: 'The number of the message.' }),
      text,
      parse_mode: parseMode,
    }),
    request: {
      method: 'POST',
      path: '/editMessageText',
      body: { as: 'json', value: places('chat_id', 'message_id', 'text', 'parse_mode') },
    },
    output,
    example: { chat_id: 123456789, message_id: 7, text: 'Done.' },
  },
  {
    name: 'get_chat',
    title: 'Read a chat',
    help: 'Tells what the bot may know of a chat.',
    idempotent: true,
    parameters: Type.Object({ chat_id: chatId }),
    request: { method: 'GET', path: '/getChat', query: places('chat_id') },
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
      help: 'Write to @BotFather, create a bot with /newbot and copy the token it gives you.',
    },
    [
      {
        name: 'token',
        title: 'Bot token',
        help: 'A number, a colon and letters.',
        secret: true,
        example: '123456:your-bot-token',
        check: (value) =>
          /^\d+:[\w-]+$/.test(value) ? undefined : 'must look like 123456:letters, as BotFather gives it',
      },
      baseUrlField('https://api.telegram.org'),
    ],
  ),
  // The token is a part of the address: it is taken out of everything that comes back, as any other secret.
  connect: ({ token = '', base_url: baseUrl = 'https://api.telegram.org' }) => ({
    baseUrl: `${baseUrl.replace(/\/+$/, '')}/bot${token}`,
    // In front of the colon stands the id of the bot, which everybody may know.
    secrets: [token.slice(token.indexOf(':') + 1)],
  }),
  actions,
  test: (context) =>
    testConnection(
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
            ? 'Telegram does not know the token. Copy it again from @BotFather.'
            : undefined,
      },
      context,
    ),
}
