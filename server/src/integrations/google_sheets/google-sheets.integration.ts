import Type from 'typebox'
import type { ActionDefinition } from '#integrations/entry/action.ts'
import type { IntegrationEntry } from '#integrations/entry/integration-entry.ts'
import { place, places } from '#integrations/entry/shape.ts'
import { testConnection } from '#integrations/entry/test-connection.ts'
import { parseServiceAccount, serviceAccountGrant } from './service-account.ts'

const scope = 'https://www.googleapis.com/auth/spreadsheets'
const spreadsheetId = Type.String({
  title: 'Spreadsheet',
  description: 'The part of its address between /d/ and /edit.',
  minLength: 1,
})
const range = Type.String({
  title: 'Range',
  description: 'Such as Orders!A2:D, or the name of a sheet.',
  minLength: 1,
})
const values = Type.Array(Type.Array(Type.Unknown()), {
  title: 'Rows',
  description: 'A list of rows, each a list of cells.',
})
const input = Type.Optional(
  Type.Enum(['USER_ENTERED', 'RAW'], {
    title: 'Reading of cells',
    description: '`USER_ENTERED`: as if somebody typed them, formulas included. `RAW`: as they are.',
    default: 'RAW',
  }),
)

const actions: readonly ActionDefinition[] = [
  {
    name: 'append_values',
    title: 'Append rows',
    help: 'Adds rows behind the last one of a table.',
    idempotent: false,
    parameters: Type.Object({ spreadsheet_id: spreadsheetId, range, values, value_input_option: input }),
    request: {
      method: 'POST',
      path: '/v4/spreadsheets/{spreadsheet_id}/values/{range}:append',
      query: { valueInputOption: place('value_input_option', 'RAW'), insertDataOption: 'INSERT_ROWS' },
      body: { as: 'json', value: places('values') },
    },
    example: { spreadsheet_id: '1AbC', range: 'Orders', values: [['{{ input.id }}', '{{ input.total }}']] },
  },
  {
    name: 'get_values',
    title: 'Read cells',
    help: 'Reads the cells of a range. The output is the list of rows.',
    idempotent: true,
    parameters: Type.Object({
      spreadsheet_id: spreadsheetId,
      range,
      value_render_option: Type.Optional(
        Type.Enum(['FORMATTED_VALUE', 'UNFORMATTED_VALUE', 'FORMULA'], {
          title: 'Form of cells',
          description: 'As they look, as they are, or their formulas.',
        }),
      ),
    }),
    request: {
      method: 'GET',
      path: '/v4/spreadsheets/{spreadsheet_id}/values/{range}',
      query: { valueRenderOption: place('value_render_option') },
    },
    output: { at: 'values' },
    example: { spreadsheet_id: '1AbC', range: 'Orders!A2:D' },
  },
  {
    name: 'update_values',
    title: 'Change cells',
    help: 'Writes rows into a range.',
    idempotent: true,
    parameters: Type.Object({ spreadsheet_id: spreadsheetId, range, values, value_input_option: input }),
    request: {
      method: 'PUT',
      path: '/v4/spreadsheets/{spreadsheet_id}/values/{range}',
      query: { valueInputOption: place('value_input_option', 'RAW') },
      body: { as: 'json', value: places('values') },
    },
    example: { spreadsheet_id: '1AbC', range: 'Orders!D7', values: [['paid']] },
  },
  {
    name: 'clear_values',
    title: 'Clear cells',
    help: 'Empties the cells of a range.',
    idempotent: true,
    parameters: Type.Object({ spreadsheet_id: spreadsheetId, range }),
    request: { method: 'POST', path: '/v4/spreadsheets/{spreadsheet_id}/values/{range}:clear' },
    example: { spreadsheet_id: '1AbC', range: 'Orders!A2:D' },
  },
]

const help =
  'In the Google Cloud console: enable the Sheets API, create a service account, add a JSON key, and share the spreadsheet with its address.'

export const googleSheetsIntegration: IntegrationEntry = {
  type: 'google_sheets',
  name: 'Google Sheets',
  summary: 'Read and write cells of Google Sheets with a service account.',
  credential: {
    type: 'google_sheets',
    title: 'Google service account',
    help,
    fields: [
      {
        name: 'private_key',
        title: 'Key file',
        help: 'The whole JSON file, as Google gave it.',
        secret: true,
        example: '{"type": "service_account", "client_email": "…", "private_key": "…"}',
      },
    ],
    encoding: 'text',
    form: 'The JSON key file of the service account, as it is.',
    example: '{"type": "service_account", "client_email": "…", "private_key": "…"}',
    parse: parseServiceAccount,
  },
  connect: (fields) => ({
    baseUrl: fields['base_url'] ?? 'https://sheets.googleapis.com',
    grant: serviceAccountGrant(fields, scope),
  }),
  actions,
  test: (context) =>
    testConnection(
      googleSheetsIntegration,
      {
        // Nobody has this spreadsheet; only somebody who is let in is told so.
        request: { method: 'GET', path: '/v4/spreadsheets/none' },
        accepts: ({ status }) => status === 404 || status === 400 || status === 200,
        read: () => 'Google gave a token for the service account, and Sheets accepted it.',
      },
      context,
    ),
}
