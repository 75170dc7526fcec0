import { createHash } from 'node:crypto'
import { type JsonObject, MAX_CHAIN, moveIdTo, type Trigger, UNOWNED } from '#domain/index.ts'
import { describeEnd } from './describe-end.ts'
import { insertExecution } from './insert-execution.ts'
import type { ExecutionRow, MemoryDatabase } from './memory-database.ts'

/** Starts the runs that follow the end of an execution, as in `store/executions/start-follow-up-runs.ts`. */
export function startFollowUpRuns(database: MemoryDatabase, executionId: string): void {
  const ended = database.executions.get(executionId)
  if (ended === undefined || (database.fences.chainLimit && ended.chain >= MAX_CHAIN)) return
  for (const trigger of database.triggers.values()) {
    const follower = database.workflows.get(trigger.workflowId)
    if (follower === undefined || follower.isDeleted || !follows(trigger, ended)) continue
    const at = ended.completedAt ?? ended.startedAt
    const input: JsonObject = { event: `workflow.${ended.status}`, ...describeEnd(database, ended, at) }
    const execution = {
      id: followUpId(at, ended.id, trigger.id),
      accountId: ended.accountId,
      workflowId: trigger.workflowId,
      versionId: follower.versionId,
      startedAt: at,
      input,
      owner: UNOWNED,
      trigger: 'event' as const,
      triggerNodeId: trigger.nodeId,
      depth: 0,
      parent: null,
      retryOf: null,
      steps: [],
    }
    insertExecution(database, execution, ended.chain + 1)
  }
}

function follows({ accountId, workflowId, topic, data }: Trigger, ended: ExecutionRow): boolean {
  if (accountId !== ended.accountId || workflowId === ended.workflowId) return false
  if (topic !== `workflow.${ended.status}`) return false
  const wanted = (data['workflow_ids'] ?? []) as readonly string[]
  return wanted.length === 0 || wanted.some((id) => id.toLowerCase() === ended.workflowId)
}

/** Derived, so that an execution starts at most one follow-up run per trigger. */
function followUpId(at: number, executionId: string, triggerId: string): string {
  const hash = createHash('sha256').update(`${executionId} ${triggerId}`).digest('hex')
  return moveIdTo(at, `00000000-0000-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`)
}
