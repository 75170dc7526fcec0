import {
  EXECUTION_STATUSES,
  type ExecutionError,
  type ExecutionStatus,
} from '@millrace/contract/execution.ts'
import { type Execution, type ExecutionLog, isFinal } from '#domain/execution.ts'
import type { JsonObject } from '#domain/json.ts'
import type { JournalEntry } from '#domain/step.ts'
import { firstIdAt } from '#domain/time-ordered-id.ts'
import type { ExecutionFilter, ExecutionStore } from '#ports/execution-store.ts'
import type { CursorRequest } from '#ports/paging.ts'
import { type Database, type Queries, queriesOf } from '../database.ts'
import type { Tables } from '../tables.ts'
import { fromText } from './insert-execution.ts'

type ExecutionReads = Pick<ExecutionStore, 'find' | 'logs' | 'journal' | 'list'>

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
      const rows = await (tx === undefined ? database.read : queriesOf(tx))
        .selectFrom('execution_journal as journal')
        .innerJoin('executions', 'executions.id', 'journal.execution_id')
        .select('journal.logs')
        .where('executions.id', '=', id)
        .where('executions.account_id', '=', account)
        .orderBy('journal.sequence')
        .execute()
      return rows.flatMap((row) => JSON.parse(row.logs) as ExecutionLog[])
    },
    async journal(account, id, after, limit) {
      const pages = database.read
        .selectFrom('execution_journal as journal')
        .innerJoin('executions', 'executions.id', 'journal.execution_id')
        .select(['journal.sequence', 'journal.steps', 'journal.logs'])
        .where('executions.id', '=', id)
        .where('executions.account_id', '=', account)
        .where('journal.sequence', '>', after)
        .orderBy('journal.sequence')
      const rows = await (limit === undefined ? pages : pages.limit(limit)).execute()
      return rows.map((row) => ({
        sequence: row.sequence,
        steps: JSON.parse(row.steps) as JournalEntry[],
        logs: JSON.parse(row.logs) as ExecutionLog[],
      }))
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
