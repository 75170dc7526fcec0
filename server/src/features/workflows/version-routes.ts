import { getVersion, listVersions, restoreVersion } from '@millrace/contract/workflow-version.ts'
import { notFound } from '#domain/index.ts'
import { type Binding, checkCursor, cursorPage, readCursor, reads, writes } from '#http/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { checkedAnswer } from './checked-answer.ts'
import { presentVersion, presentVersionSummary } from './version-presenter.ts'
import type { WorkflowChecker } from './workflow-checker.ts'
import { presentWorkflow, workflowTag } from './workflow-presenter.ts'
import { WorkflowService } from './workflow-service.ts'

export function versionRoutes(context: FeatureDeps, checker: WorkflowChecker): Binding[] {
  const service = new WorkflowService(context)
  const { store } = context
  return [
    reads(
      listVersions,
      async ({ account, params, query }) => {
        const cursor = readCursor(query)
        if (!(await store.workflows.exists(account, params.id))) throw notFound('workflow')
        const { items, meta } = cursorPage(cursor, await store.versions.list(account, params.id, cursor))
        return { data: items.map(presentVersionSummary), meta }
      },
      ({ query }, isValid) => checkCursor(query, isValid),
    ),
    reads(getVersion, async ({ account, params }) => {
      if (!(await store.workflows.exists(account, params.id))) throw notFound('workflow')
      const version = await store.versions.find(account, params.id, params.version_id)
      if (version === undefined) throw notFound('version')
      return { data: presentVersion(version) }
    }),
    writes(restoreVersion, async ({ account, actor, params, ifMatch }, tx) => {
      const target = { account, actor, id: params.id, ifMatch }
      const workflow = await service.restore(tx, target, params.version_id)
      return checkedAnswer(checker, workflow, {
        data: presentWorkflow(workflow),
        headers: { etag: workflowTag(workflow) },
      })
    }),
  ]
}
