import { type NewExecutionOnVersion, openedOn, type OpenExecution } from '#domain/index.ts'
import type { Transaction } from '#ports/index.ts'
import { queriesOf } from '../database.ts'
import { referToFiles } from '../files/file-references.ts'
import { stepsToText } from './journal/journal-text.ts'

export async function insertExecution(
  tx: Transaction,
  execution: NewExecutionOnVersion,
  chain = 0,
): Promise<OpenExecution> {
  const { id, accountId, workflowId, versionId, startedAt, input, owner, depth, parent, steps } = execution
  const sequence = steps.length > 0 ? 1 : 0
  const inputText = JSON.stringify(input)
  const stepsText = stepsToText(steps, input)
  await queriesOf(tx)
    .insertInto('executions')
    .values({
      id,
      account_id: accountId,
      workflow_id: workflowId,
      version_id: versionId,
      status: 'running',
      started_at: startedAt,
      owner,
      sequence,
      input: inputText,
      trigger_kind: execution.trigger,
      trigger_node_id: nodeIdToText(execution.triggerNodeId),
      depth,
      chain,
      parent_id: parent?.executionId ?? null,
      parent_wait_id: parent?.waitId ?? null,
      retry_of: execution.retryOf,
      active_ms: 0,
      computing_ms: 0,
      takeovers: 0,
      taken_over_at: -1,
      is_computing: 0,
      signal_sequence: 0,
      has_waits: 0,
    })
    .execute()
  if (sequence > 0) {
    await queriesOf(tx)
      .insertInto('execution_journal')
      .values({ execution_id: id, sequence: 0, steps: stepsText, logs: '[]' })
      .execute()
  }
  await referToFiles(tx, { accountId, holder: 'execution', holderId: id, texts: [inputText, stepsText] })
  return { ...openedOn(execution, versionId), depth, parent, sequence, steps }
}

export function nodeIdToText(triggerNodeId: string | null): string | null {
  return triggerNodeId === null ? null : JSON.stringify(triggerNodeId)
}

export function nodeIdFromText(text: string | null): string | null {
  return text === null ? null : (JSON.parse(text) as string)
}
