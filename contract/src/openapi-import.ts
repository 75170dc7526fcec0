import Type, { type Static } from 'typebox'
import { IdSchema, nameSchema, nullable } from './primitives.ts'

export const importName = nameSchema({ maxLength: 200, description: 'Display name.', examples: ['Orders'] })
/** In characters; the service accepts at most as many bytes. */
const MAX_DOCUMENT_LENGTH = 33_554_432

export const documentText = (description: string) =>
  Type.Optional(Type.String({ maxLength: MAX_DOCUMENT_LENGTH, description }))
export const documentUrl = (description: string) =>
  Type.Optional(Type.String({ maxLength: 8192, description }))

export const ImportIntegrationSchema = Type.Object(
  {
    name: importName,
    document: documentText(
      'An OpenAPI 3.0, OpenAPI 3.1 or Swagger 2.0 document as JSON or YAML text. At most 32 MiB.',
    ),
    url: documentUrl('The URL of the document, instead of its text.'),
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

/** What became of a document. */
export const importReport = {
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

const ChangedOperationSchema = Type.Object(
  {
    name: Type.String({ description: 'The name of the action.' }),
    operation: Type.String({ description: 'Method and path.' }),
  },
  { title: 'ChangedOperation', description: 'An action that a newer document changes.' },
)
const changedOperations = (description: string) => Type.Array(ChangedOperationSchema, { description })

export const DocumentChangesSchema = Type.Object(
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

export type ImportIntegration = Static<typeof ImportIntegrationSchema>
export type DocumentChanges = Static<typeof DocumentChangesSchema>
