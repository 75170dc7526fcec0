import type { Migration } from './migration.ts'

/** An execution that is stored with its end has its whole journal beside it: to write a row costs less than to write two. */
export const journalInRow: Migration = {
  name: '0010-journal-in-row',
  statements: ({ text }) => [`alter table executions add column journal ${text}`],
}
