import type { Migration } from './migration.ts'

/** An inline run has its whole journal in its own row, because writing one row costs less than writing two. */
export const journalInRow: Migration = {
  name: '0010-journal-in-row',
  statements: ({ text }) => [`alter table executions add column journal ${text}`],
}
