import type { Migration } from './migration.ts'

/** The schedules and polls of an account in the order of their next time, for the list of upcoming runs. */
export const upcomingRuns: Migration = {
  name: '0034-upcoming-runs',
  statements: () => [
    'create index triggers_upcoming on triggers (account_id, fire_at, id) where fire_at is not null',
  ],
}
