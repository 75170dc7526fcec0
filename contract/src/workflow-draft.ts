import Type, { type Static } from 'typebox'
import { edges, nodes, variables } from './graph.ts'
import { defineOperation } from './operation.ts'
import { DeletedSchema, IdParams, IdSchema, nullable, textSchema, TimestampSchema } from './primitives.ts'
import { WorkflowSchema } from './workflow.ts'

const DraftSchema = Type.Object(
  {
    workflow_id: IdSchema,
    nodes,
    edges,
    variables,
    changed: Type.Boolean({
      description: 'Whether it differs from the live version. Always false for an unpublished workflow.',
    }),
    base_version_id: nullable(IdSchema),
    base_version_number: nullable(Type.Integer({ description: 'The number of the base version.' })),
    updated_at: TimestampSchema,
    updated_by: nullable(
      Type.String({ description: 'Who saved it last: the name of a person or of an API key.' }),
    ),
  },
  {
    title: 'Draft',
    description:
      'The working copy of a workflow. The base version is the live version that its edits started from; it is null for an unpublished workflow.',
  },
)

const DraftChangesSchema = Type.Object(
  { nodes, edges, variables: Type.Optional(variables) },
  { title: 'DraftChanges', description: 'The whole definition. Without `variables`, they do not change.' },
)

export type Draft = Static<typeof DraftSchema>

export const getDraft = defineOperation({
  id: 'getDraft',
  method: 'GET',
  path: '/workflows/:id/draft',
  tag: 'Workflows',
  summary: 'Read the working copy of a workflow',
  description:
    'Edits to a published workflow that are not live. Without edits, it equals the live version. The working copy of an unpublished ' +
    'workflow is the workflow itself. The response carries an `ETag` for a later `If-Match` or `If-None-Match`.',
  scope: 'workflows:read',
  extension: true,
  params: IdParams,
  success: { status: 200, description: 'The working copy.', data: DraftSchema },
  revalidated: true,
  example: {},
})

export const saveDraft = defineOperation({
  id: 'saveDraft',
  method: 'PUT',
  path: '/workflows/:id/draft',
  tag: 'Workflows',
  summary: 'Save the working copy of a workflow',
  description:
    'Live runs keep using the published version. With `If-Match`, the request is refused if the working copy has changed since.',
  scope: 'workflows:write',
  extension: true,
  params: IdParams,
  body: DraftChangesSchema,
  conditional: true,
  audit: 'sitting',
  reportsProblems: true,
  success: { status: 200, description: 'The saved working copy.', data: DraftSchema },
  example: { body: { nodes: [{ id: 'start', type: 'start', data: {} }], edges: [] } },
})

export const deleteDraft = defineOperation({
  id: 'deleteDraft',
  method: 'DELETE',
  path: '/workflows/:id/draft',
  tag: 'Workflows',
  summary: 'Discard the working copy of a workflow',
  description:
    'The working copy equals the live version again. Refused with 409 for an unpublished workflow.',
  scope: 'workflows:write',
  extension: true,
  params: IdParams,
  conditional: true,
  conflicts: true,
  success: { status: 200, description: 'Confirmation.', data: DeletedSchema },
  example: { workflow: 'published' },
})

export const publishWorkflow = defineOperation({
  id: 'publishWorkflow',
  method: 'POST',
  path: '/workflows/:id/publish',
  tag: 'Workflows',
  summary: 'Publish the working copy of a workflow',
  description:
    'Makes the working copy live and activates the triggers. With `If-Match`, the request is refused if the working copy has changed since.',
  scope: 'workflows:write',
  extension: true,
  params: IdParams,
  body: Type.Object(
    {
      note: Type.Optional(
        textSchema({ maxLength: 1_000, description: 'What changed, for the list of versions.' }),
      ),
    },
    { title: 'PublishRequest', description: 'A note about the version.' },
  ),
  bodyOptional: true,
  conditional: true,
  reportsProblems: true,
  success: { status: 200, description: 'The published workflow.', data: WorkflowSchema },
  example: { body: { note: 'Ask finance above 1,000 EUR.' } },
})
