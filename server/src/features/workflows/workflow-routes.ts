import {
  checkWorkflow,
  createWorkflow,
  deleteWorkflow,
  getWorkflow,
  listWorkflows,
  updateWorkflow,
} from '@millrace/contract/workflow.ts'
import type { JsonObject, Workflow } from '#domain/index.ts'
import type { Engine } from '#engine/index.ts'
import { type Binding, pageMeta, readPage, reads, writes } from '#http/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { presentCheck, presentWorkflow, presentWorkflowSummary, workflowTag } from './workflow-presenter.ts'
import { WorkflowService } from './workflow-service.ts'

export function workflowRoutes(context: FeatureDeps, engine: Engine): Binding[] {
  const service = new WorkflowService(context)
  return [
    reads(listWorkflows, async ({ account, query }) => {
      const page = readPage(query)
      const filter = { status: query.status, search: query.search }
      const { items, total } = await context.store.workflows.list(account, filter, page)
      return { data: items.map(presentWorkflowSummary), meta: pageMeta(page, total) }
    }),
    reads(getWorkflow, async ({ account, params }) => answer(await service.read(account, params.id))),
    writes(createWorkflow, async ({ account, body }, tx) => {
      const workflow = await service.create(tx, account, body)
      const { data, headers } = answer(workflow)
      return { data, headers: { ...headers, location: `/v1/workflows/${workflow.id}` } }
    }),
    writes(updateWorkflow, async ({ account, params, body, ifMatch }, tx) =>
      answer(await service.update(tx, { account, id: params.id, ifMatch }, body)),
    ),
    writes(deleteWorkflow, async ({ account, params, ifMatch }, tx) => {
      await service.delete(tx, { account, id: params.id, ifMatch })
      return { data: { id: params.id, deleted: true } }
    }),
    reads(checkWorkflow, async ({ account, params, body }) => {
      const stored = await service.read(account, params.id)
      const problems = engine.check({
        nodes: (body.nodes as JsonObject[] | undefined) ?? stored.nodes,
        edges: (body.edges as JsonObject[] | undefined) ?? stored.edges,
        variables: (body.variables as JsonObject | undefined) ?? stored.variables,
      })
      return { data: presentCheck(problems) }
    }),
  ]
}

function answer(workflow: Workflow) {
  return { data: presentWorkflow(workflow), headers: { etag: workflowTag(workflow) } }
}
