import type { Migration } from './migration.ts'

/** Adds the settings of hosted form pages, and the submission count that decides whether a form is full. */
export const formPages: Migration = {
  name: '0004-form-pages',
  statements: ({ time, text }) => [
    `alter table forms add column settings ${text}`,
    `alter table forms add column submission_count ${time} not null default 0`,
    `update forms set submission_count = (select count(*) from submissions where submissions.form_id = forms.id)`,
  ],
}
