import type { Migration } from './migration.ts'

/**
 * Waits that began by a clock that was ahead are found by their beginning. Timers that are parked already have none: some of
 * them end at a point in time that the workflow names.
 */
export const begunWaits: Migration = {
  name: '0024-begun-waits',
  statements: () => [
    `update execution_waits set begun_at = null where kind = 'timer'`,
    `create index execution_waits_begun on execution_waits (begun_at) where begun_at is not null`,
  ],
}
