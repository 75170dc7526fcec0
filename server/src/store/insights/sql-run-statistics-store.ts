import { EXECUTION_TRIGGERS } from '@millrace/contract/execution-list.ts'
import type { ExecutionError } from '@millrace/contract/execution.ts'
import {
  type AccountId,
  firstIdAt,
  type Fold,
  type FoldableRun,
  type RunOutcome,
  timeOfId,
} from '#domain/index.ts'
import type { RunStatisticsStore, Transaction } from '#ports/index.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Database, type Queries, queriesOf } from '../database.ts'
import { nodeIdToText } from '../executions/insert-execution.ts'
import { chunksOf } from '../chunks-of.ts'

/** The workflow under which the sums of an account are stored. */
const ALL_WORKFLOWS = '00000000-0000-0000-0000-000000000000'
const PRUNE_BATCH = 1_000

export function runStatisticsStore(database: Database): RunStatisticsStore {
  return {
    async lease(owner, now, until) {
      // Not durable: a lease that is lost costs nothing.
      const row = await database.write(
        (tx) =>
          queriesOf(tx)
            .updateTable('fold_progress')
            .set({ leased_by: owner, leased_until: until })
            .where('name', '=', 'executions')
            .where((eb) => eb.or([eb('leased_by', '=', owner), eb('leased_until', '<=', now)]))
            .returning('name')
            .executeTakeFirst(),
        { durable: false },
      )
      return row !== undefined
    },
    async position() {
      const row = await database.read
        .selectFrom('fold_progress')
        .select(['sequence', 'last_id'])
        .where('name', '=', 'executions')
        .executeTakeFirstOrThrow()
      return { sequence: row.sequence, lastId: row.last_id }
    },
    async read({ after, before, limit }) {
      const rows = await selectRuns(database.read)
        .where('executions.id', '>', after)
        .where('executions.id', '<', before)
        .orderBy('executions.id')
        .limit(limit)
        .execute()
      return rows.map(toRun)
    },
    async readOpen(after, limit) {
      const open = await database.read
        .selectFrom('unfolded_runs')
        .select('execution_id')
        .where('execution_id', '>', after)
        .orderBy('execution_id')
        .limit(limit)
        .execute()
      const ids = open.map((row) => row.execution_id)
      const runs = new Map((await findRuns(database.read, ids)).map((run) => [run.id, run]))
      return ids.map((id) => ({ id, run: runs.get(id) }))
    },
    async findOpen(ids) {
      const found: string[] = []
      for (const chunk of chunksOf(ids)) {
        const rows = await database.read
          .selectFrom('unfolded_runs')
          .select('execution_id')
          .where('execution_id', 'in', chunk)
          .execute()
        found.push(...rows.map((row) => row.execution_id))
      }
      return findRuns(database.read, found)
    },
    fold: (position, next, fold) =>
      database.write(async (tx) => {
        const moved = await queriesOf(tx)
          .updateTable('fold_progress')
          .set({ sequence: position.sequence + 1, last_id: next.lastId })
          .where('name', '=', 'executions')
          .where('sequence', '=', position.sequence)
          .returning('name')
          .executeTakeFirst()
        if (moved === undefined) return false
        for (const chunk of chunksOf(next.settled))
          await queriesOf(tx).deleteFrom('unfolded_runs').where('execution_id', 'in', chunk).execute()
        for (const chunk of chunksOf(fold.open))
          await queriesOf(tx)
            .insertInto('unfolded_runs')
            .values(chunk.map((id) => ({ execution_id: id })))
            .execute()
        await addCounts(tx, fold)
        await addFailures(tx, fold)
        return true
      }),
    async counts(account, { workflowId, from, stepMs }) {
      const { rows } = await sql<{
        step: number | string
        outcome: RunOutcome
        bin: number
        runs: number | string
      }>`
        select (hour - ${from}) / ${sql.lit(stepMs)} as step, outcome, duration_bin as bin, sum(runs) as runs
        from run_counts
        where account_id = ${account} and workflow_id = ${workflowId ?? ALL_WORKFLOWS} and hour >= ${from}
        group by 1, 2, 3`.execute(database.read)
      return rows.map(({ step, outcome, bin, runs }) => ({
        hour: from + Number(step) * stepMs,
        outcome,
        durationBin: bin,
        runs: Number(runs),
      }))
    },
    async openRuns(account, workflowId, limit) {
      const [running, waiting] = await Promise.all(
        (['running', 'pending'] as const).map(async (status) => {
          const { rows } = await openOf({ account, workflowId, status, limit }).execute(database.read)
          return { count: Math.min(limit, Number(rows[0]?.runs ?? 0)), oldest: rows[0]?.oldest ?? null }
        }),
      )
      const oldest = [running?.oldest, waiting?.oldest].filter((id) => id !== null && id !== undefined).sort()
      return {
        running: running?.count ?? 0,
        waiting: waiting?.count ?? 0,
        oldestStartedAt: oldest[0] === undefined ? null : timeOfId(oldest[0]),
      }
    },
    async prune({ counts, failedRuns }) {
      const prune = async (remove: (queries: Queries) => RawBuilder<unknown>) => {
        for (;;) {
          const { numAffectedRows } = await database.write(
            (tx) => remove(queriesOf(tx)).execute(queriesOf(tx)),
            { durable: false },
          )
          if (Number(numAffectedRows ?? 0n) < PRUNE_BATCH) return
        }
      }
      await prune(
        () => sql`delete from run_counts where (account_id, workflow_id, hour, outcome, duration_bin) in (
          select account_id, workflow_id, hour, outcome, duration_bin from run_counts where hour < ${counts}
          order by hour limit ${sql.lit(PRUNE_BATCH)})`,
      )
      const first = firstIdAt(failedRuns)
      await prune(
        () => sql`delete from failed_runs where execution_id in (
          select execution_id from failed_runs where execution_id < ${first}
          order by execution_id limit ${sql.lit(PRUNE_BATCH)})`,
      )
      await prune(
        () => sql`delete from bulk_runs where id in (
          select id from bulk_runs where failure_id is null and ended_at < ${failedRuns}
          limit ${sql.lit(PRUNE_BATCH)})`,
      )
      await prune(
        () => sql`delete from failures where id in (
          select id from failures
          where not exists (select 1 from failed_runs where failed_runs.failure_id = failures.id)
            and not exists (select 1 from bulk_runs
              where bulk_runs.failure_id = failures.id and (bulk_runs.ended_at is null or bulk_runs.ended_at >= ${failedRuns}))
          limit ${sql.lit(PRUNE_BATCH)})`,
      )
    },
  }
}

