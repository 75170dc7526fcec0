import Type, { type Static } from 'typebox'
import { edges, nodes, variables } from './graph.ts'
import { defineOperation } from './operation.ts'
import { PageMetaSchema, PageQuery } from './paging.ts'
import {
  DeletedSchema,
  IdParams,
  IdSchema,
  nameSchema,
  nullable,
  textSchema,
  TimestampSchema,
} from './primitives.ts'

export const WORKFLOW_STATUSES = ['draft', 'published'] as const
export type WorkflowStatus = (typeof WORKFLOW_STATUSES)[number]

const name = nameSchema({
  maxLength: 200,
  description: 'Display name.',
  examples: ['Welcome mail'],
})
const description = textSchema({ maxLength: 10_000, description: 'What the workflow is for.' })
const status = Type.Enum([...WORKFLOW_STATUSES], {
  description: 'The triggers of a `published` workflow are active; a `draft` runs only by hand or by API.',
})
export const WorkflowSchema = Type.Object(
  {
    id: IdSchema,
    name: Type.String({ description: 'Display name.' }),
    description: Type.String({ description: 'What the workflow is for.' }),
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
    name: Type.String({ description: 'Display name.' }),
    status,
    created_at: TimestampSchema,
    updated_at: TimestampSchema,
  },
  { title: 'WorkflowSummary', description: 'A workflow in a list, without its graph.' },
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
  { title: 'NewWorkflow', description: 'A workflow to create. Only the name is required.' },
)

export const WorkflowChangesSchema = Type.Partial(NewWorkflowSchema, {
  title: 'WorkflowChanges',
  description: 'The members to change. The result of GET can be sent back: read-only members are ignored.',
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
        description: 'A substring of the name, case-insensitive. `%` and `_` have no special meaning.',
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
  description: 'The response carries an `ETag` for a later `If-Match`.',
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
  success: { status: 201, description: 'The created workflow.', data: WorkflowSchema },
  example: { body: { name: 'Welcome mail', description: 'Greets a new customer.', ...greetingGraph } },
})

export const updateWorkflow = defineOperation({
  id: 'updateWorkflow',
  method: 'PATCH',
  path: '/workflows/:id',
  tag: 'Workflows',
  summary: 'Update a workflow',
  description:
    'Changes only the members that are sent. With `If-Match`, the request is refused if the workflow has changed since.',
  scope: 'workflows:write',
  params: IdParams,
  body: WorkflowChangesSchema,
  conditional: true,
  success: { status: 200, description: 'The updated workflow.', data: WorkflowSchema },
  example: { body: { name: 'Welcome email', status: 'published' } },
})

export const deleteWorkflow = defineOperation({
  id: 'deleteWorkflow',
  method: 'DELETE',
  path: '/workflows/:id',
  tag: 'Workflows',
  summary: 'Delete a workflow',
  description:
    'Its triggers stop immediately. Running executions finish on the version they started with, and executions remain readable by id.',
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
        node_id: nullable(
          Type.String({ description: 'The node with the problem; null for the graph as a whole.' }),
        ),
        parameter: nullable(
          Type.String({ description: 'The parameter with the problem, as a path in `data`.' }),
        ),
        message: Type.String({ description: 'What is wrong, and how to fix it.' }),
      }),
      { description: 'Every problem that prevents a run; empty if the workflow can run.' },
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
    'Lists everything that would make a run fail before its first node: unknown types, missing or invalid parameters, syntax errors in ' +
    'expressions, edges to unknown nodes, cycles. `nodes`, `edges` and `variables` in the request replace the stored ones for the check; nothing is stored.',
  scope: 'workflows:read',
  extension: true,
  params: IdParams,
  body: Type.Object(
    { nodes: Type.Optional(nodes), edges: Type.Optional(edges), variables: Type.Optional(variables) },
    { title: 'CheckRequest', description: 'A definition that is not stored yet.' },
  ),
  bodyOptional: true,
  success: { status: 200, description: 'The problems found.', data: WorkflowCheckSchema },
  example: { body: { nodes: [{ id: 'start', type: 'strat' }] } },
})
