import type { Checkpoint, NewExecution, OpenExecution } from '#ports/execution-store.ts'
import type { ExecutionWrites } from '../../executions.ts'
import type { SqliteDatabase } from './open-database.ts'

/**
 * One statement; or two, of which the second cannot fail once the first found its row: the sequence it writes under is
 * free, or the first would not have matched.
 */
const WHOLE = { whole: true }

/** Plain prepared statements: per execution this path runs twice, and a query builder would double its price. */
export function executionWrites({ writer, commits }: SqliteDatabase): ExecutionWrites {
  const insert = writer.prepare(
    `insert into executions (id, account_id, workflow_id, version_id, status, started_at, owner, sequence, input)
     values (?, ?, ?, ?, 'running', ?, ?, 0, ?)`,
  )
  const selectVersion = writer.prepare(
    'select version_id from workflows where id = ? and account_id = ? and deleted_at is null',
  )
  const advance = writer.prepare(
    `update executions set sequence = sequence + 1
     where id = ? and owner = ? and sequence = ? and completed_at is null`,
  )
  const end = writer.prepare(
    `update executions set sequence = sequence + 1, status = ?, completed_at = ?, output = ?, error = ?
     where id = ? and owner = ? and sequence = ? and completed_at is null`,
  )
  const append = writer.prepare(
    'insert into execution_journal (execution_id, sequence, steps, logs) values (?, ?, ?, ?)',
  )
  const takeOver = writer.prepare(
    `update executions set owner = ? where id in (
       select executions.id from executions left join runners on runners.owner = executions.owner
       where executions.completed_at is null and executions.owner <> ?
         and (runners.seen_at is null or runners.seen_at < ?)
       limit ?
     ) returning id`,
  )

  /** Current versions by workflow and account, as they were read in the group with this number. */
  const versions = new Map<string, string | undefined>()
  let readIn = -1

  function currentVersion(workflowId: string, accountId: string): string | undefined {
    if (readIn !== commits.number) versions.clear()
    readIn = commits.number
    const key = `${workflowId} ${accountId}`
    if (!versions.has(key)) {
      versions.set(key, selectVersion.get(workflowId, accountId)?.['version_id'] as string | undefined)
    }
    return versions.get(key)
  }

  function accept(execution: NewExecution): OpenExecution | undefined {
    const { id, accountId, workflowId, startedAt, input, owner } = execution
    const versionId = currentVersion(workflowId, accountId)
    if (versionId === undefined) return undefined
    insert.run(id, accountId, workflowId, versionId, startedAt, owner, JSON.stringify(input))
    return { ...execution, versionId, sequence: 0, steps: [] }
  }

  function checkpoint(change: Checkpoint): 'committed' | 'lost' {
    const { executionId, owner, sequence, steps, logs, end: ending } = change
    const { changes } =
      ending === undefined
        ? advance.run(executionId, owner, sequence)
        : end.run(
            ending.status,
            ending.completedAt,
            JSON.stringify(ending.output),
            ending.error && JSON.stringify(ending.error),
            executionId,
            owner,
            sequence,
          )
    if (changes === 0) return 'lost'
    // Apart from the row: to append costs less than to make a row grow among its neighbours.
    if (steps.length > 0 || logs.length > 0) {
      append.run(executionId, sequence, JSON.stringify(steps), JSON.stringify(logs))
    }
    return 'committed'
  }

  return {
    accept: async (execution, tx) =>
      tx === undefined ? commits.submit(() => accept(execution), WHOLE) : accept(execution),
    checkpoint: (change) => commits.submit(() => checkpoint(change), WHOLE),
    takeOver: (owner, silentSince, limit) =>
      commits.submit(() => takeOver.all(owner, owner, silentSince, limit).map((row) => row['id'] as string)),
  }
}
