import { MAX_SKIP_REASONS } from '@millrace/contract/bulk-run.ts'
import type { ExecutionStatus } from '@millrace/contract/execution.ts'
import {
  type AccountId,
  type BulkRun,
  type BulkRunCandidate,
  type BulkRunProgress,
  firstIdAt,
  isActiveBulkRun,
  isFinal,
  SKIPPED,
  type SkipReason,
} from '#domain/index.ts'
import type { AllExecutionsFilter, BulkRunStore, Transaction } from '#ports/index.ts'
import { sql } from 'kysely'
import { type Database, queriesOf } from '../database.ts'
import { selectNewest } from '../executions/list-executions.ts'
import { TEST_NUMBER } from '../live-runs.ts'
import { lockRow } from '../lock-row.ts'
import type { Tables } from '../tables.ts'
import { chunksOf } from '../chunks-of.ts'

export function bulkRunStore(database: Database): BulkRunStore {
  const reader = (tx: Transaction | undefined) => (tx === undefined ? database.read : queriesOf(tx))

  async function countItems(run: BulkRun, tx?: Transaction): Promise<BulkRunProgress & { isFinal: boolean }> {
    const { rows } = await sql<{ item: string; run: ExecutionStatus | null; items: number | string }>`
      select bulk_run_items.status as item, executions.status as run, count(*) as items
      from bulk_run_items left join executions on executions.id = bulk_run_items.new_execution_id
      where bulk_run_items.bulk_run_id = ${run.id}
      group by bulk_run_items.status, executions.status`.execute(reader(tx))
    const count = (matches: (row: (typeof rows)[number]) => boolean) =>
      rows.filter(matches).reduce((sum, { items }) => sum + Number(items), 0)
    const excluded = run.excluded.reduce((sum, reason) => sum + reason.count, 0)
    const skipped = count(({ item }) => item === 'skipped')
    const counted = {
      total: count(() => true) + excluded,
      started: count(({ item }) => item === 'started'),
      skipped: skipped + excluded,
      skipReasons: skipped === 0 ? run.excluded : await skipReasons(run, tx),
      completed: count((row) => row.run === 'completed'),
      failed: count((row) => row.run === 'failed'),
      running: count((row) => row.run === 'running'),
      isFinal: false,
    }
    if (run.endedAt === null) return counted
    // Old executions may be deleted by now.
    const stored = await reader(tx)
      .selectFrom('bulk_runs')
      .select(['completed', 'failed'])
      .where('id', '=', run.id)
      .executeTakeFirst()
    return {
      ...counted,
      completed: Math.max(counted.completed, stored?.completed ?? 0),
      failed: Math.max(counted.failed, stored?.failed ?? 0),
      isFinal: rows.every((row) => row.run === null || isFinal(row.run)),
    }
  }

  async function progress(run: BulkRun, tx?: Transaction): Promise<BulkRunProgress> {
    if (run.finalProgress !== null) return run.finalProgress
    const { isFinal: _, ...counted } = await countItems(run, tx)
    return counted
  }

  async function skipReasons(run: BulkRun, tx: Transaction | undefined): Promise<readonly SkipReason[]> {
    const { rows } = await sql<{ message: string | null; items: number | string }>`
      select message, count(*) as items from bulk_run_items
      where bulk_run_id = ${run.id} and status = 'skipped'
      group by message order by items desc, message limit ${sql.lit(MAX_SKIP_REASONS)}`.execute(reader(tx))
    const counts = new Map(run.excluded.map(({ message, count }) => [message, count]))
    for (const { message, items } of rows) {
      counts.set(message ?? '', (counts.get(message ?? '') ?? 0) + Number(items))
    }
    return [...counts]
      .map(([message, count]) => ({ message, count }))
      .sort((a, b) => b.count - a.count)
      .slice(0, MAX_SKIP_REASONS)
  }

  function insertRun(tx: Transaction, run: BulkRun, total: number) {
    return queriesOf(tx)
      .insertInto('bulk_runs')
      .values({
        id: run.id,
        account_id: run.accountId,
        kind: run.kind,
        failure_id: run.failureId,
        workflow_id: run.workflowId,
        cause: JSON.stringify(run.cause),
        version: run.version,
        status: run.status,
        excluded: JSON.stringify(run.excluded),
        total,
        completed: 0,
        failed: 0,
        trial_execution_id: null,
        message: null,
        created_at: run.createdAt,
        ended_at: null,
        leased_until: 0,
        final_progress: null,
      })
      .onConflict((conflict) => conflict.column('failure_id').where('ended_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst()
  }

  /** False if somebody resumed the execution before. */
  async function markResumed(tx: Transaction, run: BulkRun, executionId: string): Promise<boolean> {
    if (run.failureId === null) {
      // Of two bulk runs that name the same execution, the second waits here and then sees the retry of the first.
      await lockRow(database, tx, 'executions', executionId)
      const retry = await queriesOf(tx)
        .selectFrom('executions')
        .select('id')
        .where('retry_of', '=', executionId)
        .limit(1)
        .executeTakeFirst()
      if (retry !== undefined) return false
    }
    const marked = await queriesOf(tx)
      .updateTable('failed_runs')
      .set({ is_resumed: 1 })
      .where('execution_id', '=', executionId)
      .where('is_resumed', '=', sql.lit(0))
      .returning('execution_id')
      .executeTakeFirst()
    if (marked !== undefined) return true
    if (run.failureId !== null) return false
    // Cancelled executions are no failures, and new failures are counted a little later.
    const known = await queriesOf(tx)
      .selectFrom('failed_runs')
      .select('execution_id')
      .where('execution_id', '=', executionId)
      .executeTakeFirst()
    return known === undefined
  }

  async function findById(tx: Transaction, id: string): Promise<BulkRun | undefined> {
    const row = await queriesOf(tx)
      .selectFrom('bulk_runs')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    return row && toBulkRun(row)
  }

  return {
    progress,
    async insert(tx, run, { from, limit }) {
      const queries = queriesOf(tx)
      const { rows } = await sql<{ execution_id: string }>`
        select execution_id from failed_runs
        where account_id = ${run.accountId} and failure_id = ${run.failureId} and is_resumed = 0
          and execution_id >= ${firstIdAt(from)}
        order by execution_id limit ${limit}`.execute(queries)
      if (rows.length === 0) return 0
      const inserted = await insertRun(tx, run, rows.length)
      if (inserted === undefined) return undefined
      await sql`insert into bulk_run_items (bulk_run_id, execution_id, status)
        select bulk_runs.id, failed_runs.execution_id, 'pending'
        from bulk_runs join failed_runs on failed_runs.failure_id = bulk_runs.failure_id
        where bulk_runs.id = ${run.id} and failed_runs.account_id = ${run.accountId} and failed_runs.is_resumed = 0
          and failed_runs.execution_id >= ${firstIdAt(from)}
          and failed_runs.execution_id <= ${rows.at(-1)?.execution_id ?? ''}`.execute(queries)
      return rows.length
    },
    async insertChosen(tx, run, items) {
      await insertRun(tx, run, items.length)
      for (const chunk of chunksOf(items)) {
        await queriesOf(tx)
          .insertInto('bulk_run_items')
          .values(
            chunk.map(({ executionId, message }) => ({
              bulk_run_id: run.id,
              execution_id: executionId,
              status: message === null ? ('pending' as const) : ('skipped' as const),
              new_execution_id: null,
              message,
            })),
          )
          .execute()
      }
    },
    async matching(account, filter, limit) {
      const { rows } = await sql<{ id: string }>`
        select id from (${matchingIds(account, filter, limit)}) as matching order by id desc`.execute(
        database.read,
      )
      return rows.map(({ id }) => id)
    },
    async count(account, filter, limit) {
      const { rows } = await sql<{ matching: number | string }>`
        select count(*) as matching from (${matchingIds(account, filter, limit)}) as matching`.execute(
        database.read,
      )
      return Number(rows[0]?.matching ?? 0)
    },
    async candidates(account, ids) {
      const found: BulkRunCandidate[] = []
      for (const chunk of chunksOf(ids)) {
        const rows = await database.read
          .selectFrom('executions')
          .leftJoin('workflow_versions as version', 'version.id', 'executions.version_id')
          .select(['executions.id', 'executions.status', 'executions.parent_wait_id', 'version.number'])
          .select(
            sql<number>`case when exists (select 1 from executions as retries
              where retries.retry_of = executions.id) then 1 else 0 end`.as('is_retried'),
          )
          .where('executions.account_id', '=', account)
          .where('executions.id', 'in', chunk)
          .execute()
        for (const row of rows) {
          found.push({
            id: row.id,
            status: row.status,
            isTest: row.number === null || row.number === TEST_NUMBER,
            isAwaited: row.parent_wait_id !== null,
            isRetried: row.is_retried === 1,
          })
        }
      }
      return found
    },
    async find(account, id, tx) {
      const row = await reader(tx)
        .selectFrom('bulk_runs')
        .selectAll()
        .where('id', '=', id)
        .where('account_id', '=', account)
        .executeTakeFirst()
      return row && toBulkRun(row)
    },
    async list(account, { before, limit }) {
      let query = database.read
        .selectFrom('bulk_runs')
        .selectAll()
        .where('account_id', '=', account)
        .orderBy('id', 'desc')
        .limit(limit)
      if (before !== undefined) query = query.where('id', '<', before)
      return (await query.execute()).map(toBulkRun)
    },
    async latest(account, failureIds) {
      const latest = new Map<string, BulkRun>()
      for (const failureId of failureIds) {
        const row = await database.read
          .selectFrom('bulk_runs')
          .selectAll()
          .where('failure_id', '=', failureId)
          .where('account_id', '=', account)
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirst()
        if (row !== undefined) latest.set(failureId, toBulkRun(row))
      }
      return latest
    },
    async take(now, until, limit) {
      const active = await database.read
        .selectFrom('bulk_runs')
        .select('id')
        .where('ended_at', 'is', null)
        .limit(1)
        .execute()
      if (active.length === 0) return []
      return database.write(
        async (tx) => {
          const free = queriesOf(tx)
            .selectFrom('bulk_runs')
            .select('id')
            .where('ended_at', 'is', null)
            .where('leased_until', '<=', now)
            .orderBy('id')
            .limit(limit)
          const found = await (database.locksRows ? free.forUpdate().skipLocked() : free).execute()
          if (found.length === 0) return []
          const rows = await queriesOf(tx)
            .updateTable('bulk_runs')
            .set({ leased_until: until })
            .where(
              'id',
              'in',
              found.map(({ id }) => id),
            )
            .returningAll()
            .execute()
          return rows.map(toBulkRun)
        },
        { durable: false },
      )
    },
    async pending(id, limit) {
      const rows = await database.read
        .selectFrom('bulk_run_items')
        .select('execution_id')
        .where('bulk_run_id', '=', id)
        .where('status', '=', 'pending')
        .orderBy('execution_id')
        .limit(limit)
        .execute()
      return rows.map((row) => row.execution_id)
    },
    async claim(tx, id, executionId) {
      // A stop that was answered before is seen here, so nothing starts after it.
      await lockRow(database, tx, 'bulk_runs', id)
      const run = await findById(tx, id)
      if (run === undefined || !isActiveBulkRun(run)) return 'ended'
      const item = queriesOf(tx)
        .updateTable('bulk_run_items')
        .where('bulk_run_id', '=', id)
        .where('execution_id', '=', executionId)
      const claimed = await item
        .set({ status: 'started' })
        .where('status', '=', 'pending')
        .returning('execution_id')
        .executeTakeFirst()
      if (claimed === undefined) return 'ended'
      if (run.kind === 'cancel') return 'claimed'
      if (await markResumed(tx, run, executionId)) return 'claimed'
      await item.set({ status: 'skipped', message: SKIPPED.resumed }).execute()
      return 'resumed'
    },
    async started(tx, id, { executionId, newExecutionId }) {
      await queriesOf(tx)
        .updateTable('bulk_run_items')
        .set({ new_execution_id: newExecutionId })
        .where('bulk_run_id', '=', id)
        .where('execution_id', '=', executionId)
        .execute()
      await queriesOf(tx)
        .updateTable('bulk_runs')
        .set({ trial_execution_id: newExecutionId })
        .where('id', '=', id)
        .where('trial_execution_id', 'is', null)
        .where('status', '=', 'trying')
        .execute()
    },
    async skip(tx, id, { executionId, message }) {
      await queriesOf(tx)
        .updateTable('bulk_run_items')
        .set({ status: 'skipped', message })
        .where('bulk_run_id', '=', id)
        .where('execution_id', '=', executionId)
        .where('status', '<>', 'skipped')
        .where('new_execution_id', 'is', null)
        .execute()
    },
    async advance(tx, id, { from, to, at, message }) {
      await lockRow(database, tx, 'bulk_runs', id)
      const run = await findById(tx, id)
      if (run === undefined || !from.includes(run.status)) return false
      const isEnd = !isActiveBulkRun({ status: to })
      const { completed, failed } = await progress(run, tx)
      await queriesOf(tx)
        .updateTable('bulk_runs')
        .set({
          status: to,
          ...(message !== undefined && { message }),
          ...(isEnd && { ended_at: at, completed, failed }),
        })
        .where('id', '=', id)
        .execute()
      return true
    },
    async settle(now, again, limit) {
      const rows = await database.read
        .selectFrom('bulk_runs')
        .selectAll()
        .where('ended_at', 'is not', null)
        .where('final_progress', 'is', null)
        .where('leased_until', '<=', now)
        .orderBy('leased_until')
        .limit(limit)
        .execute()
      for (const row of rows) {
        const { isFinal: isSettled, ...counted } = await countItems(toBulkRun(row))
        const change = isSettled ? { final_progress: JSON.stringify(counted) } : { leased_until: again }
        // Whoever else counted it meanwhile found the same: an ended execution stays as it is.
        await database.write(
          (tx) => queriesOf(tx).updateTable('bulk_runs').set(change).where('id', '=', row.id).execute(),
          { durable: false },
        )
      }
    },
    async release(id) {
      await database.write(
        (tx) =>
          queriesOf(tx).updateTable('bulk_runs').set({ leased_until: 0 }).where('id', '=', id).execute(),
        { durable: false },
      )
    },
  }
}

/** Executions of another account's workflow do not match. */
function matchingIds(account: AccountId, filter: AllExecutionsFilter, limit: number) {
  const ids = selectNewest({
    account,
    workflowId: filter.workflowId,
    filter,
    cursor: { before: undefined, limit },
  })
  return sql`select id from executions where id in (${ids}) and account_id = ${account}`
}

function toBulkRun(row: Tables['bulk_runs']): BulkRun {
  return {
    id: row.id,
    accountId: row.account_id,
    kind: row.kind,
    failureId: row.failure_id,
    workflowId: row.workflow_id,
    cause: JSON.parse(row.cause) as string,
    version: row.version,
    status: row.status,
    excluded: JSON.parse(row.excluded) as SkipReason[],
    trialExecutionId: row.trial_execution_id,
    message: row.message,
    createdAt: row.created_at,
    endedAt: row.ended_at,
    finalProgress: row.final_progress === null ? null : (JSON.parse(row.final_progress) as BulkRunProgress),
  }
}
