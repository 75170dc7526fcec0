import type { Migration } from './migration.ts'

/**
 * What is known about a credential besides its secret: whether services accept it, their last refusal, and since when it has its
 * value. A result is recorded only for the value that it is about, so the time of the value is compared in the same statement.
 */
export const connections: Migration = {
  name: '0017-connections',
  statements: ({ time, text }) => [
    `alter table credentials add column name_folded ${text} not null default ''`,
    `alter table credentials add column status ${text} not null default 'untested'`,
    `alter table credentials add column last_error ${text}`,
    `alter table credentials add column last_error_at ${time}`,
    `alter table credentials add column value_changed_at ${time} not null default 0`,
    `update credentials set value_changed_at = created_at, name_folded = lower(name)`,
    `alter table integrations add column last_error ${text}`,
  ],
}
