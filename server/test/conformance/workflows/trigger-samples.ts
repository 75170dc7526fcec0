import type { AccountId, Trigger, Workflow } from '#domain/index.ts'
import type { Subject } from '../conformance-suite.ts'
import { sampleWorkflow } from '../samples.ts'

export async function insertWorkflow({ store, ids }: Subject, account: AccountId): Promise<Workflow> {
  const workflow = sampleWorkflow(ids, account)
  await store.write((tx) => store.workflows.insert(tx, workflow))
  return workflow
}

/** A trigger with every field filled in. */
export function sampleTrigger(
  { ids }: Subject,
  workflow: Pick<Workflow, 'id' | 'accountId'>,
  changes: Partial<Trigger> = {},
): Trigger {
  return {
    id: ids.next(1),
    accountId: workflow.accountId,
    workflowId: workflow.id,
    nodeId: 'at nine',
    kind: 'schedule',
    state: 'live',
    data: { cron: '0 9 * * *' },
    credentialId: 'a credential',
    topic: 'form.submitted',
    inboundKey: ids.secret(24),
    nextRun: 1_000,
    fireAt: 1_500,
    pausedAt: null,
    pausedBy: null,
    ...changes,
  }
}

export async function saveTrigger(subject: Subject, trigger: Trigger): Promise<Trigger> {
  await subject.store.write((tx) => subject.store.triggers.save(tx, [trigger]))
  return trigger
}
