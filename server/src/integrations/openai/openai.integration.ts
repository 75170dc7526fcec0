import { fromParameters } from '../kit/shape.ts'
import Type from 'typebox'
import { isJsonObject, type JsonValue } from '#domain/index.ts'
import type { ActionDefinition } from '#integrations/kit/action.ts'
import { baseUrlField, fieldsForm } from '#integrations/kit/credential-form.ts'
import type { IntegrationEntry } from '#integrations/kit/integration-entry.ts'
import { readAt } from '#integrations/kit/read-action-output.ts'
import { tokenField } from '#integrations/kit/secret-field.ts'
import { fromParameter } from '#integrations/kit/shape.ts'
import { probeConnection } from '#integrations/kit/probe-connection.ts'

const baseUrl = 'https://api.openai.com/v1'
const model = Type.String({
  title: 'Model',
  description: 'The name of a model that the service offers.',
  minLength: 1,
})

const actions: readonly ActionDefinition[] = [
  {
    name: 'chat_completion',
    title: 'Create a chat completion',
    help: 'Sends messages to a chat model. The output has `text`, `finish_reason`, `usage`, and the complete response as `answer`.',
    idempotent: false,
    parameters: Type.Object({
      model,
      messages: Type.Array(
        Type.Object({
          role: Type.String({ title: 'Role', description: '`system`, `user` or `assistant`.' }),
          content: Type.Unknown({ title: 'Content', description: 'The content of the message.' }),
        }),
        { title: 'Messages', description: 'The conversation so far.', minItems: 1 },
      ),
      temperature: Type.Optional(
        Type.Number({
          title: 'Temperature',
          description: 'Low values make responses more predictable, high values more varied.',
          minimum: 0,
          maximum: 2,
        }),
      ),
      max_tokens: Type.Optional(
        Type.Integer({
          title: 'Maximum tokens',
          description: 'The maximum length of the response, in tokens.',
          minimum: 1,
        }),
      ),
      response_format: Type.Optional(
        Type.Record(Type.String(), Type.Unknown(), {
          title: 'Response format',
          description: 'The format of the response, such as `{"type": "json_object"}`.',
        }),
      ),
    }),
    request: {
      method: 'POST',
      path: '/chat/completions',
      body: {
        as: 'json',
        value: { ...fromParameters('model', 'messages', 'temperature', 'max_tokens', 'response_format') },
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
    title: 'Create embeddings',
    help: 'Converts texts to embedding vectors.',
    idempotent: true,
    parameters: Type.Object({
      model,
      input: Type.Unknown({ title: 'Input', description: 'A string or a list of strings.' }),
    }),
    request: {
      method: 'POST',
      path: '/embeddings',
      body: { as: 'json', value: { model: fromParameter('model'), input: fromParameter('input') } },
    },
    example: { model: 'text-embedding-3-small', input: ['{{ input.text }}'] },
  },
  {
    name: 'list_models',
    title: 'List models',
    help: 'Lists the models that the service offers.',
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
  summary: 'Use chat models and embeddings of OpenAI or of any compatible service.',
  credential: fieldsForm(
    {
      type: 'openai',
      title: 'API key of a model service',
      help: 'Create a key in the settings of the service. For a service other than OpenAI, also enter its base URL, which usually ends in /v1.',
    },
    [
      tokenField('API key', 'The API key of the service.', 'sk-your-key', 'api_key'),
      baseUrlField('http://127.0.0.1:11434/v1'),
    ],
  ),
  connect: ({ api_key: key, base_url: other = baseUrl }) => ({
    baseUrl: other,
    headers: { authorization: `Bearer ${key}` },
  }),
  actions,
  test: (context) =>
    probeConnection(openaiIntegration, { request: { method: 'GET', path: '/models' } }, context),
}
