import {
  EXECUTION_STATUSES,
  type ExecutionError,
  type ExecutionStatus,
} from '@millrace/contract/execution.ts'
import {
  type AccountId,
  type Execution,
  type ExecutionLog,
  firstIdAt,
  isFinal,
  type JsonObject,
} from '#domain/index.ts'
import type { CursorRequest, ExecutionFilter, ExecutionQueries } from '#ports/index.ts'
import { type Database, type Queries, queriesOf } from '../database.ts'
import type { Tables } from '../tables.ts'
import { fromText } from './insert-execution.ts'
import { journalFromText, stepsFromText } from './journal-text.ts'

type ExecutionReads = Pick<ExecutionQueries, 'find' | 'logs' | 'journal' | 'list'>

/** What people read. */
export function executionReads(database: Database): ExecutionReads {
  return {
    async find(account, id, tx) {
      const row = await (tx === undefined ? database.read : queriesOf(tx))
        .selectFrom('executions')
        .selectAll()
        .where('id', '=', id)
        .where('account_id', '=', account)
        .executeTakeFirst()
      return row && toExecution(row)
    },
    async logs(account, id, tx) {
      const rows = await selectPages(tx === undefined ? database.read : queriesOf(tx), account, id, -1)
        .select('page.logs')
        .execute()
      return rows.flatMap(({ journal, logs }) =>
        journal === null ? logsFromText(logs) : journalFromText(journal).logs,
      )
    },
    async journal(account, id, after, limit) {
      const pages = selectPages(database.read, account, id, after).select([
        'page.sequence',
        'page.steps',
        'page.logs',
      ])
      const rows = await (limit === undefined ? pages : pages.limit(limit)).execute()
      return rows.flatMap(({ journal, sequence, steps, logs }) => {
        if (journal !== null) return after < 0 ? [{ sequence: 0, ...journalFromText(journal) }] : []
        if (sequence === null || steps === null) return []
        return [{ sequence, steps: stepsFromText(steps), logs: logsFromText(logs) }]
      })
    },
    async list(account, workflowId, filter, cursor) {
      // The index is ordered within one status; without a filter the newest of each are merged.
      const statuses = filter.status === undefined ? EXECUTION_STATUSES : [filter.status]
      const newest = statuses
        .map((status) => newestWithStatus(database.read, workflowId, status, filter, cursor))
        .reduce((all, one) => all.unionAll(one))
      const rows = await database.read
        .selectFrom(newest.as('newest'))
        .select(['id', 'workflow_id', 'status', 'started_at', 'completed_at'])
        .where('account_id', '=', account)
        .orderBy('id', 'desc')
        .limit(cursor.limit)
        .execute()
      return rows.map((row) => ({
        id: row.id,
        workflowId: row.workflow_id,
        status: row.status,
        startedAt: row.started_at,
        completedAt: row.completed_at,
      }))
    },
  }
}

/** The pages after `after`; or one row without a page, which may have the whole journal in it. */
function selectPages(queries: Queries, account: AccountId, id: string, after: number) {
  return queries
    .selectFrom('executions')
    .leftJoin('execution_journal as page', (join) =>
      join.onRef('page.execution_id', '=', 'executions.id').on('page.sequence', '>', after),
    )
    .select('executions.journal')
    .where('executions.id', '=', id)
    .where('executions.account_id', '=', account)
    .orderBy('page.sequence')
}

function logsFromText(text: string | null): ExecutionLog[] {
  return text === null ? [] : (JSON.parse(text) as ExecutionLog[])
}

function newestWithStatus(
  queries: Queries,
  workflowId: string,
  status: ExecutionStatus,
  filter: ExecutionFilter,
  cursor: CursorRequest,
) {
  let matching = queries
    .selectFrom('executions')
    .select(['id', 'account_id', 'workflow_id', 'status', 'started_at', 'completed_at'])
    .where('workflow_id', '=', workflowId)
    .where('status', '=', status)
    // Names the index: one holds the open executions, the other those that ended.
    .where('completed_at', isFinal(status) ? 'is not' : 'is', null)
  if (filter.from !== undefined) matching = matching.where('id', '>=', firstIdAt(filter.from))
  if (filter.to !== undefined) matching = matching.where('id', '<', firstIdAt(filter.to + 1))
  if (cursor.before !== undefined) matching = matching.where('id', '<', cursor.before)
  return queries.selectFrom(matching.orderBy('id', 'desc').limit(cursor.limit).as('one')).selectAll()
}

function toExecution(row: Tables['executions']): Execution {
  return {
    id: row.id,
    accountId: row.account_id,
    workflowId: row.workflow_id,
    versionId: row.version_id,
    status: row.status,
    startedAt: row.started_at,
    completedAt: row.completed_at,
    input: JSON.parse(row.input) as JsonObject,
    output: row.output === null ? {} : (JSON.parse(row.output) as JsonObject),
    error: row.error === null ? null : (JSON.parse(row.error) as ExecutionError),
    triggerNodeId: fromText(row.trigger_node_id),
    retryOf: row.retry_of,
  }
}
