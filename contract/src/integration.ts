import Type, { type Static } from 'typebox'
import { defineOperation } from './operation.ts'
import { CursorMetaSchema, CursorQuery, PageMetaSchema, PageQuery } from './paging.ts'
import { DeletedSchema, IdParams, IdSchema, nameSchema, nullable, TimestampSchema } from './primitives.ts'

export const INTEGRATION_STATUSES = ['connected', 'error', 'untested'] as const
export type IntegrationStatus = (typeof INTEGRATION_STATUSES)[number]

export const IntegrationSchema = Type.Object(
  {
    id: IdSchema,
    type: Type.String({ description: 'A `type` of the catalogue, or `openapi` for an imported service.' }),
    name: Type.String({ description: 'Display name.' }),
    status: Type.Enum([...INTEGRATION_STATUSES], { description: 'The result of the last test.' }),
    credential_id: nullable(IdSchema),
    created_at: TimestampSchema,
    last_tested_at: nullable(TimestampSchema),
  },
  { title: 'Integration', description: 'A connection to a service.' },
)

export const IntegrationTestSchema = Type.Object(
  {
    id: IdSchema,
    ok: Type.Boolean({ description: 'Whether the connection works.' }),
    message: Type.String({ description: 'What the test found, and what to do about it.' }),
    latency_ms: Type.Integer({ minimum: 0, description: 'Duration of the test in milliseconds.' }),
    tested_at: TimestampSchema,
  },
  {
    title: 'IntegrationTest',
    description: 'The result of a test. A failed connection is a result, not an HTTP error.',
  },
)

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

export const NewIntegrationSchema = Type.Object(
  {
    type: Type.String({ maxLength: 64, description: 'A `type` of the catalogue.', examples: ['http'] }),
    name: Type.Optional(
      nameSchema({
        maxLength: 200,
        description: 'Display name; defaults to the name in the catalogue.',
      }),
    ),
    credential_id: Type.Optional(nullable(IdSchema)),
  },
  { title: 'NewIntegration', description: 'An integration of the catalogue with its credential.' },
)

const importName = nameSchema({ maxLength: 200, description: 'Display name.', examples: ['Orders'] })
const documentText = (description: string) =>
  Type.Optional(Type.String({ maxLength: 1_048_576, description }))
const documentUrl = (description: string) => Type.Optional(Type.String({ maxLength: 8192, description }))

export const ImportIntegrationSchema = Type.Object(
  {
    name: importName,
    document: documentText('An OpenAPI 3.0 or 3.1 document as JSON or YAML text.'),
    url: documentUrl(
      'The URL of the document, instead of its text. At most 32 MiB of JSON or 2 MiB of YAML.',
    ),
    base_url: Type.Optional(
      Type.String({
        maxLength: 8192,
        description: 'The base URL of requests; defaults to the first server in the document.',
      }),
    ),
    credential_id: Type.Optional(nullable(IdSchema)),
  },
  {
    title: 'ImportIntegration',
    description: 'A service with an OpenAPI document. Send `document` or `url`.',
  },
)

const importReport = {
  title: Type.String({ description: 'The title in the document.' }),
  version: Type.String({ description: 'The version in the document.' }),
  base_url: Type.String({ description: 'The base URL of requests.' }),
  operation_count: Type.Integer({
    minimum: 0,
    description: 'The number of operations that became actions.',
  }),
  skipped_count: Type.Integer({ minimum: 0, description: 'The number of operations that were skipped.' }),
  skipped: Type.Array(
    Type.Object({
      operation: Type.String({ description: 'Method and path.' }),
      reason: Type.String({ description: 'Why the operation cannot become an action.' }),
    }),
    { description: 'The first 100 skipped operations.' },
  ),
  credentials: Type.Array(
    Type.Object({
      scheme: Type.String({ description: 'The security scheme in the document.' }),
      types: Type.Array(Type.String(), { description: 'The credential types that work for it.' }),
      help: Type.String({ description: 'The description in the document.' }),
    }),
    {
      description:
        'The secrets that the service accepts. If it requires several at the same time, use a credential of the type `openapi`, which holds them as JSON by scheme name.',
    },
  ),
}

