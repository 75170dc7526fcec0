import type { Migration } from './migration.ts'

/**
 * Adds versions of forms: what people saw who opened the page before a change, and what the answers of a submission meant.
 * Existing submissions belong to version 1, which has the fields of the form as they are now; earlier ones are unknown.
 */
export const formVersions: Migration = {
  name: '0018-form-versions',
  statements: ({ id, time, text }) => [
    `alter table forms add column version integer not null default 1`,
    `alter table forms add column revision ${time} not null default 1`,
    `create table form_versions (
      form_id ${id} not null references forms (id) on delete cascade,
      number integer not null,
      created_at ${time} not null,
      superseded_at ${time},
      submission_count ${time} not null,
      fields ${text} not null,
      primary key (form_id, number)
    )`,
    `insert into form_versions (form_id, number, created_at, submission_count, fields)
      select id, 1, updated_at, submission_count, fields from forms`,
    `alter table submissions add column form_version integer not null default 1`,
  ],
}
