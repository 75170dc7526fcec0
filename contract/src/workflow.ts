import Type, { type Static } from 'typebox'
import { defineOperation } from './operation.ts'
import { PageMetaSchema, PageQuery } from './paging.ts'
import {
  DeletedSchema,
  IdParams,
  IdSchema,
  JsonObject,
  nameSchema,
  nullable,
  textSchema,
  TimestampSchema,
} from './primitives.ts'

export const WORKFLOW_STATUSES = ['draft', 'published'] as const
export type WorkflowStatus = (typeof WORKFLOW_STATUSES)[number]

const name = nameSchema({
  maxLength: 200,
  description: 'What people call it.',
  examples: ['Welcome mail'],
})
const description = textSchema({ maxLength: 10_000, description: 'What it is for.' })
const status = Type.Enum([...WORKFLOW_STATUSES], {
  description: 'A published workflow has its triggers armed; a draft can be run by hand and by API.',
})
const nodes = Type.Array(JsonObject, {
  description:
    'The nodes of the graph. Stored and returned as they came: a draft may hold a half-finished drawing.',
})
const edges = Type.Array(JsonObject, {
  description: 'The edges of the graph: `source`, `target`, `sourceHandle`.',
})
const variables = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Constants that every node can read as `variables`.',
})

export const WorkflowSchema = Type.Object(
  {
    id: IdSchema,
    name: Type.String({ description: 'What people call it.' }),
    description: Type.String({ description: 'What it is for.' }),
    status,
    nodes,
    edges,
    variables,
    created_at: TimestampSchema,
  },
  { title: 'Workflow', description: 'A graph of nodes and edges.' },
)

export const WorkflowSummarySchema = Type.Object(
  {
    id: IdSchema,
    name: Type.String({ description: 'What people call it.' }),
    status,
    created_at: TimestampSchema,
    updated_at: TimestampSchema,
  },
  { title: 'WorkflowSummary', description: 'A workflow as a list shows it, without its graph.' },
)

export const NewWorkflowSchema = Type.Object(
  {
    name,
    description: Type.Optional(description),
    status: Type.Optional(status),
    nodes: Type.Optional(nodes),
    edges: Type.Optional(edges),
    variables: Type.Optional(variables),
  },
  { title: 'NewWorkflow', description: 'Only the name is needed: the rest can be drawn later.' },
)

export const WorkflowChangesSchema = Type.Partial(NewWorkflowSchema, {
  title: 'WorkflowChanges',
  description:
    'Any of the fields. What GET returns can be sent back unchanged: read-only fields are ignored.',
})

export type Workflow = Static<typeof WorkflowSchema>
export type WorkflowSummary = Static<typeof WorkflowSummarySchema>
export type NewWorkflow = Static<typeof NewWorkflowSchema>
export type WorkflowChanges = Static<typeof WorkflowChangesSchema>

const greetingGraph = {
  nodes: [
    { id: 'start', type: 'start', data: {} },
    { id: 'greet', type: 'set', data: { values: { greeting: 'Hello {{ input.name }}!' } } },
  ],
  edges: [{ source: 'start', target: 'greet' }],
}

export const listWorkflows = defineOperation({
  id: 'listWorkflows',
  method: 'GET',
  path: '/workflows',
  tag: 'Workflows',
  summary: 'List workflows',
  description: 'Newest first.',
  scope: 'workflows:read',
  query: Type.Object({
    ...PageQuery.properties,
    status: Type.Optional(status),
    search: Type.Optional(
      textSchema({
        maxLength: 200,
        description: 'Part of the name, in upper or lower case. `%` and `_` are plain characters.',
      }),
    ),
  }),
  success: {
    status: 200,
    description: 'A page of workflows.',
    data: Type.Array(WorkflowSummarySchema),
    meta: PageMetaSchema,
  },
  example: { query: 'status=draft&search=mail' },
})

export const getWorkflow = defineOperation({
  id: 'getWorkflow',
  method: 'GET',
  path: '/workflows/:id',
  tag: 'Workflows',
  summary: 'Read a workflow',
  description: 'The answer carries an `ETag` for a later `If-Match`.',
  scope: 'workflows:read',
  params: IdParams,
  success: { status: 200, description: 'The workflow.', data: WorkflowSchema },
  example: {},
})

export const createWorkflow = defineOperation({
  id: 'createWorkflow',
  method: 'POST',
  path: '/workflows',
  tag: 'Workflows',
  summary: 'Create a workflow',
  scope: 'workflows:write',
  body: NewWorkflowSchema,
  success: { status: 201, description: 'The workflow as it was stored.', data: WorkflowSchema },
  example: { body: { name: 'Welcome mail', description: 'Greets a new customer.', ...greetingGraph } },
})

export const updateWorkflow = defineOperation({
  id: 'updateWorkflow',
  method: 'PATCH',
  path: '/workflows/:id',
  tag: 'Workflows',
  summary: 'Change a workflow',
  description:
    'Changes what is sent and leaves the rest. With `If-Match`, only if nobody changed it meanwhile.',
  scope: 'workflows:write',
  params: IdParams,
  body: WorkflowChangesSchema,
  conditional: true,
  success: { status: 200, description: 'The workflow after the change.', data: WorkflowSchema },
  example: { body: { name: 'Welcome mail, second try', status: 'published' } },
})

export const deleteWorkflow = defineOperation({
  id: 'deleteWorkflow',
  method: 'DELETE',
  path: '/workflows/:id',
  tag: 'Workflows',
  summary: 'Delete a workflow',
  description:
    'Its triggers stop at once. Runs in flight finish on the version they started with, and executions stay readable by id.',
  scope: 'workflows:write',
  params: IdParams,
  conditional: true,
  success: { status: 200, description: 'Confirmation.', data: DeletedSchema },
  example: {},
})

export const WorkflowCheckSchema = Type.Object(
  {
    problems: Type.Array(
      Type.Object({
        node_id: nullable(Type.String({ description: 'The node at fault; null for the graph as a whole.' })),
        parameter: nullable(Type.String({ description: 'The parameter at fault, as a path in `data`.' })),
        message: Type.String({ description: 'What has to be mended, in words.' }),
      }),
      { description: 'Everything that keeps the workflow from running; empty when it can run.' },
    ),
  },
  { title: 'WorkflowCheck', description: 'Whether a workflow can run.' },
)

export type WorkflowCheck = Static<typeof WorkflowCheckSchema>

export const checkWorkflow = defineOperation({
  id: 'checkWorkflow',
  method: 'POST',
  path: '/workflows/:id/check',
  tag: 'Workflows',
  summary: 'Check whether a workflow can run',
  description:
    'Lists everything that would make a run fail before its first node: unknown types, expressions that cannot be read, ' +
    'edges that lead nowhere, circles. `nodes`, `edges` and `variables` of the request, where given, are checked instead of the stored ones; nothing is stored.',
  scope: 'workflows:read',
  extension: true,
  params: IdParams,
  body: Type.Object(
    { nodes: Type.Optional(nodes), edges: Type.Optional(edges), variables: Type.Optional(variables) },
    { title: 'CheckRequest', description: 'A drawing that is not stored yet; may be left out.' },
  ),
  bodyOptional: true,
  success: { status: 200, description: 'What was found.', data: WorkflowCheckSchema },
  example: { body: { nodes: [{ id: 'start', type: 'strat' }] } },
})
