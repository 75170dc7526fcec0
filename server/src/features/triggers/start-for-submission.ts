import { type Form, type JsonObject, type Submission, topicOfForm, TRIGGER_EVENTS } from '#domain/index.ts'
import type { Engine } from '#engine/index.ts'
import type { Transaction, TriggerStore } from '#ports/index.ts'
import { timestamp } from '../shared/timestamps.ts'

const [, , SUBMITTED] = TRIGGER_EVENTS

interface StartDeps {
  readonly triggers: Pick<TriggerStore, 'listWaiting'>
  readonly engine: Pick<Engine, 'acceptAll'>
}

/** Starts the executions that a submission triggers, in the transaction that stores the submission. */
export async function startForSubmission(
  { triggers, engine }: StartDeps,
  tx: Transaction,
  form: Form,
  submission: Submission,
): Promise<void> {
  const { accountId: account, createdAt, data } = submission
  const waiting = await triggers.listWaiting(tx, account, [topicOfForm(form.id), SUBMITTED])
  if (waiting.length === 0) return
  const input: JsonObject = {
    form_id: form.id,
    submission_id: submission.id,
    data,
    created_at: timestamp(createdAt),
  }
  await engine.acceptAll(
    tx,
    waiting.map(({ workflowId, nodeId, kind }) => ({
      account,
      workflowId,
      trigger: kind === 'event' ? 'event' : 'form',
      triggerNodeId: nodeId,
      input: kind === 'event' ? { event: SUBMITTED, form_name: form.name, ...input } : input,
    })),
  )
}
