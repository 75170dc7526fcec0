import { deleteDraft, getDraft, publishWorkflow, saveDraft } from '@millrace/contract/workflow-draft.ts'
import type { Definition } from '#domain/index.ts'
import { type Binding, reads, writes } from '#http/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { draftTag, presentDraft, type WorkingCopy } from './draft-presenter.ts'
import { checkedAnswer } from './checked-answer.ts'
import { DraftService } from './draft-service.ts'
import type { WorkflowChecker } from './workflow-checker.ts'
import { presentWorkflow, workflowTag } from './workflow-presenter.ts'

export function draftRoutes(context: FeatureDeps, checker: WorkflowChecker): Binding[] {
  const service = new DraftService(context)
  return [
    reads(getDraft, async ({ account, params }) => answer(await service.read(account, params.id))),
    writes(saveDraft, async ({ account, actor, params, body, ifMatch }, tx) => {
      const target = { account, actor, id: params.id, ifMatch }
      const copy = await service.save(tx, target, body as Definition)
      return checkedAnswer(checker, { ...(copy.draft ?? copy.workflow), accountId: account }, answer(copy))
    }),
    writes(deleteDraft, async ({ account, actor, params, ifMatch }, tx) => {
      await service.discard(tx, { account, actor, id: params.id, ifMatch })
      return { data: { id: params.id, deleted: true } }
    }),
    writes(publishWorkflow, async ({ account, actor, params, body, ifMatch }, tx) => {
      const workflow = await service.publish(tx, { account, actor, id: params.id, ifMatch }, body.note)
      return checkedAnswer(checker, workflow, {
        data: presentWorkflow(workflow),
        headers: { etag: workflowTag(workflow) },
      })
    }),
  ]
}

function answer(copy: WorkingCopy) {
  return { data: presentDraft(copy), headers: { etag: draftTag(copy) } }
}
