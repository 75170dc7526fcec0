import type { Migration } from './migration.ts'

/**
 * Approvals are listed across executions, in the order in which they began, with their content from the journal.
 *
 * Approvals that wait already are sorted by the start of their execution.
 */
export const waitsForPeople: Migration = {
  name: '0015-waits-for-people',
  statements: ({ time }) => [
    `alter table execution_waits add column begun_at ${time}`,
    `alter table execution_waits add column journal_sequence integer`,
    `update execution_waits set
        begun_at = (select started_at from executions where executions.id = execution_waits.execution_id),
        journal_sequence = (
          select max(page.sequence) from execution_journal as page
          where page.execution_id = execution_waits.execution_id
            and page.steps like '%"waitId":"' || execution_waits.id || '"%'
        )
      where kind = 'approval'`,
    `create index execution_waits_for_people on execution_waits (account_id, begun_at, id) where kind = 'approval'`,
  ],
}
