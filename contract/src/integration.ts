import Type, { type Static } from 'typebox'
import { defineOperation } from './operation.ts'
import { CursorMetaSchema, CursorQuery, PageMetaSchema, PageQuery } from './paging.ts'
import { DeletedSchema, IdParams, IdSchema, nameSchema, nullable, TimestampSchema } from './primitives.ts'

export const INTEGRATION_STATUSES = ['connected', 'error', 'untested'] as const
export type IntegrationStatus = (typeof INTEGRATION_STATUSES)[number]

export const IntegrationSchema = Type.Object(
  {
    id: IdSchema,
    type: Type.String({ description: 'A `type` of the catalogue.' }),
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
      Type.Unsafe<unknown>(
        Type.Object({}, { description: 'What it takes, as a JSON Schema with titles and help.' }),
      ),
    ),
    example: Type.Optional(
      Type.Unsafe<unknown>(Type.Object({}, { description: 'Parameters that show how it is used.' })),
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
