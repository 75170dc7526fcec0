import Type from 'typebox'
import type { ActionDefinition } from '#integrations/entry/action.ts'
import { baseUrlField, fieldsForm } from '#integrations/entry/credential-form.ts'
import type { IntegrationEntry } from '#integrations/entry/integration-entry.ts'
import { tokenField } from '#integrations/entry/secret-field.ts'
import { place, places } from '#integrations/entry/shape.ts'
import { testConnection } from '#integrations/entry/test-connection.ts'

const baseId = Type.String({ title: 'Base', description: 'Its id, such as app123.', minLength: 1 })
const table = Type.String({ title: 'Table', description: 'Its name or id.', minLength: 1 })
const recordId = Type.String({ title: 'Record', description: 'Its id, such as rec123.', minLength: 1 })
const fields = Type.Record(Type.String(), Type.Unknown(), {
  title: 'Fields',
  description: 'Values by the names of the columns.',
})
const typecast = Type.Optional(
  Type.Boolean({ title: 'Convert', description: 'Whether Airtable turns texts into what the columns hold.' }),
)

const actions: readonly ActionDefinition[] = [
  {
    name: 'create_record',
    title: 'Create a record',
    help: 'Adds a record to a table.',
    idempotent: false,
    parameters: Type.Object({ base_id: baseId, table, fields, typecast }),
    request: {
      method: 'POST',
      path: '/v0/{base_id}/{table}',
      body: { as: 'json', value: places('fields', 'typecast') },
    },
    example: { base_id: 'app123', table: 'Orders', fields: { Name: '{{ input.name }}', Total: 12.5 } },
  },
  {
    name: 'update_record',
    title: 'Change a record',
    help: 'Changes fields of a record; the others stay.',
    idempotent: true,
    parameters: Type.Object({ base_id: baseId, table, record_id: recordId, fields, typecast }),
    request: {
      method: 'PATCH',
      path: '/v0/{base_id}/{table}/{record_id}',
      body: { as: 'json', value: places('fields', 'typecast') },
    },
    example: { base_id: 'app123', table: 'Orders', record_id: 'rec123', fields: { Paid: true } },
  },
  {
    name: 'list_records',
    title: 'List records',
    help: 'Lists records of a table. `offset` of the answer asks for the next page.',
    idempotent: true,
    parameters: Type.Object({
      base_id: baseId,
      table,
      formula: Type.Optional(
        Type.String({ title: 'Formula', description: 'Only records for which it holds, such as {Paid}=1.' }),
      ),
      view: Type.Optional(
        Type.String({ title: 'View', description: 'The name of a view, for its filter and order.' }),
      ),
      fields: Type.Optional(
        Type.Array(Type.String(), { title: 'Fields', description: 'Only these columns.' }),
      ),
      page_size: Type.Optional(
        Type.Integer({ title: 'Per page', description: 'How many at once.', minimum: 1, maximum: 100 }),
      ),
      offset: Type.Optional(Type.String({ title: 'Offset', description: '`offset` of the answer before.' })),
    }),
    request: {
      method: 'GET',
      path: '/v0/{base_id}/{table}',
      query: {
        filterByFormula: place('formula'),
        view: place('view'),
        'fields[]': place('fields'),
        pageSize: place('page_size'),
        offset: place('offset'),
      },
    },
    example: { base_id: 'app123', table: 'Orders', formula: '{Paid}=1', page_size: 50 },
  },
  {
    name: 'get_record',
    title: 'Read a record',
    help: 'Reads a record.',
    idempotent: true,
    parameters: Type.Object({ base_id: baseId, table, record_id: recordId }),
    request: { method: 'GET', path: '/v0/{base_id}/{table}/{record_id}' },
    example: { base_id: 'app123', table: 'Orders', record_id: 'rec123' },
  },
  {
    name: 'delete_record',
    title: 'Delete a record',
    help: 'Deletes a record.',
    idempotent: true,
    parameters: Type.Object({ base_id: baseId, table, record_id: recordId }),
    request: { method: 'DELETE', path: '/v0/{base_id}/{table}/{record_id}' },
    example: { base_id: 'app123', table: 'Orders', record_id: 'rec123' },
  },
]

export const airtableIntegration: IntegrationEntry = {
  type: 'airtable',
  name: 'Airtable',
  summary: 'Records of Airtable bases.',
  credential: fieldsForm(
    {
      type: 'airtable',
      title: 'Airtable token',
      help: 'Create a personal access token at airtable.com/create/tokens, for the bases and with the scopes the workflows need.',
    },
    [
      tokenField('Token', 'A personal access token.', 'pat_your_token'),
      baseUrlField('https://api.airtable.com'),
    ],
  ),
  connect: ({ token, base_url: baseUrl = 'https://api.airtable.com' }) => ({
    baseUrl,
    headers: { authorization: `Bearer ${token}` },
  }),
  actions,
  test: (context) =>
    testConnection(airtableIntegration, { request: { method: 'GET', path: '/v0/meta/whoami' } }, context),
}