export const ImportedIntegrationSchema = Type.Object(
  { ...IntegrationSchema.properties, ...importReport },
  { title: 'ImportedIntegration', description: 'An integration that was created from a document.' },
)

const IntegrationDetailSchema = Type.Object(
  {
    ...IntegrationSchema.properties,
    last_error: nullable(
      Type.String({ description: 'What the last test found; null if it succeeded or never ran.' }),
    ),
    import: nullable(
      Type.Object(importReport, {
        description: 'The imported document; null for a service of the catalogue.',
      }),
    ),
  },
  { title: 'IntegrationDetail', description: 'An integration with the result of its last test.' },
)

const IntegrationChangesSchema = Type.Object(
  {
    name: Type.Optional(importName),
    credential_id: Type.Optional(nullable(IdSchema)),
    base_url: Type.Optional(
      Type.String({
        maxLength: 8192,
        description: 'The base URL of requests. Only for an imported service.',
      }),
    ),
    document: documentText('A newer OpenAPI document, as in an import. Only for an imported service.'),
    url: documentUrl('The URL of the newer document, instead of its text.'),
  },
  {
    title: 'IntegrationChanges',
    description:
      'The members to change. The result of GET can be sent back: read-only members are ignored. Send `document` or `url`, not both.',
  },
)

const ChangedOperationSchema = Type.Object(
  {
    name: Type.String({ description: 'The name of the action.' }),
    operation: Type.String({ description: 'Method and path.' }),
  },
  { title: 'ChangedOperation', description: 'An action that a newer document changes.' },
)
const changedOperations = (description: string) => Type.Array(ChangedOperationSchema, { description })

const DocumentChangesSchema = Type.Object(
  {
    added_count: Type.Integer({ minimum: 0, description: 'The number of new actions.' }),
    added: changedOperations('The first 100 new actions.'),
    changed_count: Type.Integer({
      minimum: 0,
      description: 'The number of actions with another request or other parameters.',
    }),
    changed: changedOperations('The first 100 of them.'),
    removed_count: Type.Integer({ minimum: 0, description: 'The number of actions that no longer exist.' }),
    removed: changedOperations('The first 100 of them.'),
    broken_nodes: Type.Array(
      Type.Object({
        workflow_id: IdSchema,
        workflow_name: Type.String({ description: 'Display name of the workflow.' }),
        node_id: Type.String({ description: 'The id of the node.' }),
        action: Type.String({ description: 'The action that no longer exists.' }),
      }),
      { description: 'The first 100 nodes that use an action which no longer exists.' },
    ),
  },
  { title: 'DocumentChanges', description: 'What a newer document changes.' },
)

