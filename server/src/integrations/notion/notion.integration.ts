import Type from 'typebox'
import type { ActionDefinition } from '#integrations/entry/action.ts'
import { baseUrlField, fieldsForm } from '#integrations/entry/credential-form.ts'
import type { IntegrationEntry } from '#integrations/entry/integration-entry.ts'
import { readText } from '#integrations/entry/json-answer.ts'
import { tokenField } from '#integrations/entry/secret-field.ts'
import { place, places } from '#integrations/entry/shape.ts'
import { testConnection } from '#integrations/entry/test-connection.ts'

const headers = { 'notion-version': '2022-06-28' }
const object = (title: string, description: string) =>
  Type.Record(Type.String(), Type.Unknown(), { title, description })
const properties = object('Properties', 'By the names of the columns, as Notion writes them.')
const children = Type.Optional(
  Type.Array(Type.Unknown(), { title: 'Blocks', description: 'What stands on the page.' }),
)
const databaseId = Type.String({ title: 'Database', description: 'The id of the database.', minLength: 1 })
const pageId = Type.String({ title: 'Page', description: 'The id of the page.', minLength: 1 })

const actions: readonly ActionDefinition[] = [
  {
    name: 'create_page',
    title: 'Add a page to a database',
    help: 'Adds a row to a database. The integration must have been invited to it.',
    idempotent: false,
    parameters: Type.Object({ database_id: databaseId, properties, children }),
    request: {
      method: 'POST',
      path: '/v1/pages',
      headers,
      body: {
        as: 'json',
        value: { parent: { database_id: place('database_id') }, ...places('properties', 'children') },
      },
    },
    example: {
      database_id: '0123456789abcdef0123456789abcdef',
      properties: { Name: { title: [{ text: { content: '{{ input.name }}' } }] } },
    },
  },
  {
    name: 'update_page',
    title: 'Change a page',
    help: 'Changes properties of a page.',
    idempotent: true,
    parameters: Type.Object({
      page_id: pageId,
      properties: Type.Optional(properties),
      archived: Type.Optional(Type.Boolean({ title: 'Archived', description: 'Whether to put it away.' })),
    }),
    request: {
      method: 'PATCH',
      path: '/v1/pages/{page_id}',
      headers,
      body: { as: 'json', value: places('properties', 'archived') },
    },
    example: { page_id: '0123456789abcdef0123456789abcdef', properties: { Done: { checkbox: true } } },
  },
  {
    name: 'get_page',
    title: 'Read a page',
    help: 'Reads the properties of a page.',
    idempotent: true,
    parameters: Type.Object({ page_id: pageId }),
    request: { method: 'GET', path: '/v1/pages/{page_id}', headers },
    example: { page_id: '0123456789abcdef0123456789abcdef' },
  },
  {
    name: 'query_database',
    title: 'Query a database',
    help: 'Lists pages of a database.',
    idempotent: true,
    parameters: Type.Object({
      database_id: databaseId,
      filter: Type.Optional(object('Filter', 'As Notion describes filters.')),
      sorts: Type.Optional(
        Type.Array(Type.Unknown(), { title: 'Order', description: 'As Notion describes sorts.' }),
      ),
      page_size: Type.Optional(
        Type.Integer({ title: 'Most', description: 'How many at once.', minimum: 1, maximum: 100 }),
      ),
      start_cursor: Type.Optional(
        Type.String({ title: 'Cursor', description: '`next_cursor` of the answer before.' }),
      ),
    }),
    request: {
      method: 'POST',
      path: '/v1/databases/{database_id}/query',
      headers,
      body: { as: 'json', value: places('filter', 'sorts', 'page_size', 'start_cursor') },
    },
    example: { database_id: '0123456789abcdef0123456789abcdef', page_size: 50 },
  },
]

export const notionIntegration: IntegrationEntry = {
  type: 'notion',
  name: 'Notion',
  summary: 'Pages and databases of Notion.',
  credential: fieldsForm(
    {
      type: 'notion',
      title: 'Notion token',
      help: 'Create an internal integration at notion.so/my-integrations, and invite it to the pages it may use.',
    },
    [
      tokenField('Token', 'The secret of the integration.', 'ntn_your_token'),
      baseUrlField('https://api.notion.com'),
    ],
  ),
  connect: ({ token, base_url: baseUrl = 'https://api.notion.com' }) => ({
    baseUrl,
    headers: { authorization: `Bearer ${token}` },
  }),
  actions,
  test: (context) =>
    testConnection(
      notionIntegration,
      {
        request: { method: 'GET', path: '/v1/users/me', headers },
        read: (body) => `Signed in to Notion as ${readText(body, 'name') ?? 'an integration'}.`,
      },
      context,
    ),
}
