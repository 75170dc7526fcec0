import { type ExpressionBuilder, sql } from 'kysely'
import { firstIdAt, timeOfId } from '#domain/index.ts'
import type { Queries } from '../database.ts'
import { rangesOfWorkflow } from '../executions/list-executions.ts'
import type { Tables } from '../tables.ts'

/** How far the clocks of two machines may differ. */
const CLOCK_TOLERANCE_MS = 60_000
const EXECUTIONS_READ = 1_000

/**
 * Which of these versions of a workflow its executions use. Reads the newest executions since the versions were saved; if
 * there are too many to read, all versions count as used.
 */
export async function findUsedVersions(
  queries: Queries,
  workflowId: string,
  versionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const savedAt = Math.min(...versionIds.map(timeOfId))
  const executions = rangesOfWorkflow(sql`${workflowId}`).map(
    (range) => sql`select version_id from (
      select id, version_id from executions where ${range} and id >= ${firstIdAt(savedAt - CLOCK_TOLERANCE_MS)}
      order by id desc limit ${EXECUTIONS_READ}) as newest`,
  )
  const { rows } = await sql<{ version_id: string }>`${sql.join(executions, sql` union all `)}`.execute(
    queries,
  )
  return new Set(rows.length < EXECUTIONS_READ ? rows.map((row) => row.version_id) : versionIds)
}

type VersionCondition = ExpressionBuilder<Tables, 'workflow_versions'>

export function isNotCurrent({ not, exists, selectFrom }: VersionCondition) {
  return not(
    exists(
      selectFrom('workflows')
        .select('workflows.id')
        .whereRef('workflows.id', '=', 'workflow_versions.workflow_id')
        .whereRef('workflows.version_id', '=', 'workflow_versions.id')
        .where('workflows.deleted_at', 'is', null),
    ),
  )
}

/** The base of a working copy is needed to merge edits. */
export function hasNoDraft({ not, exists, selectFrom }: VersionCondition) {
  return not(
    exists(
      selectFrom('workflow_drafts')
        .select('workflow_drafts.workflow_id')
        .whereRef('workflow_drafts.workflow_id', '=', 'workflow_versions.workflow_id')
        .whereRef('workflow_drafts.base_version_id', '=', 'workflow_versions.id'),
    ),
  )
}
