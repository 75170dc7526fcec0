import type { Migration } from './migration.ts'

/**
 * Since when a trigger is paused and who paused it, and the last call that an inbound webhook refused. Calls that it accepts are
 * executions.
 */
export const triggerPauses: Migration = {
  name: '0021-trigger-pauses',
  statements: ({ time, text }) => [
    `alter table triggers add column paused_at ${time}`,
    `alter table triggers add column paused_by ${text}`,
    `alter table triggers add column refused_at ${time}`,
    `alter table triggers add column refusal ${text}`,
  ],
}
