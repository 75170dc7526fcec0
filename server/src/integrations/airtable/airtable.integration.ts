import Type from 'typebox'
import type { ActionDefinition } from '#integrations/kit/action.ts'
import { baseUrlField, fieldsForm } from '#integrations/kit/credential-form.ts'
import type { IntegrationEntry } from '#integrations/kit/integration-entry.ts'
import { tokenField } from '#integrations/kit/secret-field.ts'
import { fromParameter, fromParameters } from '#integrations/kit/shape.ts'
import { probeConnection } from '#integrations/kit/probe-connection.ts'

const baseId = Type.String({
  title: 'Base',
  description: 'The id of the base, such as app123.',
  minLength: 1,
})
const table = Type.String({ title: 'Table', description: 'The name or id of the table.', minLength: 1 })
const recordId = Type.String({
  title: 'Record',
  description: 'The id of the record, such as rec123.',
  minLength: 1,
})
const fields = Type.Record(Type.String(), Type.Unknown(), {
  title: 'Fields',
  description: 'Values by field name.',
})
const typecast = Type.Optional(
  Type.Boolean({
    title: 'Typecast',
    description: 'Whether Airtable converts strings to the types of the fields.',
  }),
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
      body: { as: 'json', value: fromParameters('fields', 'typecast') },
    },
    example: { base_id: 'app123', table: 'Orders', fields: { Name: '{{ input.name }}', Total: 12.5 } },
  },
  {
    name: 'update_record',
    title: 'Update a record',
    help: 'Updates the given fields of a record; the other fields keep their values.',
    idempotent: true,
    parameters: Type.Object({ base_id: baseId, table, record_id: recordId, fields, typecast }),
    request: {
      method: 'PATCH',
      path: '/v0/{base_id}/{table}/{record_id}',
      body: { as: 'json', value: fromParameters('fields', 'typecast') },
    },
    example: { base_id: 'app123', table: 'Orders', record_id: 'rec123', fields: { Paid: true } },
  },
  {
    name: 'list_records',
    title: 'List records',
    help: 'Lists the records of a table. To get the next page, pass the `offset` of the response.',
    idempotent: true,
    parameters: Type.Object({
      base_id: baseId,
      table,
      formula: Type.Optional(
        Type.String({
          title: 'Formula',
          description: 'Only return records that match this formula, such as {Paid}=1.',
        }),
      ),
      view: Type.Optional(
        Type.String({ title: 'View', description: 'The name of a view whose filter and sort order to use.' }),
      ),
      fields: Type.Optional(
        Type.Array(Type.String(), { title: 'Fields', description: 'Only return these fields.' }),
      ),
      page_size: Type.Optional(
        Type.Integer({
          title: 'Page size',
          description: 'How many records to return per page.',
          minimum: 1,
          maximum: 100,
        }),
      ),
      offset: Type.Optional(
        Type.String({ title: 'Offset', description: 'The `offset` of the previous response.' }),
      ),
    }),
    request: {
      method: 'GET',
      path: '/v0/{base_id}/{table}',
      query: {
        filterByFormula: fromParameter('formula'),
        view: fromParameter('view'),
        'fields[]': fromParameter('fields'),
        pageSize: fromParameter('page_size'),
        offset: fromParameter('offset'),
      },
    },
    example: { base_id: 'app123', table: 'Orders', formula: '{Paid}=1', page_size: 50 },
  },
  {
    name: 'get_record',
    title: 'Get a record',
    help: 'Returns a record.',
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
  summary: 'Read and write records in Airtable bases.',
  credential: fieldsForm(
    {
      type: 'airtable',
      title: 'Airtable token',
      help: 'Create a personal access token at airtable.com/create/tokens for the bases and with the scopes that the workflows need.',
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
    probeConnection(airtableIntegration, { request: { method: 'GET', path: '/v0/meta/whoami' } }, context),
}
