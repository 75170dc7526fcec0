import type { AccountId, StepWaiting } from '#domain/index.ts'
import type { ApprovalFilter, ExecutionQueries } from '#ports/index.ts'
import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import { countAll } from '../../list-queries.ts'
import { outlineOfSteps } from '../journal/journal-outline.ts'
import { hasBegun } from './enqueue-signal.ts'

type WaitReads = Pick<
  ExecutionQueries,
  'findWait' | 'canStillReachWait' | 'hasReachedWait' | 'listApprovals' | 'countApprovals'
>

/** Reads of waits, for the people and programs that answer them. */
export function waitReads(database: Database): WaitReads {
  return {
    async findWait(id) {
      const row = await database.read
        .selectFrom('execution_waits')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return (
        row && {
          id: row.id,
          executionId: row.execution_id,
          accountId: row.account_id,
          kind: row.kind,
          dueAt: row.due_at,
        }
      )
    },
    async canStillReachWait(executionId, waitId) {
      const open = await database.read
        .selectFrom('executions')
        .select('id')
        .where('id', '=', executionId)
        .where('completed_at', 'is', null)
        .executeTakeFirst()
      return open !== undefined && !(await hasBegun(database.read, executionId, waitId))
    },
    hasReachedWait: (executionId, waitId) => hasBegun(database.read, executionId, waitId),
    async listApprovals(account, filter, { before, limit }) {
      let waiting = selectApprovals(database, account, filter)
        .leftJoin('workflows', 'workflows.id', 'executions.workflow_id')
        .leftJoin('workflow_versions as version', 'version.id', 'executions.version_id')
        .leftJoin('execution_journal as page', (join) =>
          join
            .onRef('page.execution_id', '=', 'wait.execution_id')
            .onRef('page.sequence', '=', 'wait.journal_sequence'),
        )
        .select([
          'wait.id',
          'wait.execution_id',
          'wait.begun_at',
          'wait.due_at',
          'executions.workflow_id',
          'executions.version_id',
          'workflows.name',
          'workflows.deleted_at',
          'version.number',
          'page.steps',
        ])
      if (before !== undefined) {
        waiting = waiting.where(({ eb, or, and }) =>
          or([
            eb('wait.begun_at', '<', before.begunAt),
            and([eb('wait.begun_at', '=', before.begunAt), eb('wait.id', '<', before.id)]),
          ]),
        )
      }
      const rows = await waiting
        .orderBy('wait.begun_at', 'desc')
        .orderBy('wait.id', 'desc')
        .limit(limit)
        .execute()
      return Promise.all(
        rows.map(async (row) => ({
          id: row.id,
          executionId: row.execution_id,
          workflowId: row.workflow_id,
          workflowName: row.deleted_at === null ? row.name : null,
          versionId: row.version_id,
          isTest: row.number === null || row.number === 0,
          begunAt: row.begun_at ?? 0,
          dueAt: row.due_at,
          step: row.steps === null ? undefined : await findStep(row.steps, row.id),
        })),
      )
    },
    countApprovals: (account, filter) => countAll(selectApprovals(database, account, filter)),
  }
}

/** Open approvals that have neither an answer that the run has yet to read, nor timed out. */
function selectApprovals({ read }: Database, account: AccountId, filter: ApprovalFilter) {
  let waiting = read
    .selectFrom('execution_waits as wait')
    .innerJoin('executions', 'executions.id', 'wait.execution_id')
    .where('wait.account_id', '=', account)
    .where('wait.kind', '=', sql.lit('approval'))
    .where('executions.completed_at', 'is', null)
    .where(({ eb, or }) => or([eb('wait.due_at', 'is', null), eb('wait.due_at', '>', filter.now)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('execution_signals as answer')
            .select('answer.id')
            .whereRef('answer.execution_id', '=', 'wait.execution_id')
            .whereRef('answer.wait_id', '=', 'wait.id'),
        ),
      ),
    )
  if (filter.executionId !== undefined) waiting = waiting.where('wait.execution_id', '=', filter.executionId)
  if (filter.workflowId !== undefined) {
    waiting = waiting.where('executions.workflow_id', '=', filter.workflowId)
  }
  return waiting
}

async function findStep(steps: string, waitId: string): Promise<StepWaiting | undefined> {
  for (const entry of await outlineOfSteps(steps, undefined)) {
    if (entry.status === 'waiting' && entry.waitId === waitId) return entry
  }
  return undefined
}
