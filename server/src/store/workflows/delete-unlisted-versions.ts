import { type Database, queriesOf } from '../database.ts'
import { findUsedVersions, hasNoDraft, isNotCurrent } from './used-versions.ts'

const VERSIONS_PER_STEP = 200

interface TimeRange {
  readonly from: number
  readonly to: number
}

/**
 * See `VersionStore.deleteUnlisted`. Unlike `pruneVersions`, it reads only executions of the same workflow, and only those
 * since the versions were saved.
 */
export async function deleteUnlistedVersions(database: Database, range: TimeRange): Promise<number> {
  let count = 0
  let after: string | undefined
  do {
    const versions = await readUnlisted(database, range, after)
    for (const [workflowId, ofWorkflow] of Map.groupBy(versions, (version) => version.workflow_id)) {
      const ids = ofWorkflow.map(({ id }) => id)
      count += await deleteUnused(database, workflowId, ids)
    }
    after = versions.length < VERSIONS_PER_STEP ? undefined : versions.at(-1)?.id
  } while (after !== undefined)
  return count
}

function readUnlisted(database: Database, { from, to }: TimeRange, after: string | undefined) {
  const matching = database.read
    .selectFrom('workflow_versions')
    .select(['id', 'workflow_id'])
    .where('unlisted_at', '>=', from)
    .where('unlisted_at', '<=', to)
    .where(hasNoDraft)
  return (after === undefined ? matching : matching.where('id', '>', after))
    .orderBy('id')
    .limit(VERSIONS_PER_STEP)
    .execute()
}

function deleteUnused(database: Database, workflowId: string, ids: readonly string[]): Promise<number> {
  return database.write(async (tx) => {
    const used = await findUsedVersions(queriesOf(tx), workflowId, ids)
    const unused = ids.filter((id) => !used.has(id))
    if (unused.length === 0) return 0
    const { numDeletedRows } = await queriesOf(tx)
      .deleteFrom('workflow_versions')
      .where('id', 'in', unused)
      .where(isNotCurrent)
      .where(hasNoDraft)
      .executeTakeFirst()
    return Number(numDeletedRows)
  })
}
