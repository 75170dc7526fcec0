import type { Migration } from './migration.ts'

/** Roles are `owner`, `editor` and `viewer`. A member could do what an editor can. */
export const roles: Migration = {
  name: '0012-roles',
  statements: () => ["update users set role = 'editor' where role = 'member'"],
}
