import {
  checkWorkflow,
  createWorkflow,
  deleteWorkflow,
  getWorkflow,
  listLabels,
  listWorkflows,
  updateWorkflow,
} from '@millrace/contract/workflow.ts'
import { type JsonObject, normaliseFolder, type Workflow } from '#domain/index.ts'
import { type Binding, pageMeta, readPage, reads, writes } from '#http/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { type IncludedMembers, loadIncluded, workflowInclude } from './workflow-includes.ts'
import { presentLabels } from './label-presenter.ts'
import { presentCheck, presentWorkflow, presentWorkflowSummary, workflowTag } from './workflow-presenter.ts'
import { checkedAnswer } from './checked-answer.ts'
import type { WorkflowChecker } from './workflow-checker.ts'
import { WorkflowService } from './workflow-service.ts'

export function workflowRoutes(context: FeatureDeps, checker: WorkflowChecker): Binding[] {
  const service = new WorkflowService(context)
  const { store } = context
  return [
    reads(
      listWorkflows,
      async ({ account, query }) => {
        const page = readPage(query)
        const { status, search, tag, sort } = query
        const folder = query.folder === undefined ? undefined : normaliseFolder(query.folder)
        const filter = { status, search, tag: tag?.trim(), folder }
        const { items, total } = await store.workflows.list(account, filter, page, sort)
        const included = await loadIncluded(store, account, items, workflowInclude.read(query))
        const data = items.map((workflow) => presentWorkflowSummary(workflow, included(workflow)))
        return { data, meta: pageMeta(page, total) }
      },
      workflowInclude.check,
    ),
    reads(listLabels, async ({ account }) => ({
      data: presentLabels(await store.workflows.labels(account)),
    })),
    reads(
      getWorkflow,
      async ({ account, params, query }) => {
        const workflow = await service.read(account, params.id)
        const included = await loadIncluded(store, account, [workflow], workflowInclude.read(query))
        return answer(workflow, included(workflow))
      },
      workflowInclude.check,
    ),
    writes(createWorkflow, async ({ account, actor, body }, tx) => {
      const workflow = await service.create(tx, { account, actor }, body)
      const { data, headers } = answer(workflow)
      return checkedAnswer(checker, workflow, {
        data,
        headers: { ...headers, location: `/v1/workflows/${workflow.id}` },
      })
    }),
    writes(updateWorkflow, async ({ account, actor, params, body, ifMatch }, tx) => {
      const workflow = await service.update(tx, { account, actor, id: params.id, ifMatch }, body)
      return checkedAnswer(checker, workflow, answer(workflow))
    }),
    writes(deleteWorkflow, async ({ account, actor, params, ifMatch }, tx) => {
      await service.delete(tx, { account, actor, id: params.id, ifMatch })
      return { data: { id: params.id, deleted: true } }
    }),
    reads(checkWorkflow, async ({ account, params, body }) => {
      const stored = await service.read(account, params.id)
      const problems = await checker.check(account, {
        nodes: (body.nodes as JsonObject[] | undefined) ?? stored.nodes,
        edges: (body.edges as JsonObject[] | undefined) ?? stored.edges,
        variables: (body.variables as JsonObject | undefined) ?? stored.variables,
      })
      return { data: presentCheck(problems) }
    }),
  ]
}

function answer(workflow: Workflow, included?: IncludedMembers) {
  return { data: presentWorkflow(workflow, included), headers: { etag: workflowTag(workflow) } }
}