const UpdatedIntegrationSchema = Type.Object(
  {
    ...IntegrationDetailSchema.properties,
    changes: Type.Union([DocumentChangesSchema, Type.Null()], {
      description: 'What the newer document changes; null if the request had none.',
    }),
  },
  { title: 'UpdatedIntegration', description: 'The integration after the change.' },
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

export type IntegrationDetail = Static<typeof IntegrationDetailSchema>
export type IntegrationChanges = Static<typeof IntegrationChangesSchema>
export type UpdatedIntegration = Static<typeof UpdatedIntegrationSchema>
export type DocumentChanges = Static<typeof DocumentChangesSchema>
export type ActionTrial = Static<typeof ActionTrialSchema>
export type ImportReport = NonNullable<IntegrationDetail['import']>
export type ImportIntegration = Static<typeof ImportIntegrationSchema>
export type ImportedIntegration = Static<typeof ImportedIntegrationSchema>
export type Integration = Static<typeof IntegrationSchema>
export type IntegrationTest = Static<typeof IntegrationTestSchema>
export type CatalogueEntry = Static<typeof CatalogueEntrySchema>
export type Action = Static<typeof ActionSchema>
export type NewIntegration = Static<typeof NewIntegrationSchema>

export const listIntegrations = defineOperation({
  id: 'listIntegrations',
  method: 'GET',
  path: '/integrations',
  tag: 'Integrations',
  summary: 'List connected integrations',
  scope: 'integrations:read',
  query: PageQuery,
  success: {
    status: 200,
    description: 'A page of integrations.',
    data: Type.Array(IntegrationSchema),
    meta: PageMetaSchema,
  },
  example: {},
})

export const testIntegration = defineOperation({
  id: 'testIntegration',
  method: 'POST',
  path: '/integrations/:id/test',
  tag: 'Integrations',
  summary: 'Test an integration',
  description: 'Connects to the service, with a timeout of 10 seconds.',
  scope: 'integrations:write',
  params: IdParams,
  bodyOptional: true,
  success: { status: 200, description: 'The result of the test.', data: IntegrationTestSchema },
  example: {},
})

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

export const createIntegration = defineOperation({
  id: 'createIntegration',
  method: 'POST',
  path: '/integrations',
  tag: 'Integrations',
  summary: 'Connect an integration',
  scope: 'integrations:write',
  extension: true,
  body: NewIntegrationSchema,
  success: {
    status: 201,
    description: 'The integration, with the status `untested`.',
    data: IntegrationSchema,
  },
  example: { body: { type: 'http', name: 'HTTP for reports' } },
})

export const importIntegration = defineOperation({
  id: 'importIntegration',
  method: 'POST',
  path: '/integrations/import',
  tag: 'Integrations',
  summary: 'Import a service from its OpenAPI document',
  description:
    'Every operation becomes an action, with the schemas of the document for its parameters and body. Operations that cannot be imported are listed with the reason.',
  scope: 'integrations:write',
  extension: true,
  body: ImportIntegrationSchema,
  success: {
    status: 201,
    description: 'The integration, with the status `untested`.',
    data: ImportedIntegrationSchema,
  },
  example: {
    body: {
      name: 'Orders',
      document:
        'openapi: 3.1.0\ninfo: {title: Orders, version: "1"}\nservers: [{url: "https://orders.example.com/v1"}]\npaths:\n  /orders/{id}:\n    get:\n      operationId: getOrder\n      summary: Read an order\n      parameters: [{name: id, in: path, required: true, schema: {type: string}}]\n',
    },
  },
})

export const deleteIntegration = defineOperation({
  id: 'deleteIntegration',
  method: 'DELETE',
  path: '/integrations/:id',
  tag: 'Integrations',
  summary: 'Disconnect an integration',
  description: 'The credential is not deleted.',
  scope: 'integrations:write',
  extension: true,
  params: IdParams,
  success: { status: 200, description: 'Confirmation.', data: DeletedSchema },
  example: {},
})

export const getIntegration = defineOperation({
  id: 'getIntegration',
  method: 'GET',
  path: '/integrations/:id',
  tag: 'Integrations',
  summary: 'Read an integration',
  scope: 'integrations:read',
  extension: true,
  params: IdParams,
  success: { status: 200, description: 'The integration.', data: IntegrationDetailSchema },
  example: {},
})

export const updateIntegration = defineOperation({
  id: 'updateIntegration',
  method: 'PATCH',
  path: '/integrations/:id',
  tag: 'Integrations',
  summary: 'Update an integration',
  description:
    'Changes the name or the credential, and of an imported service also the base URL and the document. The id stays. ' +
    'Everything but a new name resets the status to `untested`.',
  scope: 'integrations:write',
  extension: true,
  params: IdParams,
  body: IntegrationChangesSchema,
  success: { status: 200, description: 'The updated integration.', data: UpdatedIntegrationSchema },
  example: { body: { name: 'HTTP for invoices' } },
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
