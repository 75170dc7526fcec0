import Type from 'typebox'
import type { ActionDefinition } from '#integrations/kit/action.ts'
import type { IntegrationEntry } from '#integrations/kit/integration-entry.ts'
import { fromParameter, fromParameters } from '#integrations/kit/shape.ts'
import { probeConnection } from '#integrations/kit/probe-connection.ts'
import { parseServiceAccount, serviceAccountGrant } from './service-account.ts'

const scope = 'https://www.googleapis.com/auth/spreadsheets'
const spreadsheetId = Type.String({
  title: 'Spreadsheet',
  description: 'The id of the spreadsheet: the part of its URL between /d/ and /edit.',
  minLength: 1,
})
const range = Type.String({
  title: 'Range',
  description: 'A range such as Orders!A2:D, or the name of a sheet.',
  minLength: 1,
})
const values = Type.Array(Type.Array(Type.Unknown()), {
  title: 'Rows',
  description: 'A list of rows, each a list of cells.',
})
const input = Type.Optional(
  Type.Enum(['USER_ENTERED', 'RAW'], {
    title: 'Value input option',
    description:
      '`USER_ENTERED`: values are parsed as if typed into the sheet, including formulas. `RAW`: values are stored unchanged.',
    default: 'RAW',
  }),
)

const actions: readonly ActionDefinition[] = [
  {
    name: 'append_values',
    title: 'Append rows',
    help: 'Adds rows after the last row of a table.',
    idempotent: false,
    parameters: Type.Object({ spreadsheet_id: spreadsheetId, range, values, value_input_option: input }),
    request: {
      method: 'POST',
      path: '/v4/spreadsheets/{spreadsheet_id}/values/{range}:append',
      query: {
        valueInputOption: fromParameter('value_input_option', 'RAW'),
        insertDataOption: 'INSERT_ROWS',
      },
      body: { as: 'json', value: fromParameters('values') },
    },
    example: { spreadsheet_id: '1AbC', range: 'Orders', values: [['{{ input.id }}', '{{ input.total }}']] },
  },
  {
    name: 'get_values',
    title: 'Read cells',
    help: 'Reads the cells in a range. The output is the list of rows.',
    idempotent: true,
    parameters: Type.Object({
      spreadsheet_id: spreadsheetId,
      range,
      value_render_option: Type.Optional(
        Type.Enum(['FORMATTED_VALUE', 'UNFORMATTED_VALUE', 'FORMULA'], {
          title: 'Value render option',
          description: 'Whether to return formatted values, unformatted values or formulas.',
        }),
      ),
    }),
    request: {
      method: 'GET',
      path: '/v4/spreadsheets/{spreadsheet_id}/values/{range}',
      query: { valueRenderOption: fromParameter('value_render_option') },
    },
    output: { at: 'values' },
    example: { spreadsheet_id: '1AbC', range: 'Orders!A2:D' },
  },
  {
    name: 'update_values',
    title: 'Update cells',
    help: 'Writes rows to a range.',
    idempotent: true,
    parameters: Type.Object({ spreadsheet_id: spreadsheetId, range, values, value_input_option: input }),
    request: {
      method: 'PUT',
      path: '/v4/spreadsheets/{spreadsheet_id}/values/{range}',
      query: { valueInputOption: fromParameter('value_input_option', 'RAW') },
      body: { as: 'json', value: fromParameters('values') },
    },
    example: { spreadsheet_id: '1AbC', range: 'Orders!D7', values: [['paid']] },
  },
  {
    name: 'clear_values',
    title: 'Clear cells',
    help: 'Clears the cells in a range.',
    idempotent: true,
    parameters: Type.Object({ spreadsheet_id: spreadsheetId, range }),
    request: { method: 'POST', path: '/v4/spreadsheets/{spreadsheet_id}/values/{range}:clear' },
    example: { spreadsheet_id: '1AbC', range: 'Orders!A2:D' },
  },
]

const help =
  'In the Google Cloud console, enable the Sheets API, create a service account and add a JSON key. Share the spreadsheet with the email address of the service account.'

export const googleSheetsIntegration: IntegrationEntry = {
  type: 'google_sheets',
  name: 'Google Sheets',
  summary: 'Read and write cells in Google Sheets with a service account.',
  credential: {
    type: 'google_sheets',
    title: 'Google service account',
    help,
    fields: [
      {
        name: 'private_key',
        title: 'Key file',
        help: 'The complete JSON key file.',
        secret: true,
        example: '{"type": "service_account", "client_email": "…", "private_key": "…"}',
      },
    ],
    encoding: 'text',
    form: 'Value: the JSON key file of the service account, unchanged.',
    example: '{"type": "service_account", "client_email": "…", "private_key": "…"}',
    parse: parseServiceAccount,
  },
  connect: (fields) => ({
    baseUrl: fields['base_url'] ?? 'https://sheets.googleapis.com',
    grant: serviceAccountGrant(fields, scope),
  }),
  actions,
  test: (context) =>
    probeConnection(
      googleSheetsIntegration,
      {
        // This spreadsheet does not exist, but only an authenticated client gets 404.
        request: { method: 'GET', path: '/v4/spreadsheets/none' },
        accepts: ({ status }) => status === 404 || status === 400 || status === 200,
        read: () => 'Google issued a token for the service account, and Google Sheets accepted it.',
      },
      context,
    ),
}
