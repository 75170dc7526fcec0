import { type AccountId, firstIdAt, timeOfId } from '#domain/index.ts'
import type { FailureQuery, FailureStore, ListedFailure } from '#ports/index.ts'
import { sql } from 'kysely'
import { type Database, queriesOf } from '../database.ts'
import { nodeIdFromText } from '../executions/insert-execution.ts'

interface FailureRow {
  readonly id: string
  readonly workflow_id: string
  readonly workflow_name: string
  readonly node_id: string | null
  readonly code: string
  readonly message: string
  readonly ignored_until: number | string | null
  readonly ignored_version_id: string | null
  readonly runs: number | string
  readonly first_id: string
  readonly last_id: string
  readonly newest_id: string
  readonly newest_version: string
}

export function failureStore(database: Database): FailureStore {
  return {
    async list(account, query) {
      const { rows } = await selectFailures(account, query).execute(database.read)
      const { parts } = query
      return rows.map((row) => {
        const counts = row as unknown as Record<string, number | string>
        const trend = Array.from({ length: parts }, (_, part) => Number(counts[`part_${part}`] ?? 0))
        return toFailure(account, row, trend, query)
      })
    },
    async samples(account, failureIds, limit) {
      const samples = new Map<string, readonly string[]>()
      for (const id of failureIds) {
        const rows = await database.read
          .selectFrom('failed_runs')
          .select('execution_id')
          .where('account_id', '=', account)
          .where('failure_id', '=', id)
          .where('is_resumed', '=', sql.lit(0))
          .orderBy('execution_id', 'desc')
          .limit(limit)
          .execute()
        samples.set(
          id,
          rows.map((row) => row.execution_id),
        )
      }
      return samples
    },
    async ignore(tx, account, id, ignored) {
      const row = await queriesOf(tx)
        .updateTable('failures')
        .set({ ignored_until: ignored?.until ?? null, ignored_version_id: ignored?.versionId ?? null })
        .where('id', '=', id)
        .where('account_id', '=', account)
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}

/** One scan of the index of failed runs that were not resumed. Ids contain the time, so parts of a period are ranges of ids. */
function selectFailures(account: AccountId, query: FailureQuery) {
  const { now, from, parts, workflowId, id, isIgnored, after, limit } = query
  const boundary = (part: number) => firstIdAt(Math.round(from + ((now - from) * part) / parts))
  const trend = Array.from(
    { length: parts },
    (_, part) =>
      // The last part has no end: clocks of other processes may be ahead.
      sql`sum(case when execution_id >= ${boundary(part)}
        ${part === parts - 1 ? sql`` : sql`and execution_id < ${boundary(part + 1)}`} then 1 else 0 end)
        as ${sql.ref(`part_${part}`)}`,
  )
  const ofFailure = id === undefined ? sql`` : sql` and failure_id = ${id}`
  const ofWorkflow = workflowId === undefined ? sql`` : sql` and failures.workflow_id = ${workflowId}`
  const known = after === undefined ? sql`` : sql` and execution_id <= ${after.newestId}`
  const rest =
    after === undefined
      ? sql``
      : sql` and (found.runs < ${after.count} or (found.runs = ${after.count} and found.last_id < ${after.lastId}))`
  const isIgnoredNow = sql`(coalesce(ignored_until, 0) > ${now}
    or (ignored_version_id is not null and newest_version <= cast(ignored_version_id as text)))`
  const inState =
    isIgnored === undefined ? sql`` : isIgnored ? sql` and ${isIgnoredNow}` : sql` and not ${isIgnoredNow}`
  return sql<FailureRow>`
    select failures.id, failures.workflow_id, workflows.name as workflow_name, failures.node_id, failures.code,
      failures.message, failures.ignored_until, failures.ignored_version_id,
      max(found.last_id) over () as newest_id, found.*
    from (
      select failure_id, count(*) as runs, min(cast(execution_id as text)) as first_id,
        max(cast(execution_id as text)) as last_id, max(cast(version_id as text)) as newest_version,
        ${sql.join(trend)}
      from failed_runs
      where account_id = ${account} and is_resumed = 0 and execution_id >= ${firstIdAt(from)}${known}${ofFailure}
      group by failure_id
    ) as found
    join failures on failures.id = found.failure_id
    join workflows on workflows.id = failures.workflow_id and workflows.deleted_at is null
    where failures.account_id = ${account}${ofWorkflow}${inState}${rest}
    order by runs desc, last_id desc
    limit ${limit}`
}

function toFailure(
  account: AccountId,
  row: FailureRow,
  trend: readonly number[],
  { now, after }: Pick<FailureQuery, 'now' | 'after'>,
): ListedFailure {
  const until = row.ignored_until === null ? null : Number(row.ignored_until)
  const isIgnored =
    (until !== null && until > now) ||
    (row.ignored_version_id !== null && row.newest_version <= row.ignored_version_id)
  const count = Number(row.runs)
  return {
    id: row.id,
    accountId: account,
    workflowId: row.workflow_id,
    workflowName: row.workflow_name,
    nodeId: nodeIdFromText(row.node_id),
    code: JSON.parse(row.code) as string,
    message: JSON.parse(row.message) as string,
    count,
    trend,
    firstSeenAt: timeOfId(row.first_id),
    lastSeenAt: timeOfId(row.last_id),
    ignored: isIgnored ? { until, versionId: row.ignored_version_id } : null,
    position: { count, lastId: row.last_id, newestId: after?.newestId ?? row.newest_id },
  }
}
