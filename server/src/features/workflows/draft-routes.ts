import { deleteDraft, getDraft, publishWorkflow, saveDraft } from '@millrace/contract/workflow-draft.ts'
import type { Definition } from '#domain/index.ts'
import { type Binding, reads, writes } from '#http/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { draftTag, presentDraft, type WorkingCopy } from './draft-presenter.ts'
import { DraftService } from './draft-service.ts'
import { presentWorkflow, workflowTag } from './workflow-presenter.ts'

export function draftRoutes(context: FeatureDeps): Binding[] {
  const service = new DraftService(context)
  return [
    reads(getDraft, async ({ account, params }) => answer(await service.read(account, params.id))),
    writes(saveDraft, async ({ account, actor, params, body, ifMatch }, tx) => {
      const target = { account, actor, id: params.id, ifMatch }
      return answer(await service.save(tx, target, body as Definition))
    }),
    writes(deleteDraft, async ({ account, actor, params, ifMatch }, tx) => {
      await service.discard(tx, { account, actor, id: params.id, ifMatch })
      return { data: { id: params.id, deleted: true } }
    }),
    writes(publishWorkflow, async ({ account, actor, params, body, ifMatch }, tx) => {
      const workflow = await service.publish(tx, { account, actor, id: params.id, ifMatch }, body.note)
      return { data: presentWorkflow(workflow), headers: { etag: workflowTag(workflow) } }
    }),
  ]
}

function answer(copy: WorkingCopy) {
  return { data: presentDraft(copy), headers: { etag: draftTag(copy) } }
}
