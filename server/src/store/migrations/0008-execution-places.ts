import type { Migration } from './migration.ts'

/** Concurrency slots: which runs hold one and which are queued. */
export const executionSlots: Migration = {
  name: '0008-execution-places',
  statements: ({ id, text }) => [
    `create table execution_places (
      execution_id ${id} primary key,
      account_id ${id} not null,
      workflow_id ${id} not null,
      place_key ${text} not null,
      is_held integer not null,
      place_limit integer not null
    )`,
    `create index execution_places_by_key on execution_places (workflow_id, place_key, is_held, execution_id)`,
  ],
}