function selectRuns(queries: Queries) {
  return queries
    .selectFrom('executions')
    .leftJoin('workflow_versions as version', 'version.id', 'executions.version_id')
    .select([
      'executions.id',
      'executions.account_id',
      'executions.workflow_id',
      'executions.version_id',
      'executions.started_at',
      'executions.completed_at',
      'executions.error',
      'executions.retry_of',
      'executions.parent_wait_id',
      'version.number',
    ])
}

async function findRuns(queries: Queries, ids: readonly string[]): Promise<readonly FoldableRun[]> {
  const found: FoldableRun[] = []
  for (const chunk of chunksOf(ids)) {
    const rows = await selectRuns(queries).where('executions.id', 'in', chunk).execute()
    found.push(...rows.map(toRun))
  }
  return found
}

type RunRow = Awaited<ReturnType<ReturnType<typeof selectRuns>['execute']>>[number]

function toRun(row: RunRow): FoldableRun {
  return {
    id: row.id,
    accountId: row.account_id,
    workflowId: row.workflow_id,
    versionId: row.version_id,
    startedAt: row.started_at,
    completedAt: row.completed_at,
    error: row.error === null ? null : (JSON.parse(row.error) as ExecutionError),
    retryOf: row.retry_of,
    isTest: row.number === 0,
    isAwaited: row.parent_wait_id !== null,
  }
}

async function addCounts(tx: Transaction, { counts }: Fold): Promise<void> {
  const sums = new Map<string, (typeof counts)[number]>()
  for (const count of counts) {
    const key = `${count.accountId} ${count.hour} ${count.outcome} ${count.durationBin}`
    const runs = (sums.get(key)?.runs ?? 0) + count.runs
    sums.set(key, { ...count, workflowId: ALL_WORKFLOWS, runs })
  }
  for (const chunk of chunksOf([...counts, ...sums.values()])) {
    await queriesOf(tx)
      .insertInto('run_counts')
      .values(
        chunk.map(({ accountId, workflowId, hour, outcome, durationBin, runs }) => ({
          account_id: accountId,
          workflow_id: workflowId,
          hour,
          outcome,
          duration_bin: durationBin,
          runs,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'workflow_id', 'hour', 'outcome', 'duration_bin'])
          .doUpdateSet({ runs: sql<number>`run_counts.runs + excluded.runs` }),
      )
      .execute()
  }
}

async function addFailures(tx: Transaction, { failed, resumed }: Fold): Promise<void> {
  // The message of the first one stays.
  const causes = new Map(failed.toReversed().map(({ cause }) => [cause.id, cause]))
  for (const chunk of chunksOf([...causes.values()])) {
    await queriesOf(tx)
      .insertInto('failures')
      .values(
        chunk.map(({ id, accountId, workflowId, nodeId, code, message }) => ({
          id,
          account_id: accountId,
          workflow_id: workflowId,
          node_id: nodeIdToText(nodeId),
          code: JSON.stringify(code),
          message: JSON.stringify(message),
        })),
      )
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  }
  for (const chunk of chunksOf(failed)) {
    await queriesOf(tx)
      .insertInto('failed_runs')
      .values(
        chunk.map(({ executionId, versionId, cause }) => ({
          execution_id: executionId,
          account_id: cause.accountId,
          failure_id: cause.id,
          version_id: versionId,
          is_resumed: 0,
        })),
      )
      .onConflict((conflict) => conflict.column('execution_id').doNothing())
      .execute()
  }
  for (const chunk of chunksOf(resumed)) {
    await queriesOf(tx)
      .updateTable('failed_runs')
      .set({ is_resumed: 1 })
      .where('execution_id', 'in', chunk)
      .execute()
  }
}

interface OpenRequest {
  readonly account: AccountId
  readonly workflowId: string | undefined
  readonly status: 'running' | 'pending'
  readonly limit: number
}

/** The index of open executions of an account is sorted by id within one trigger and status. */
function openOf({ account, workflowId, status, limit }: OpenRequest) {
  const ranges =
    workflowId === undefined
      ? EXECUTION_TRIGGERS.map((one) => sql`account_id = ${account} and trigger_kind = ${sql.lit(one)}`)
      : [sql`workflow_id = ${workflowId} and account_id = ${account}`]
  const branches = ranges.map(
    (range) => sql`select id from (select id from executions
      where ${range} and status = ${sql.lit(status)} and completed_at is null order by id limit ${limit}) as open_runs`,
  )
  return sql<{ runs: number | string; oldest: string | null }>`
    select count(*) as runs, min(cast(id as text)) as oldest from (${sql.join(branches, sql` union all `)}) as found`
}
