import type { NewExecutionOnVersion, OpenExecution } from '#domain/index.ts'
import type { MemoryDatabase } from './memory-database.ts'

export function insertExecution(
  database: MemoryDatabase,
  execution: NewExecutionOnVersion,
  chain = 0,
): OpenExecution {
  const { id, accountId, workflowId, versionId, startedAt, input, owner, triggerNodeId, depth, parent } =
    execution
  const sequence = execution.steps.length > 0 ? 1 : 0
  const opened = { id, accountId, workflowId, versionId, startedAt, owner, triggerNodeId, depth, parent }
  database.executions.insert(id, {
    ...opened,
    chain,
    trigger: execution.trigger,
    retryOf: execution.retryOf,
    status: 'running',
    completedAt: null,
    sequence,
    input: JSON.stringify(input),
    output: '{}',
    error: 'null',
    activeMs: 0,
    computingMs: 0,
    takeovers: 0,
    takenOverAt: -1,
    isComputing: false,
    signalSequence: 0,
  })
  if (sequence > 0) {
    database.journals.set(id, [{ sequence: 0, steps: JSON.stringify(execution.steps), logs: '[]' }])
  }
  const { steps } = execution
  const progress = {
    sequence,
    activeMs: 0,
    computingMs: 0,
    logSize: 0,
    steps,
    signals: [],
    signalSequence: 0,
  }
  return { ...opened, input, ...progress }
}
