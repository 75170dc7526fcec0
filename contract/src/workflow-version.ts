import Type, { type Static } from 'typebox'
import { defineOperation } from './operation.ts'
import { CursorMetaSchema, CursorQuery } from './paging.ts'
import { IdParams, IdSchema, nullable, TimestampSchema } from './primitives.ts'
import { WorkflowSchema } from './workflow.ts'

/** How many nodes a list of changes names. */
export const MAX_LISTED_NODES = 100

function nodeIds(description: string) {
  return Type.Array(Type.String(), { description })
}

const VersionChangesSchema = Type.Object(
  {
    nodes_added: nodeIds('Ids of the nodes that are new.'),
    nodes_removed: nodeIds('Ids of the nodes that are gone.'),
    nodes_changed: nodeIds('Ids of the nodes that are there in both, and differ.'),
    edges_changed: Type.Boolean({ description: 'Whether the edges differ.' }),
    variables_changed: Type.Boolean({ description: 'Whether the variables differ.' }),
    complete: Type.Boolean({
      description:
        `False when the lists of nodes leave something out: each names ${MAX_LISTED_NODES} nodes at most, and neither ` +
        'nodes without an id of their own nor a new order can be told by ids. Compare the versions themselves then.',
    }),
  },
  { title: 'VersionChanges', description: 'What a version changed against the one before it.' },
)

const VersionSummarySchema = Type.Object(
  {
    id: IdSchema,
    number: Type.Integer({
      minimum: 1,
      description:
        'Counts the versions of the workflow. Never changes; a version that is deleted leaves a gap.',
    }),
    created_at: TimestampSchema,
    is_current: Type.Boolean({ description: 'Whether new executions run on it.' }),
    node_count: Type.Integer({ minimum: 0, description: 'How many nodes it has.' }),
    edge_count: Type.Integer({ minimum: 0, description: 'How many edges it has.' }),
    changes: nullable(VersionChangesSchema),
  },
  { title: 'VersionSummary', description: 'A version as a list shows it, without its graph.' },
)

const { nodes, edges, variables } = WorkflowSchema.properties

const VersionSchema = Type.Object(
  { ...VersionSummarySchema.properties, nodes, edges, variables },
  { title: 'Version', description: 'One saved definition of a workflow. It never changes.' },
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
    'Newest first. Every change of nodes, edges or variables saves a version; `changes` compares it with the one before ' +
    'and is null for the first. Kept are the newest 50, all that were current in the last 30 days, and those that an ' +
    'execution ran on.',
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
    'Makes its nodes, edges and variables the current ones, as a new version; name, description and status stay. What is ' +
    'current already stays as it is. With `If-Match`, only if nobody changed the workflow meanwhile.',
  scope: 'workflows:write',
  extension: true,
  params: VersionParams,
  conditional: true,
  success: { status: 200, description: 'The workflow after the change.', data: WorkflowSchema },
  example: {},
})
