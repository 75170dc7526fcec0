import Type, { type Static } from 'typebox'
import { edges, nodes, variables } from './graph.ts'
import { defineOperation } from './operation.ts'
import { PageMetaSchema, PageQuery } from './paging.ts'
import {
  DeletedSchema,
  IdParams,
  IdSchema,
  includeSchema,
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
const tag = textSchema({ minLength: 1, maxLength: 50, description: 'A label.', examples: ['sales'] })
const tags = Type.Array(tag, {
  maxItems: 20,
  description: 'Labels to find the workflow by. Case is ignored.',
})
const folder = textSchema({
  maxLength: 200,
  description: 'The path of its folder, such as `Sales/Orders`; empty for none.',
})

/** What `include` can add to a workflow; without it the shapes are exactly those of the specification. */
export const WORKFLOW_INCLUDES = ['tags', 'folder', 'last_run', 'recent_runs', 'draft', 'updated_at'] as const

const include = includeSchema(WORKFLOW_INCLUDES, 'tags,folder,last_run')

const RecentRunSchema = Type.Object(
  {
    id: IdSchema,
    status: Type.Enum(['pending', 'running', 'completed', 'failed'], { description: 'As in an execution.' }),
    started_at: TimestampSchema,
    completed_at: nullable(TimestampSchema),
  },
  { title: 'RecentRun', description: 'A run of a workflow, in short.' },
)

const DraftStateSchema = Type.Object(
  {
    changed: Type.Boolean({ description: 'Whether there are edits that are not live.' }),
    version_number: nullable(
      Type.Integer({ description: 'The live version; null for an unpublished workflow.' }),
    ),
    updated_at: nullable(TimestampSchema),
  },
  {
    title: 'DraftState',
    description:
      'How the working copy relates to the live version. `updated_at` is when edits that are not live were saved last; it is null without any.',
  },
)

const included = {
  tags: Type.Optional(tags),
  folder: Type.Optional(folder),
  last_run: Type.Optional(nullable(RecentRunSchema)),
  recent_runs: Type.Optional(Type.Array(RecentRunSchema, { description: 'The last 20 runs, newest first.' })),
  draft: Type.Optional(DraftStateSchema),
  updated_at: Type.Optional(TimestampSchema),
}

export type RecentRun = Static<typeof RecentRunSchema>

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
    ...included,
  },
  { title: 'Workflow', description: 'A graph of nodes and edges.' },
)

export const WorkflowSummarySchema = Type.Object(
  {
    id: IdSchema,
    name: Type.String({ description: 'Display name.' }),
    status,
    created_at: TimestampSchema,
    ...included,
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
    tags: Type.Optional(tags),
    folder: Type.Optional(folder),
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
    tag: Type.Optional(
      textSchema({ maxLength: 50, description: 'Only workflows with this tag, case-insensitive.' }),
    ),
    folder: Type.Optional(
      textSchema({ maxLength: 200, description: 'Only workflows in this folder or below it.' }),
    ),
    sort: Type.Optional(
      Type.Enum(['created', 'updated', 'name'], {
        default: 'created',
        description:
          'By creation, newest first; by the last change, edits that are not live included, newest first; or by name.',
      }),
    ),
    include: Type.Optional(include),
  }),
  success: {
    status: 200,
    description: 'A page of workflows.',
    data: Type.Array(WorkflowSummarySchema),
    meta: PageMetaSchema,
  },
  example: { query: 'status=draft&search=mail' },
})

const WorkflowLabelSchema = Type.Object(
  {
    name: Type.String({ description: 'The tag, or the path of the folder.' }),
    workflows: Type.Integer({ minimum: 1, description: 'How many workflows have it.' }),
  },
  { title: 'WorkflowLabel', description: 'A tag or a folder.' },
)

const WorkflowLabelsSchema = Type.Object(
  {
    tags: Type.Array(WorkflowLabelSchema, { description: 'In alphabetical order.' }),
    folders: Type.Array(WorkflowLabelSchema, {
      description: 'In alphabetical order, with the folders around them. A count includes the folders below.',
    }),
  },
  { title: 'WorkflowLabels', description: 'The tags and folders of all workflows.' },
)

export type WorkflowLabels = Static<typeof WorkflowLabelsSchema>

export const listLabels = defineOperation({
  id: 'listLabels',
  method: 'GET',
  path: '/workflows/labels',
  tag: 'Workflows',
  summary: 'List tags and folders',
  description: 'All tags and folders that workflows have, for filters and suggestions.',
  scope: 'workflows:read',
  extension: true,
  success: { status: 200, description: 'The tags and folders.', data: WorkflowLabelsSchema },
  example: {},
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
  query: Type.Object({ include: Type.Optional(include) }),
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
  reportsProblems: true,
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
  reportsProblems: true,
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

export const PROBLEM_SEVERITIES = ['error', 'warning'] as const

export const WorkflowCheckSchema = Type.Object(
  {
    problems: Type.Array(
      Type.Object({
        severity: Type.Enum([...PROBLEM_SEVERITIES], {
          description:
            '`error`: a run, a step or a trigger fails because of it. `warning`: everything works, but probably not as intended.',
        }),
        node_id: nullable(
          Type.String({ description: 'The node with the problem; null for the graph as a whole.' }),
        ),
        parameter: nullable(
          Type.String({
            description:
              'The parameter with the problem, as a path in `data`, or the member of the node, such as `credential_id`.',
          }),
        ),
        message: Type.String({ description: 'What is wrong, and how to fix it.' }),
      }),
      { description: 'Every problem that can be known without a run, errors first; empty if there is none.' },
    ),
  },
  { title: 'WorkflowCheck', description: 'Whether a workflow can run as intended.' },
)

export type WorkflowCheck = Static<typeof WorkflowCheckSchema>

export const checkWorkflow = defineOperation({
  id: 'checkWorkflow',
  method: 'POST',
  path: '/workflows/:id/check',
  tag: 'Workflows',
  summary: 'Check whether a workflow can run',
  description:
    'Lists everything that can be known without running the workflow. Errors: unknown types, missing or invalid parameters, syntax errors in ' +
    'expressions and code, edges to unknown nodes, cycles, reads of nodes that cannot have run, and credentials, workflows, forms, integrations and actions that do not exist or do not fit. ' +
    'Warnings: misspelled parameters and members, which are ignored, expressions that nothing evaluates, and nodes that never run. ' +
    '`nodes`, `edges` and `variables` in the request replace the stored ones for the check; nothing is stored.',
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
