import { UNOWNED, openedOn, type OpenExecution, toErrorCode } from '#domain/index.ts'
import type { ExecutionEnd } from '#ports/index.ts'
import type { HotWrites } from '../../executions/sql-execution-store.ts'
import { ANY_END_HAS_CONSEQUENCES, endHasConsequences } from '../../executions/end-consequences.ts'
import { nodeIdToText } from '../../executions/insert-execution.ts'
import type { CheckpointText, NewExecutionText } from '../../executions/execution-texts.ts'
import { PAGE_SEPARATOR, pageToText } from '../../executions/journal/journal-text.ts'
import type { SqliteDatabase } from './sqlite-database.ts'

/**
 * These writes cannot fail halfway: they are one statement, or two of which the second cannot fail once the first has matched
 * its row, because the sequence it writes is then unused.
 */
const ATOMIC = { atomic: true }

interface CurrentVersion {
  readonly account_id: string
  readonly version_id: string
}

type EndText = CheckpointText & { readonly next: ExecutionEnd }

/** Pages of the journal with more characters have a row of their own. */
const MAX_IN_ROW = 2_048

/** Whether the page may be stored in the row of its execution, which is written anyway. See ADR 65. */
function isShort({ steps, logs }: CheckpointText): boolean {
  return steps.length + logs.length <= MAX_IN_ROW
}

