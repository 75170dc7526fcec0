import { type NewExecution, UNOWNED, openedOn, type OpenExecution } from '#domain/index.ts'
import type { Checkpoint, EndingCheckpoint } from '#ports/index.ts'
import type { HotWrites } from '../../executions/sql-execution-store.ts'
import { subscribedTo } from '../../deliveries/publish-events.ts'
import { FOLLOWS_ENDS } from '../../executions/start-follow-up-runs.ts'
import { asText } from '../../executions/insert-execution.ts'
import { journalToText, stepsToText } from '../../executions/journal-text.ts'
import type { SqliteDatabase } from './sqlite-database.ts'

/**
 * One statement; or two, of which the second cannot fail once the first found its row: the sequence it writes under is
 * free, or the first would not have matched.
 */
const WHOLE = { whole: true }
interface CurrentVersion {
  readonly account_id: string
  readonly version_id: string
}

const SUBSCRIBED_TO_ENDS = subscribedTo('workflow.executed')

/** Plain prepared statements: per execution this path runs twice, and a query builder would double its price. */
export function hotWrites({ writer, commits }: SqliteDatabase): HotWrites {
  const insert = writer.prepare(
    `insert into executions (id, account_id, workflow_id, version_id, status, started_at, owner, sequence, input, trigger_node_id)
     values (?, ?, ?, ?, 'running', ?, ?, 0, ?, ?)`,
  )
  const insertEnded = writer.prepare(
    `insert into executions (id, account_id, workflow_id, version_id, status, started_at, completed_at, owner, sequence,
       active_ms, input, trigger_node_id, output, error, journal)
     values (?, ?, ?, ?, ?, ?, ?, '${UNOWNED}', 1, ?, ?, ?, ?, ?, ?)`,
  )
  const selectVersion = writer.prepare(
    'select account_id, version_id from workflows where id = ? and deleted_at is null',
  )
  const advance = writer.prepare(
    `update executions set sequence = sequence + 1, active_ms = ?
     where id = ? and owner = ? and sequence = ? and completed_at is null`,
  )
  const end = writer.prepare(
    `update executions set sequence = sequence + 1, active_ms = ?, status = ?, completed_at = ?, output = ?, error = ?
     where id = ? and owner = ? and sequence = ? and completed_at is null and has_waits = 0 and signal_sequence = 0`,
  )
  const append = writer.prepare(
    'insert into execution_journal (execution_id, sequence, steps, logs) values (?, ?, ?, ?)',
  )

  const selectListener = writer.prepare(
    `select 1 where exists (select 1 from webhook_endpoints where ${SUBSCRIBED_TO_ENDS})
       or exists (select 1 from triggers where ${FOLLOWS_ENDS})`,
  )
  const selectOwnListener = writer.prepare(
    `select 1 from executions where id = ? and (
       exists (select 1 from webhook_endpoints where webhook_endpoints.account_id = executions.account_id and ${SUBSCRIBED_TO_ENDS})
       or exists (select 1 from triggers where triggers.account_id = executions.account_id and ${FOLLOWS_ENDS}))`,
  )
  const selectListenerOf = writer.prepare(
    `select 1 where exists (select 1 from webhook_endpoints where webhook_endpoints.account_id = :account and ${SUBSCRIBED_TO_ENDS})
       or exists (select 1 from triggers where triggers.account_id = :account and ${FOLLOWS_ENDS})`,
  )

  /** Current versions by workflow, and whether anything follows from ends, as they were read when last anything changed. */
  const versions = new Map<string, CurrentVersion>()
  let hasListeners = false
  let lookedIn = -1
  let readAt = -1

  /** Nobody else can write while a group is. */
  function readAnew(): void {
    if (lookedIn === commits.number) return
    lookedIn = commits.number
    const changes = commits.changes()
    if (readAt === changes) return
    readAt = changes
    versions.clear()
    hasListeners = selectListener.get() !== undefined
  }

  function currentVersion(workflowId: string, accountId: string): string | undefined {
    readAnew()
    let current = versions.get(workflowId)
    if (current === undefined) {
      current = selectVersion.get(workflowId) as CurrentVersion | undefined
      if (current !== undefined) versions.set(workflowId, current)
    }
    return current?.account_id === accountId ? current.version_id : undefined
  }

  function accept(execution: NewExecution): OpenExecution | undefined {
    const { id, accountId, workflowId, startedAt, input, owner, triggerNodeId } = execution
    const versionId = currentVersion(workflowId, accountId)
    if (versionId === undefined) return undefined
    const trigger = asText(triggerNodeId)
    insert.run(id, accountId, workflowId, versionId, startedAt, owner, JSON.stringify(input), trigger)
    return openedOn(execution, versionId)
  }

  function acceptEnded(execution: NewExecution, versionId: string, end: EndingCheckpoint): boolean {
    const { id, accountId, workflowId, startedAt, input, triggerNodeId } = execution
    if (currentVersion(workflowId, accountId) !== versionId) return false
    if (hasListeners && selectListenerOf.get({ account: accountId }) !== undefined) return false
    const { status, completedAt, output, error } = end.next
    insertEnded.run(
      id,
      accountId,
      workflowId,
      versionId,
      status,
      startedAt,
      completedAt,
      end.activeMs,
      JSON.stringify(input),
      asText(triggerNodeId),
      JSON.stringify(output),
      error && JSON.stringify(error),
      journalToText(end),
    )
    return true
  }

  function isFollowed(executionId: string): boolean {
    readAnew()
    return hasListeners && selectOwnListener.get(executionId) !== undefined
  }

  function checkpoint({ executionId, owner, sequence, activeMs, steps, logs, next }: Checkpoint): boolean {
    if (next.kind === 'end' && isFollowed(executionId)) return false
    const { changes } =
      next.kind === 'end'
        ? end.run(
            activeMs,
            next.status,
            next.completedAt,
            JSON.stringify(next.output),
            next.error && JSON.stringify(next.error),
            executionId,
            owner,
            sequence,
          )
        : advance.run(activeMs, executionId, owner, sequence)
    if (changes === 0) return false
    // Apart from the row: to append costs less than to make a row grow among its neighbours.
    if (steps.length > 0 || logs.length > 0) {
      append.run(executionId, sequence, stepsToText(steps), JSON.stringify(logs))
    }
    return true
  }

  return {
    accept: async (execution, tx) =>
      tx === undefined ? commits.submit(() => accept(execution), WHOLE) : accept(execution),
    acceptEnded: (execution, versionId, end) =>
      commits.submit(() => acceptEnded(execution, versionId, end), WHOLE),
    acceptAll: async (_tx, executions) => executions.map(accept),
    checkpoint: (plain) => commits.submit(() => checkpoint(plain), WHOLE),
  }
}
