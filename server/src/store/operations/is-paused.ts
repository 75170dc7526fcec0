import { sql, type SqlBool } from 'kysely'

/** SQL: whether a pause applies to the account of a trigger. The table of pauses is small, and most often empty. */
export const isPausedTrigger = sql<SqlBool>`exists (
  select 1 from pauses where scope = 'installation' or scope = cast(triggers.account_id as text))`

/** SQL: whether the triggers of the account start runs. */
export const mayFire = sql<boolean>`not ${isPausedTrigger}`
