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
import { nodeIdFromText } from './insert-execution.ts'
import { journalFromText, stepsFromText } from './journal-text.ts'

type ExecutionReads = Pick<ExecutionQueries, 'find' | 'logs' | 'journal' | 'list'>

/** Reads of executions for the API. */
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
      // The index is sorted within one status. Without a filter, merge the newest rows of each status.
      const statuses = filter.status === undefined ? EXECUTION_STATUSES : [filter.status]
      const newest = statuses
        .map((status) => newestWithStatus(database.read, { workflowId, status, filter, cursor }))
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

/** Selects the pages after `after`. Without pages, selects one row, which holds the whole journal of an inline run. */
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

interface StatusPage {
  readonly workflowId: string
  readonly status: ExecutionStatus
  readonly filter: ExecutionFilter
  readonly cursor: CursorRequest
}

function newestWithStatus(queries: Queries, { workflowId, status, filter, cursor }: StatusPage) {
  let matching = queries
    .selectFrom('executions')
    .select(['id', 'account_id', 'workflow_id', 'status', 'started_at', 'completed_at'])
    .where('workflow_id', '=', workflowId)
    .where('status', '=', status)
    // Selects the partial index: one contains open executions, the other ended ones.
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
    triggerNodeId: nodeIdFromText(row.trigger_node_id),
    retryOf: row.retry_of,
  }
}
