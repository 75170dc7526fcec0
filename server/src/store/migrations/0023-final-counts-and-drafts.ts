import type { Migration } from './migration.ts'

/**
 * 1. What a bulk run has achieved is stored once none of its executions can change it any more. Bulk runs that ended before are
 *    counted by the process that works on bulk runs.
 * 2. Drafts of a workflow that was never live stay in its history without a number, so several have none.
 */
export const finalCountsAndDrafts: Migration = {
  name: '0023-final-counts-and-drafts',
  statements: ({ text }) => [
    `alter table bulk_runs add column final_progress ${text}`,
    'create index bulk_runs_unsettled on bulk_runs (leased_until) where ended_at is not null and final_progress is null',
    'drop index workflow_versions_by_number',
    'create unique index workflow_versions_by_number on workflow_versions (workflow_id, number) where unlisted_at is null and number > 0',
  ],
}
