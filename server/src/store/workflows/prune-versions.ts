import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { PruneProgress, VersionRetention } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'
import { hasNoDraft, isNotCurrent } from './used-versions.ts'

/**
 * Finds out which versions are in use by reading all executions, in small batches and in the order of their ids.
 *
 * 1. There is no index on the version of an execution: with a million rows it made each insert take two to four times as long
 *    on SQLite, for a query that is rare and may be slow. Reading 2,000 executions takes 5 ms.
 * 2. The age of an execution is no shortcut: a retried execution runs on an old version.
 * 3. Ids never change, so the reader cannot miss an execution that moves, as it could if it read by status.
 * 4. An execution that is being inserted while the reader passes may get an id before the reader's position. Therefore
 *    versions that seem unused are checked in a second pass from the start.
 * 5. Executions are read only while there are versions that the retention rules do not cover, and only until all of those are
 *    found to be in use.
 */
const VERSIONS_PER_STEP = 500
const EXECUTIONS_PER_READ = 2_000
const READS_PER_STEP = 10
const DELETES_PER_TRANSACTION = 200
/** Limits memory use. Further candidates are collected after these have been processed. */
const MAX_CANDIDATES = 10_000

/** Sorts before every id. */
const START = '00000000-0000-0000-0000-000000000000'

export async function pruneVersions(
  database: Database,
  retention: VersionRetention,
  progress: PruneProgress | null,
): Promise<PruneProgress | null> {
  const { candidates, collectedUpTo, reading } = progress ?? INITIAL_PROGRESS
  if (reading === null) return collect(database, retention, collectedUpTo ?? START, candidates)
  const { left, next } = await excludeUsed(database, candidates, reading.after)
  const remaining = collectedUpTo === null ? null : { ...INITIAL_PROGRESS, collectedUpTo }
  if (left.size === 0) return remaining
  if (next !== null) return { collectedUpTo, candidates: left, reading: { ...reading, after: next } }
  if (!reading.isSecondPass) {
    return { collectedUpTo, candidates: left, reading: { after: START, isSecondPass: true } }
  }
  await deleteVersions(database, [...left])
  return remaining
}

const INITIAL_PROGRESS: PruneProgress = { collectedUpTo: START, candidates: new Set(), reading: null }

async function collect(
  database: Database,
  retention: VersionRetention,
  after: string,
  before: ReadonlySet<string>,
): Promise<PruneProgress | null> {
  const rows = await readVersions(database, after, retention.newest)
  const found = rows.filter((row) => isOutsideRetention(row, retention)).map((row) => row.id)
  const candidates = before.union(new Set(found))
  const isEnd = rows.length < VERSIONS_PER_STEP
  const collectedUpTo = isEnd ? null : (rows.at(-1)?.id ?? null)
  if (!isEnd && candidates.size < MAX_CANDIDATES) return { collectedUpTo, candidates, reading: null }
  if (candidates.size === 0) return null
  return { collectedUpTo, candidates, reading: { after: START, isSecondPass: false } }
}

interface VersionRow {
  readonly id: string
  readonly newer: number | string
  readonly superseded_at: number | null
  readonly deleted_at: number | null
  readonly unlisted_at: number | null
  readonly has_draft: number
}

async function readVersions(
  database: Database,
  after: string,
  newest: number,
): Promise<readonly VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select version.id, workflows.deleted_at, version.unlisted_at,
      (select count(*) from workflow_drafts where workflow_drafts.workflow_id = version.workflow_id
        and workflow_drafts.base_version_id = version.id) as has_draft,
      (select count(*) from (select 1 from workflow_versions as newer
        where newer.workflow_id = version.workflow_id and newer.id > version.id and newer.unlisted_at is null
        limit ${newest}) as counted) as newer,
      (select later.created_at from workflow_versions as later
        where later.workflow_id = version.workflow_id and later.id > version.id and later.unlisted_at is null
        order by later.id limit 1) as superseded_at
    from workflow_versions as version join workflows on workflows.id = version.workflow_id
    where version.id > ${after} order by version.id limit ${VERSIONS_PER_STEP}`.execute(database.read)
  return rows
}

function isOutsideRetention(version: VersionRow, retention: VersionRetention): boolean {
  if (version.deleted_at !== null) return version.deleted_at < retention.deletedSince
  if (version.has_draft > 0) return false
  if (version.unlisted_at !== null) return version.unlisted_at < retention.unlistedSince
  return (
    version.superseded_at !== null &&
    version.superseded_at < retention.currentSince &&
    Number(version.newer) >= retention.newest
  )
}

/** Reads the next executions and yields to the event loop after each read. `next` is null after the last execution. */
async function excludeUsed(
  database: Database,
  candidates: ReadonlySet<string>,
  after: string,
): Promise<{ left: ReadonlySet<string>; next: string | null }> {
  let left = candidates
  let next: string | null = after
  for (let reads = 0; reads < READS_PER_STEP && next !== null && left.size > 0; reads += 1) {
    const read: ExecutionsRead = await readExecutions(database, next)
    left = left.difference(read.used)
    next = read.next
    await setImmediate()
  }
  return { left, next }
}

interface ExecutionsRead {
  readonly used: ReadonlySet<string>
  readonly next: string | null
}

async function readExecutions(database: Database, after: string): Promise<ExecutionsRead> {
  const { rows } = await sql<{ version_id: string; count: number; last: string }>`
    select version_id, count(*) as count, max(cast(id as text)) as last
    from (select id, version_id from executions where id > ${after} order by id limit ${EXECUTIONS_PER_READ}) as batch
    group by version_id`.execute(database.read)
  const count = rows.reduce((sum, row) => sum + row.count, 0)
  const last = rows.reduce((greatest, row) => (row.last > greatest ? row.last : greatest), after)
  return {
    used: new Set(rows.map((row) => row.version_id)),
    next: count < EXECUTIONS_PER_READ ? null : last,
  }
}

async function deleteVersions(database: Database, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += DELETES_PER_TRANSACTION) {
    const batch = ids.slice(at, at + DELETES_PER_TRANSACTION)
    await database.write(async (tx) => {
      const deleted = await queriesOf(tx)
        .deleteFrom('workflow_versions')
        .where('id', 'in', batch)
        // A final safeguard: never delete the current version of a workflow, or a version that its working copy needs.
        .where(isNotCurrent)
        .where(hasNoDraft)
        .returning('workflow_id')
        .execute()
      const workflowIds = [...new Set(deleted.map((row) => row.workflow_id))]
      if (workflowIds.length === 0) return
      await queriesOf(tx)
        .deleteFrom('workflows')
        .where('id', 'in', workflowIds)
        .where('deleted_at', 'is not', null)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('workflow_versions')
                .select('workflow_versions.id')
                .whereRef('workflow_versions.workflow_id', '=', 'workflows.id'),
            ),
          ),
        )
        .execute()
    })
  }
}
