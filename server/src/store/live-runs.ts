import { sql, type SqlBool } from 'kysely'

/** The number of test versions, which are no part of the history. */
export const TEST_NUMBER = 0

/** SQL: whether an execution runs something else than a test version. Only live runs have consequences elsewhere. */
export const isLiveRun = sql<SqlBool>`not exists (
  select 1 from workflow_versions as version
  where version.id = executions.version_id and version.number = ${sql.lit(TEST_NUMBER)})`