/** Uses prepared statements: this path runs twice per execution, and a query builder would double its cost. */
export function hotWrites({ writer, commits, cacheEpoch }: SqliteDatabase): HotWrites {
  const insert = writer.prepare(
    `insert into executions (id, account_id, workflow_id, version_id, status, started_at, owner, sequence, input, trigger_kind,
       trigger_node_id)
     values (?, ?, ?, ?, 'running', ?, ?, 0, ?, ?, ?)`,
  )
  const insertEnded = writer.prepare(
    `insert into executions (id, account_id, workflow_id, version_id, status, started_at, completed_at, owner, sequence,
       active_ms, input, trigger_kind, trigger_node_id, output, error, error_code, journal)
     values (?, ?, ?, ?, ?, ?, ?, '${UNOWNED}', 1, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const insertBegun = writer.prepare(
    `insert into executions (id, account_id, workflow_id, version_id, status, started_at, owner, sequence, active_ms, computing_ms,
       input, trigger_kind, trigger_node_id, journal)
     values (?, ?, ?, ?, 'running', ?, ?, 1, ?, ?, ?, ?, ?, ?)`,
  )
  const selectVersion = writer.prepare(
    'select account_id, version_id from workflows where id = ? and deleted_at is null',
  )
  const advance = writer.prepare(
    `update executions set sequence = sequence + 1, active_ms = ?, computing_ms = ?
     where id = ? and owner = ? and sequence = ? and completed_at is null`,
  )
  const end = writer.prepare(
    `update executions set sequence = sequence + 1, active_ms = ?, status = ?, completed_at = ?, output = ?, error = ?, error_code = ?
     where id = ? and owner = ? and sequence = ? and completed_at is null and has_waits = 0 and signal_sequence = 0`,
  )
  /** As `end`, for a run whose only page is in its row: the last page joins it there. */
  const endInRow = writer.prepare(
    `update executions set sequence = 2, active_ms = ?, status = ?, completed_at = ?, output = ?, error = ?, error_code = ?,
       journal = journal || '${PAGE_SEPARATOR}' || ?
     where id = ? and owner = ? and sequence = 1 and completed_at is null and has_waits = 0 and signal_sequence = 0
       and journal is not null`,
  )
  const append = writer.prepare(
    'insert into execution_journal (execution_id, sequence, steps, logs) values (?, ?, ?, ?)',
  )

  const selectAnyConsequences = writer.prepare(`select 1 where ${ANY_END_HAS_CONSEQUENCES}`)
  const selectConsequencesOf = writer.prepare(
    `select 1 from executions where id = ? and ${endHasConsequences('executions.account_id')}`,
  )
  const selectConsequencesIn = writer.prepare(`select 1 where ${endHasConsequences(':account')}`)

  /** Caches of the current cache epoch: current versions by workflow, and whether any end has consequences. */
  const versions = new Map<string, CurrentVersion>()
  let anyConsequences = false
  let checkedGroup = -1
  let cachedEpoch = -1

  /** Once per commit group. Notices what another process wrote within `ACCESS_DELAY_MS`. */
  function refresh(): void {
    if (checkedGroup === commits.number) return
    checkedGroup = commits.number
    const epoch = cacheEpoch.recent
    if (epoch === cachedEpoch) return
    cachedEpoch = epoch
    versions.clear()
    anyConsequences = selectAnyConsequences.get() !== undefined
  }

  function currentVersion(workflowId: string, accountId: string): string | undefined {
    refresh()
    let current = versions.get(workflowId)
    if (current === undefined) {
      current = selectVersion.get(workflowId) as CurrentVersion | undefined
      if (current !== undefined) versions.set(workflowId, current)
    }
    return current?.account_id === accountId ? current.version_id : undefined
  }

  function accept({ execution, input }: NewExecutionText): OpenExecution | undefined {
    const { id, accountId, workflowId, startedAt, owner, triggerNodeId } = execution
    const versionId = currentVersion(workflowId, accountId)
    if (versionId === undefined) return undefined
    insert.run(
      id,
      accountId,
      workflowId,
      versionId,
      startedAt,
      owner,
      input,
      execution.trigger,
      nodeIdToText(triggerNodeId),
    )
    return openedOn(execution, versionId)
  }

  function acceptWith(text: NewExecutionText, versionId: string, first: CheckpointText): boolean {
    const { execution, input } = text
    const { checkpoint } = first
    if (currentVersion(execution.workflowId, execution.accountId) !== versionId) return false
    const { next } = checkpoint
    if (next.kind === 'end') return acceptEnded(text, versionId, { ...first, next })
    const { id, accountId, workflowId, startedAt, owner, triggerNodeId } = execution
    const isInRow = isShort(first)
    insertBegun.run(
      id,
      accountId,
      workflowId,
      versionId,
      startedAt,
      owner,
      checkpoint.activeMs,
      checkpoint.computingMs,
      input,
      execution.trigger,
      nodeIdToText(triggerNodeId),
      isInRow ? pageToText(first.steps, first.logs) : null,
    )
    if (!isInRow) append.run(id, 0, first.steps, first.logs)
    return true
  }

  function acceptEnded(text: NewExecutionText, versionId: string, end: EndText): boolean {
    const { execution, input } = text
    const { id, accountId, workflowId, startedAt, triggerNodeId } = execution
    if (anyConsequences && selectConsequencesIn.get({ account: accountId }) !== undefined) return false
    const { status, completedAt, error } = end.next
    insertEnded.run(
      id,
      accountId,
      workflowId,
      versionId,
      status,
      startedAt,
      completedAt,
      end.checkpoint.activeMs,
      input,
      execution.trigger,
      nodeIdToText(triggerNodeId),
      end.output,
      end.error,
      error && toErrorCode(error.code),
      pageToText(end.steps, end.logs),
    )
    return true
  }

  function hasConsequences(executionId: string): boolean {
    refresh()
    return anyConsequences && selectConsequencesOf.get(executionId) !== undefined
  }

  function checkpoint(text: CheckpointText): boolean {
    const { checkpoint } = text
    const { executionId, owner, sequence, activeMs, computingMs, next } = checkpoint
    if (next.kind === 'end') return endRun({ ...text, next })
    const { changes } = advance.run(activeMs, computingMs, executionId, owner, sequence)
    return changes > 0 && appendPage(text)
  }

  function endRun(text: EndText): boolean {
    const { checkpoint, steps, logs, output, error, next } = text
    const { executionId, owner, sequence, activeMs } = checkpoint
    if (hasConsequences(executionId)) return false
    const { status, completedAt } = next
    const code = next.error && toErrorCode(next.error.code)
    const values = [activeMs, status, completedAt, output, error, code]
    if (sequence === 1 && isShort(text)) {
      const { changes } = endInRow.run(...values, pageToText(steps, logs), executionId, owner)
      if (changes > 0) return true
    }
    const { changes } = end.run(...values, executionId, owner, sequence)
    return changes > 0 && appendPage(text)
  }

  /** In a table of its own: appending a row costs less than growing an existing one. */
  function appendPage({ checkpoint, steps, logs }: CheckpointText): true {
    append.run(checkpoint.executionId, checkpoint.sequence, steps, logs)
    return true
  }

  return {
    accept: async (execution, tx) =>
      tx === undefined ? commits.submit(() => accept(execution), ATOMIC) : accept(execution),
    acceptWith: (execution, versionId, plain) =>
      commits.submit(() => acceptWith(execution, versionId, plain), ATOMIC),
    acceptAll: async (_tx, executions) => executions.map(accept),
    checkpoint: (plain) => commits.submit(() => checkpoint(plain), ATOMIC),
  }
}
