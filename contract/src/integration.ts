import Type, { type Static } from 'typebox'
import { defineOperation } from './operation.ts'
import {
  DocumentChangesSchema,
  documentText,
  documentUrl,
  ImportIntegrationSchema,
  importName,
  importReport,
} from './openapi-import.ts'
import { PageMetaSchema, PageQuery } from './paging.ts'
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

const UpdatedIntegrationSchema = Type.Object(
  {
    ...IntegrationDetailSchema.properties,
    changes: Type.Union([DocumentChangesSchema, Type.Null()], {
      description: 'What the newer document changes; null if the request had none.',
    }),
  },
  { title: 'UpdatedIntegration', description: 'The integration after the change.' },
)

export type IntegrationDetail = Static<typeof IntegrationDetailSchema>
export type IntegrationChanges = Static<typeof IntegrationChangesSchema>
export type UpdatedIntegration = Static<typeof UpdatedIntegrationSchema>
export type ImportReport = NonNullable<IntegrationDetail['import']>
export type ImportedIntegration = Static<typeof ImportedIntegrationSchema>
export type Integration = Static<typeof IntegrationSchema>
export type IntegrationTest = Static<typeof IntegrationTestSchema>
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
  longText: 'document',
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
  longText: 'document',
  success: { status: 200, description: 'The updated integration.', data: UpdatedIntegrationSchema },
  example: { body: { name: 'HTTP for invoices' } },
})
