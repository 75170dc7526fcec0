import { sql, type SqlBool } from 'kysely'

/** The number of test versions, which are no part of the history. */
export const TEST_NUMBER = 0

/** The number of versions in the history whose number went to a later one, because they neither ran nor were published. */
export const NO_NUMBER = -1

/** The number that people see. */
export function shownNumber(number: number): number | null {
  return number > 0 ? number : null
}

/** SQL: whether an execution runs something else than a test version. Only live runs have consequences elsewhere. */
export const isLiveRun = sql<SqlBool>`not exists (
  select 1 from workflow_versions as version
  where version.id = executions.version_id and version.number = ${sql.lit(TEST_NUMBER)})`
