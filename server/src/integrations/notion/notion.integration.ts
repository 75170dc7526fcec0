import Type from 'typebox'
import type { ActionDefinition } from '#integrations/kit/action.ts'
import { baseUrlField, fieldsForm } from '#integrations/kit/credential-form.ts'
import type { IntegrationEntry } from '#integrations/kit/integration-entry.ts'
import { readText } from '#integrations/kit/json-answer.ts'
import { tokenField } from '#integrations/kit/secret-field.ts'
import { fromParameter, fromParameters } from '#integrations/kit/shape.ts'
import { probeConnection } from '#integrations/kit/probe-connection.ts'

const headers = { 'notion-version': '2022-06-28' }
const object = (title: string, description: string) =>
  Type.Record(Type.String(), Type.Unknown(), { title, description })
const properties = object('Properties', 'Property values by property name, in the format of the Notion API.')
const children = Type.Optional(
  Type.Array(Type.Unknown(), {
    title: 'Blocks',
    description: 'The content of the page, as blocks of the Notion API.',
  }),
)
const databaseId = Type.String({ title: 'Database', description: 'The id of the database.', minLength: 1 })
const pageId = Type.String({ title: 'Page', description: 'The id of the page.', minLength: 1 })

const actions: readonly ActionDefinition[] = [
  {
    name: 'create_page',
    title: 'Add a page to a database',
    help: 'Adds a row to a database. The database must be shared with the integration.',
    idempotent: false,
    parameters: Type.Object({ database_id: databaseId, properties, children }),
    request: {
      method: 'POST',
      path: '/v1/pages',
      headers,
      body: {
        as: 'json',
        value: {
          parent: { database_id: fromParameter('database_id') },
          ...fromParameters('properties', 'children'),
        },
      },
    },
    example: {
      database_id: '0123456789abcdef0123456789abcdef',
      properties: { Name: { title: [{ text: { content: '{{ input.name }}' } }] } },
    },
  },
  {
    name: 'update_page',
    title: 'Update a page',
    help: 'Updates the properties of a page.',
    idempotent: true,
    parameters: Type.Object({
      page_id: pageId,
      properties: Type.Optional(properties),
      archived: Type.Optional(
        Type.Boolean({ title: 'Archived', description: 'Whether to archive the page.' }),
      ),
    }),
    request: {
      method: 'PATCH',
      path: '/v1/pages/{page_id}',
      headers,
      body: { as: 'json', value: fromParameters('properties', 'archived') },
    },
    example: { page_id: '0123456789abcdef0123456789abcdef', properties: { Done: { checkbox: true } } },
  },
  {
    name: 'get_page',
    title: 'Get a page',
    help: 'Returns the properties of a page.',
    idempotent: true,
    parameters: Type.Object({ page_id: pageId }),
    request: { method: 'GET', path: '/v1/pages/{page_id}', headers },
    example: { page_id: '0123456789abcdef0123456789abcdef' },
  },
  {
    name: 'query_database',
    title: 'Query a database',
    help: 'Lists the pages of a database.',
    idempotent: true,
    parameters: Type.Object({
      database_id: databaseId,
      filter: Type.Optional(object('Filter', 'A filter in the format of the Notion API.')),
      sorts: Type.Optional(
        Type.Array(Type.Unknown(), {
          title: 'Sort order',
          description: 'Sort criteria in the format of the Notion API.',
        }),
      ),
      page_size: Type.Optional(
        Type.Integer({
          title: 'Page size',
          description: 'How many pages to return per request.',
          minimum: 1,
          maximum: 100,
        }),
      ),
      start_cursor: Type.Optional(
        Type.String({ title: 'Cursor', description: 'The `next_cursor` of the previous response.' }),
      ),
    }),
    request: {
      method: 'POST',
      path: '/v1/databases/{database_id}/query',
      headers,
      body: { as: 'json', value: fromParameters('filter', 'sorts', 'page_size', 'start_cursor') },
    },
    example: { database_id: '0123456789abcdef0123456789abcdef', page_size: 50 },
  },
]

export const notionIntegration: IntegrationEntry = {
  type: 'notion',
  name: 'Notion',
  summary: 'Read and write Notion pages and databases.',
  credential: fieldsForm(
    {
      type: 'notion',
      title: 'Notion token',
      help: 'Create an internal integration at notion.so/my-integrations and share the pages with it that it may use.',
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
    probeConnection(
      notionIntegration,
      {
        request: { method: 'GET', path: '/v1/users/me', headers },
        read: (body) => `Signed in to Notion as ${readText(body, 'name') ?? 'an integration'}.`,
      },
      context,
    ),
}
