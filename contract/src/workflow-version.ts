import Type, { type Static } from 'typebox'
import { defineOperation } from './operation.ts'
import { CursorMetaSchema, CursorQuery } from './paging.ts'
import { IdParams, IdSchema, nullable, TimestampSchema } from './primitives.ts'
import { WorkflowSchema } from './workflow.ts'

/** The most node ids that a list of changes contains. */
export const MAX_LISTED_NODES = 100

function nodeIds(description: string) {
  return Type.Array(Type.String(), { description })
}

const VersionChangesSchema = Type.Object(
  {
    nodes_added: nodeIds('The ids of the added nodes.'),
    nodes_removed: nodeIds('The ids of the removed nodes.'),
    nodes_changed: nodeIds('The ids of the changed nodes.'),
    edges_changed: Type.Boolean({ description: 'Whether the edges differ.' }),
    variables_changed: Type.Boolean({ description: 'Whether the variables differ.' }),
    complete: Type.Boolean({
      description:
        `False if the lists are incomplete: each has at most ${MAX_LISTED_NODES} ids, and they cannot show nodes without a unique id ` +
        'or a changed order. In this case compare the versions themselves.',
    }),
  },
  { title: 'VersionChanges', description: 'The difference from the previous version.' },
)

const VersionSummarySchema = Type.Object(
  {
    id: IdSchema,
    number: nullable(
      Type.Integer({
        minimum: 1,
        description:
          'The number of the version. A version that ran or was published keeps it; a deleted one leaves a gap. Null for a draft that ' +
          'was edited further before either happened, and for what a test of the working copy ran, which is no part of the history.',
      }),
    ),
    created_at: TimestampSchema,
    is_current: Type.Boolean({ description: 'Whether new executions run this version.' }),
    node_count: Type.Integer({ minimum: 0, description: 'The number of nodes.' }),
    edge_count: Type.Integer({ minimum: 0, description: 'The number of edges.' }),
    changes: nullable(VersionChangesSchema),
    note: nullable(Type.String({ description: 'The note given when it was published.' })),
    author: nullable(Type.String({ description: 'Who saved it: the name of a person or of an API key.' })),
  },
  { title: 'VersionSummary', description: 'A version in a list, without its graph.' },
)

const { nodes, edges, variables } = WorkflowSchema.properties

const VersionSchema = Type.Object(
  {
    ...VersionSummarySchema.properties,
    nodes,
    edges,
    variables,
  },
  { title: 'Version', description: 'One saved definition of a workflow. It is immutable.' },
)

export type VersionChanges = Static<typeof VersionChangesSchema>
export type VersionSummary = Static<typeof VersionSummarySchema>
export type Version = Static<typeof VersionSchema>

const VersionParams = Type.Object({ ...IdParams.properties, version_id: IdSchema })

export const listVersions = defineOperation({
  id: 'listVersions',
  method: 'GET',
  path: '/workflows/:id/versions',
  tag: 'Workflows',
  summary: 'List the versions of a workflow',
  description:
    'Newest first. Every change of nodes, edges or variables saves a version; `changes` compares it with the previous one ' +
    'and is null for the first. The newest 50 versions, versions that were current in the last 30 days and versions that an ' +
    'execution refers to are retained; others are deleted.',
  scope: 'workflows:read',
  extension: true,
  params: IdParams,
  query: CursorQuery,
  success: {
    status: 200,
    description: 'A page of versions.',
    data: Type.Array(VersionSummarySchema),
    meta: CursorMetaSchema,
  },
  example: { query: 'limit=10' },
})

export const getVersion = defineOperation({
  id: 'getVersion',
  method: 'GET',
  path: '/workflows/:id/versions/:version_id',
  tag: 'Workflows',
  summary: 'Read a version of a workflow',
  description:
    'Also reads what a test of the working copy ran, by the `version_id` of its execution. The list of versions does not contain it.',
  scope: 'workflows:read',
  extension: true,
  params: VersionParams,
  success: { status: 200, description: 'The version.', data: VersionSchema },
  example: {},
})

export const restoreVersion = defineOperation({
  id: 'restoreVersion',
  method: 'POST',
  path: '/workflows/:id/versions/:version_id/restore',
  tag: 'Workflows',
  summary: 'Restore a version of a workflow',
  description:
    'Copies its nodes, edges and variables into a new current version; name, description and status do not change. ' +
    'Restoring the current version changes nothing. With `If-Match`, the request is refused if the workflow has changed.',
  scope: 'workflows:write',
  extension: true,
  params: VersionParams,
  conditional: true,
  reportsProblems: true,
  success: { status: 200, description: 'The updated workflow.', data: WorkflowSchema },
  example: {},
})
