import Type from 'typebox'
import { isJsonObject, type JsonValue } from '#domain/index.ts'
import type { ActionDefinition } from '#integrations/entry/action.ts'
import { baseUrlField, fieldsForm } from '#integrations/entry/credential-form.ts'
import type { IntegrationEntry } from '#integrations/entry/integration-entry.ts'
import { readAt } from '#integrations/entry/read-output.ts'
import { tokenField } from '#integrations/entry/secret-field.ts'
import { place, places } from '#integrations/entry/shape.ts'
import { testConnection } from '#integrations/entry/test-connection.ts'

const baseUrl = 'https://api.openai.com/v1'
const model = Type.String({
  title: 'Model',
  description: 'The name of a model the service has.',
  minLength: 1,
})

const actions: readonly ActionDefinition[] = [
  {
    name: 'chat_completion',
    title: 'Ask a chat model',
    help: 'Sends messages to a model. The output has its `text`, why it ended and what it used, and the whole answer as `answer`.',
    idempotent: false,
    parameters: Type.Object({
      model,
      messages: Type.Array(
        Type.Object({
          role: Type.String({ title: 'Role', description: '`system`, `user` or `assistant`.' }),
          content: Type.Unknown({ title: 'Content', description: 'The text.' }),
        }),
        { title: 'Messages', description: 'The conversation so far.', minItems: 1 },
      ),
      temperature: Type.Optional(
        Type.Number({
          title: 'Temperature',
          description: 'Low is steady, high is varied.',
          minimum: 0,
          maximum: 2,
        }),
      ),
      max_tokens: Type.Optional(
        Type.Integer({ title: 'Most tokens', description: 'Where to stop.', minimum: 1 }),
      ),
      response_format: Type.Optional(
        Type.Record(Type.String(), Type.Unknown(), {
          title: 'Form of the answer',
          description: 'Such as `{"type": "json_object"}`.',
        }),
      ),
    }),
    request: {
      method: 'POST',
      path: '/chat/completions',
      body: {
        as: 'json',
        value: { ...places('model', 'messages', 'temperature', 'max_tokens', 'response_format') },
      },
    },
    output: {
      compute({ body }) {
        const choices = readAt(body, 'choices')
        const first = Array.isArray(choices) ? (choices as readonly JsonValue[])[0] : undefined
        return {
          text: readAt(first, 'message.content') ?? null,
          finish_reason: readAt(first, 'finish_reason') ?? null,
          usage: readAt(body, 'usage') ?? null,
          answer: isJsonObject(body) ? body : null,
        }
      },
    },
    example: {
      model: 'gpt-4o-mini',
      messages: [
        { role: 'system', content: 'Answer in one sentence.' },
        { role: 'user', content: '{{ input.question }}' },
      ],
    },
  },
  {
    name: 'embeddings',
    title: 'Make embeddings',
    help: 'Turns texts into lists of numbers that can be compared.',
    idempotent: true,
    parameters: Type.Object({
      model,
      input: Type.Unknown({ title: 'Texts', description: 'A text, or a list of texts.' }),
    }),
    request: {
      method: 'POST',
      path: '/embeddings',
      body: { as: 'json', value: { model: place('model'), input: place('input') } },
    },
    example: { model: 'text-embedding-3-small', input: ['{{ input.text }}'] },
  },
  {
    name: 'list_models',
    title: 'List models',
    help: 'Lists the models the service has.',
    idempotent: true,
    parameters: Type.Object({}),
    request: { method: 'GET', path: '/models' },
    output: { at: 'data' },
    example: {},
  },
]

export const openaiIntegration: IntegrationEntry = {
  type: 'openai',
  name: 'OpenAI-compatible',
  summary: 'Chat models and embeddings of OpenAI, and of every service or server that speaks its API.',
  credential: fieldsForm(
    {
      type: 'openai',
      title: 'API key of a model service',
      help: 'Create a key in the settings of the service. For another service than OpenAI give its base URL as well, mostly one that ends in /v1.',
    },
    [
      tokenField('API key', 'The key itself.', 'sk-your-key', 'api_key'),
      baseUrlField('http://127.0.0.1:11434/v1'),
    ],
  ),
  connect: ({ api_key: key, base_url: other = baseUrl }) => ({
    baseUrl: other,
    headers: { authorization: `Bearer ${key}` },
  }),
  actions,
  test: (context) =>
    testConnection(openaiIntegration, { request: { method: 'GET', path: '/models' } }, context),
}
