import Type, { type Static } from 'typebox'
import { defineOperation } from './operation.ts'
import { CursorMetaSchema, CursorQuery, PageMetaSchema, PageQuery } from './paging.ts'
import { DeletedSchema, IdParams, IdSchema, nameSchema, nullable, TimestampSchema } from './primitives.ts'

export const INTEGRATION_STATUSES = ['connected', 'error', 'untested'] as const
export type IntegrationStatus = (typeof INTEGRATION_STATUSES)[number]

export const IntegrationSchema = Type.Object(
  {
    id: IdSchema,
    type: Type.String({ description: 'A `type` of the catalogue, or `openapi` for what was imported.' }),
    name: Type.String({ description: 'What people call it.' }),
    status: Type.Enum([...INTEGRATION_STATUSES], { description: 'How the last test went.' }),
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
    message: Type.String({ description: 'What was found, and what to do about it.' }),
    latency_ms: Type.Integer({ minimum: 0, description: 'How long the test took, in milliseconds.' }),
    tested_at: TimestampSchema,
  },
  { title: 'IntegrationTest', description: 'A failed connection is a result, not an HTTP error.' },
)

const CredentialFieldSchema = Type.Object(
  {
    name: Type.String({ description: 'Its name in the value.' }),
    title: Type.String({ description: 'What it is called.' }),
    help: Type.String({ description: 'What belongs there.' }),
    secret: Type.Boolean({ description: 'Whether to hide what is typed.' }),
    required: Type.Boolean({ description: 'Whether it must be filled in.' }),
    options: Type.Optional(Type.Array(Type.String(), { description: 'The values it may have.' })),
    example: Type.String({ description: 'What it looks like.' }),
  },
  { title: 'CredentialField', description: 'One thing to fill in for a credential.' },
)

export const ActionSchema = Type.Object(
  {
    name: Type.String({ description: 'What the node `integration` takes as `action`.' }),
    title: Type.String({ description: 'Its name, for people.' }),
    help: Type.String({ description: 'What it does.' }),
    idempotent: Type.Boolean({ description: 'Whether doing it twice is the same as doing it once.' }),
    parameters: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'What it takes, as a JSON Schema with titles and help.',
      }),
    ),
    example: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Parameters that show how it is used.',
      }),
    ),
  },
  { title: 'Action', description: 'Something an integration can do.' },
)

export const CatalogueEntrySchema = Type.Object(
  {
    type: Type.String({ description: 'What `POST /integrations` takes as `type`.' }),
    name: Type.String({ description: 'Its name, for people.' }),
    summary: Type.String({ description: 'What it is good for.' }),
    built_in: Type.Boolean({ description: 'Connected in each account from the start.' }),
    credential: Type.Union(
      [
        Type.Object({
          type: Type.String({ description: 'The `type` of the credential to create.' }),
          title: Type.String({ description: 'What it is called.' }),
          help: Type.String({ description: 'Where to get it, and how it is written.' }),
          example: Type.String({ description: 'What it looks like.' }),
          encoding: Type.Enum(['text', 'json', 'text or json'], {
            description:
              'How the `value` of the credential is made of the fields. `text`: it is the first field. `json`: a JSON text of all of them.',
          }),
          fields: Type.Array(CredentialFieldSchema, { description: 'What to fill in.' }),
        }),
        Type.Null(),
      ],
      { description: 'The secret it needs; null when it needs none.' },
    ),
    actions: Type.Array(ActionSchema, { description: 'What it can do.' }),
  },
  { title: 'CatalogueEntry', description: 'A service that can be connected.' },
)

export const NewIntegrationSchema = Type.Object(
  {
    type: Type.String({ maxLength: 64, description: 'A `type` of the catalogue.', examples: ['http'] }),
    name: Type.Optional(
      nameSchema({
        maxLength: 200,
        description: 'What people call it; the name of the catalogue by default.',
      }),
    ),
    credential_id: Type.Optional(nullable(IdSchema)),
  },
  { title: 'NewIntegration', description: 'A service of the catalogue, and the secret for it.' },
)

