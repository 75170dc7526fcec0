import type { Migration } from './migration.ts'

/** Which accounts start no runs by triggers: one row per pause. The scope is an account id, or `installation` for all of them. */
export const pauses: Migration = {
  name: '0030-pauses',
  statements: ({ time, text }) => [
    `create table pauses (scope ${text} primary key, paused_at ${time} not null, paused_by ${text} not null)`,
  ],
}
