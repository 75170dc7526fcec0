import { createHash } from 'node:crypto'
import {
  describeExecutionEnd,
  describeExecutionInput,
  DROPPED_CODE,
  type JsonObject,
  MAX_CHAIN,
  moveIdTo,
  UNOWNED,
  topicOfEnd,
} from '#domain/index.ts'
import type { Transaction } from '#ports/index.ts'
import { sql } from 'kysely'
import { type Database, type Queries, queriesOf, type RunUrl } from '../database.ts'
import { referToFiles } from '../files/file-references.ts'
import { isLiveRun } from '../live-runs.ts'
import { mayFire } from '../operations/is-paused.ts'
import { unpackTextNow } from './journal/packed-text.ts'

/** SQL: whether a trigger starts runs when executions of other workflows end. */
export const FOLLOWS_ENDS = `triggers.topic in ('${topicOfEnd('completed')}', '${topicOfEnd('failed')}')`

/**
 * Starts the runs that triggers request for these executions, in the transaction that ends them.
 *
 * 1. A workflow never triggers itself.
 * 2. A test run triggers nothing.
 * 3. Each follow-up run stores its position in the chain. Chains end at `MAX_CHAIN`, so cycles of workflows terminate.
 */
export async function startFollowUpRuns(
  database: Database,
  tx: Transaction,
  ids: readonly string[],
): Promise<void> {
  const rows = (await selectFollowUps(queriesOf(tx), ids).execute()).filter(isSubscribed)
  if (rows.length === 0) return
  const runs = rows.map((row) => {
    const at = row.completed_at ?? row.started_at
    const id = followUpId(at, row.id, row.trigger_id)
    return { row, at, id, input: JSON.stringify(toInput(row, at, database.runUrl)) }
  })
  await queriesOf(tx)
    .insertInto('executions')
    .values(
      runs.map(({ row, at, id, input }) => {
        return {
          id,
          account_id: row.account_id,
          workflow_id: row.follower_id,
          version_id: row.version_id,
          status: 'running' as const,
          started_at: at,
          owner: UNOWNED,
          sequence: 0,
          input,
          trigger_kind: 'event' as const,
          trigger_node_id: row.node_id,
          depth: 0,
          chain: row.chain + 1,
          active_ms: 0,
          computing_ms: 0,
          takeovers: 0,
          taken_over_at: -1,
          is_computing: 0,
          signal_sequence: 0,
          has_waits: 0,
        }
      }),
    )
    .execute()
  for (const { row, id, input } of runs) {
    await referToFiles(tx, { accountId: row.account_id, holder: 'execution', holderId: id, texts: [input] })
  }
  database.afterCommit(tx, () => database.unownedNotifier.notify())
}

/** One row per execution and trigger. */
function selectFollowUps(queries: Queries, ids: readonly string[]) {
  return queries
    .selectFrom('executions')
    .innerJoin('triggers', 'triggers.account_id', 'executions.account_id')
    .innerJoin('workflows as follower', 'follower.id', 'triggers.workflow_id')
    .innerJoin('workflows as ended', 'ended.id', 'executions.workflow_id')
    .select([
      'executions.id',
      'executions.account_id',
      'executions.workflow_id',
      'executions.status',
      'executions.started_at',
      'executions.completed_at',
      'executions.input',
      'executions.output',
      'executions.error',
      'executions.chain',
      'ended.name',
      'triggers.id as trigger_id',
      'triggers.node_id',
      'triggers.data',
      'follower.id as follower_id',
      'follower.version_id',
    ])
    .where('executions.id', 'in', ids)
    .where('executions.chain', '<', MAX_CHAIN)
    .where(sql<boolean>`triggers.topic = 'workflow.' || executions.status`)
    .whereRef('triggers.workflow_id', '<>', 'executions.workflow_id')
    .where('follower.deleted_at', 'is', null)
    .where(mayFire)
    .where(isLiveRun)
}

type FollowUpRow = Awaited<ReturnType<ReturnType<typeof selectFollowUps>['execute']>>[number]

interface EventParameters {
  readonly workflow_ids?: readonly string[]
  readonly include_dropped?: boolean
}

function isSubscribed({ data, workflow_id: ended, error }: FollowUpRow): boolean {
  const { workflow_ids: ids, include_dropped: includeDropped = false } = JSON.parse(data) as EventParameters
  if (!includeDropped && isDropped(error)) return false
  return ids === undefined || ids.length === 0 || ids.some((id) => id.toLowerCase() === ended)
}

/** A run that its trigger drops has not failed: its workflow asked for it. */
function isDropped(error: string | null): boolean {
  return error !== null && (JSON.parse(error) as { code?: string }).code === DROPPED_CODE
}

function toInput(row: FollowUpRow, at: number, runUrl: RunUrl): JsonObject {
  const ended = describeExecutionEnd({
    id: row.id,
    workflowId: row.workflow_id,
    workflowName: row.name,
    status: row.status,
    startedAt: row.started_at,
    completedAt: at,
    output: unpackTextNow(row.output ?? '{}'),
    error: row.error,
  })
  const input = row.status === 'failed' && {
    ...describeExecutionInput(unpackTextNow(row.input)),
    url: runUrl(row.id),
  }
  return { event: `workflow.${row.status}`, ...ended, ...input }
}

/**
 * Derived, because an execution ends once and so starts each follow-up run once. Contains the start time, like every
 * execution id.
 */
function followUpId(at: number, executionId: string, triggerId: string): string {
  const hash = createHash('sha256').update(`${executionId} ${triggerId}`).digest('hex')
  return moveIdTo(at, `00000000-0000-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`)
}