export const ImportIntegrationSchema = Type.Object(
  {
    name: nameSchema({ maxLength: 200, description: 'What people call it.', examples: ['Orders'] }),
    document: Type.Optional(
      Type.String({
        maxLength: 1_048_576,
        description: 'The document: the text of JSON or YAML, OpenAPI 3.0 or 3.1.',
      }),
    ),
    url: Type.Optional(
      Type.String({
        maxLength: 8192,
        description: 'Where the document is, instead of the text itself. Up to 32 MiB as JSON.',
      }),
    ),
    base_url: Type.Optional(
      Type.String({
        maxLength: 8192,
        description: 'Where requests go; the first server of the document by default.',
      }),
    ),
    credential_id: Type.Optional(nullable(IdSchema)),
  },
  { title: 'ImportIntegration', description: 'A service by its OpenAPI document. Send `document` or `url`.' },
)

export const ImportedIntegrationSchema = Type.Object(
  {
    ...IntegrationSchema.properties,
    title: Type.String({ description: 'What the document calls the service.' }),
    version: Type.String({ description: 'The version that the document tells.' }),
    base_url: Type.String({ description: 'Where requests go.' }),
    operation_count: Type.Integer({ minimum: 0, description: 'How many operations became actions.' }),
    skipped_count: Type.Integer({ minimum: 0, description: 'How many did not.' }),
    skipped: Type.Array(
      Type.Object({
        operation: Type.String({ description: 'Method and path.' }),
        reason: Type.String({ description: 'Why it cannot be an action.' }),
      }),
      { description: 'The first hundred of those that did not.' },
    ),
    credentials: Type.Array(
      Type.Object({
        scheme: Type.String({ description: 'The security scheme of the document.' }),
        types: Type.Array(Type.String(), { description: 'Types of credentials that serve it.' }),
        help: Type.String({ description: 'What the document says about it.' }),
      }),
      {
        description:
          'The secrets that the service may want. Where it wants several at once, a credential of the type `openapi` holds them as JSON by the names of the schemes.',
      },
    ),
  },
  { title: 'ImportedIntegration', description: 'An integration that was made of a document.' },
)

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
  description: 'Really reaches out, for at most 10 seconds.',
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
  summary: 'List what can be connected',
  scope: 'integrations:read',
  extension: true,
  query: Type.Object({
    type: Type.Optional(Type.String({ maxLength: 64, description: 'Only the entry of this type.' })),
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
    'In the order of the catalogue or the document. `parameters` and `example` come with `name` alone.',
  scope: 'integrations:read',
  extension: true,
  params: IdParams,
  query: Type.Object({
    ...CursorQuery.properties,
    search: Type.Optional(
      Type.String({ maxLength: 200, description: 'Only those with this text in name, title or help.' }),
    ),
    name: Type.Optional(
      Type.String({ maxLength: 200, description: 'Only the action of this name, with its parameters.' }),
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
  success: { status: 201, description: 'The integration, not tested yet.', data: IntegrationSchema },
  example: { body: { type: 'http', name: 'HTTP for reports' } },
})

export const importIntegration = defineOperation({
  id: 'importIntegration',
  method: 'POST',
  path: '/integrations/import',
  tag: 'Integrations',
  summary: 'Connect a service by its OpenAPI document',
  description:
    'Every operation becomes an action of the integration, its parameters and body with the schemas of the document. What cannot be taken is listed with the reason.',
  scope: 'integrations:write',
  extension: true,
  body: ImportIntegrationSchema,
  success: { status: 201, description: 'The integration, not tested yet.', data: ImportedIntegrationSchema },
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
  description: 'Its credential stays.',
  scope: 'integrations:write',
  extension: true,
  params: IdParams,
  success: { status: 200, description: 'Confirmation.', data: DeletedSchema },
  example: {},
})
