import Type, { type Static } from 'typebox'
import { defineOperation } from './operation.ts'
import { CursorMetaSchema, CursorQuery } from './paging.ts'
import { IdParams, IdSchema, nullable, TimestampSchema } from './primitives.ts'

const CredentialFieldSchema = Type.Object(
  {
    name: Type.String({ description: 'The name of the field in the value.' }),
    title: Type.String({ description: 'The label of the field.' }),
    help: Type.String({ description: 'What to enter.' }),
    secret: Type.Boolean({ description: 'Whether to mask the input.' }),
    required: Type.Boolean({ description: 'Whether a value is required.' }),
    options: Type.Optional(Type.Array(Type.String(), { description: 'The allowed values.' })),
    example: Type.String({ description: 'An example value.' }),
  },
  { title: 'CredentialField', description: 'A field of a credential.' },
)

export const ActionSchema = Type.Object(
  {
    name: Type.String({ description: 'The value for `action` in an `integration` node.' }),
    title: Type.String({ description: 'Display name.' }),
    help: Type.String({ description: 'What the action does.' }),
    idempotent: Type.Boolean({ description: 'Whether repeating the action has no further effect.' }),
    parameters: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'The parameters, as a JSON Schema with titles and descriptions.',
      }),
    ),
    example: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Example parameters.',
      }),
    ),
  },
  { title: 'Action', description: 'An operation of an integration.' },
)

export const CatalogueEntrySchema = Type.Object(
  {
    type: Type.String({ description: 'The value for `type` in `POST /integrations`.' }),
    name: Type.String({ description: 'Display name.' }),
    summary: Type.String({ description: 'What the integration is for.' }),
    built_in: Type.Boolean({ description: 'Whether every account has it from the start.' }),
    credential: Type.Union(
      [
        Type.Object({
          type: Type.String({ description: 'The `type` of the credential to create.' }),
          title: Type.String({ description: 'Display name.' }),
          help: Type.String({ description: 'Where to get the secret, and its format.' }),
          example: Type.String({ description: 'An example value.' }),
          encoding: Type.Enum(['text', 'json', 'text or json'], {
            description:
              'How to build the `value` of the credential. `text`: the first field alone. `json`: a JSON object of all fields, as text. `text or json`: either.',
          }),
          fields: Type.Array(CredentialFieldSchema, { description: 'The fields of the credential.' }),
        }),
        Type.Null(),
      ],
      { description: 'The secret it needs; null if it needs none.' },
    ),
    actions: Type.Array(ActionSchema, { description: 'The actions of the integration.' }),
  },
  { title: 'CatalogueEntry', description: 'An integration that can be connected.' },
)

const ActionTrialSchema = Type.Object(
  {
    id: IdSchema,
    ok: Type.Boolean({ description: 'Whether the action succeeded.' }),
    output: Type.Unknown({
      description: 'The result of the action, with secrets redacted; null if it failed.',
    }),
    error: nullable(
      Type.Object({
        code: Type.String({ description: 'As in the error of a step.' }),
        message: Type.String({ description: 'What went wrong, and what to do about it.' }),
      }),
    ),
    latency_ms: Type.Integer({ minimum: 0, description: 'Duration in milliseconds.' }),
    tried_at: TimestampSchema,
  },
  {
    title: 'ActionTrial',
    description: 'The result of a trial. A failed action is a result, not an HTTP error.',
  },
)

export type CatalogueEntry = Static<typeof CatalogueEntrySchema>
export type Action = Static<typeof ActionSchema>
export type ActionTrial = Static<typeof ActionTrialSchema>

export const listCatalogue = defineOperation({
  id: 'listCatalogue',
  method: 'GET',
  path: '/integrations/catalogue',
  tag: 'Integrations',
  summary: 'List the catalogue of integrations',
  scope: 'integrations:read',
  extension: true,
  query: Type.Object({
    type: Type.Optional(Type.String({ maxLength: 64, description: 'Return only the entry with this type.' })),
  }),
  success: {
    status: 200,
    description: 'Every entry of the catalogue.',
    data: Type.Array(CatalogueEntrySchema),
  },
  example: { query: 'type=slack' },
})

export const listActions = defineOperation({
  id: 'listActions',
  method: 'GET',
  path: '/integrations/:id/actions',
  tag: 'Integrations',
  summary: 'List the actions of an integration',
  description:
    'In the order of the catalogue or the document. `parameters` and `example` are included only if the query has `name`.',
  scope: 'integrations:read',
  extension: true,
  params: IdParams,
  query: Type.Object({
    ...CursorQuery.properties,
    search: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Return only actions with this text in name, title or help.',
      }),
    ),
    name: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Return only the action with this name, including its parameters.',
      }),
    ),
  }),
  success: {
    status: 200,
    description: 'A page of actions.',
    data: Type.Array(ActionSchema),
    meta: CursorMetaSchema,
  },
  example: {},
})

export const tryAction = defineOperation({
  id: 'tryAction',
  method: 'POST',
  path: '/integrations/:id/try',
  tag: 'Integrations',
  summary: 'Run an action once',
  description:
    'Runs the action for real, outside of any workflow and without retries, with a timeout of 30 seconds. Expressions are not evaluated.',
  scope: 'integrations:write',
  extension: true,
  params: IdParams,
  body: Type.Object(
    {
      action: Type.String({ minLength: 1, maxLength: 200, description: 'The name of the action.' }),
      parameters: Type.Optional(
        Type.Record(Type.String(), Type.Unknown(), { description: 'The parameters of the action.' }),
      ),
    },
    { title: 'NewActionTrial', description: 'The action to run.' },
  ),
  success: { status: 200, description: 'The result of the action.', data: ActionTrialSchema },
  example: { body: { action: 'request', parameters: { url: 'https://api.example.com/orders' } } },
})
