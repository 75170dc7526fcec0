import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { KeptHistory, PruneProgress } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'

/**
 * Who needs a version is asked of the executions, by reading all of them, a few at a time, in the order of their ids.
 *
 * 1. No index on the version of an execution: with a million of them it made each insert take two to four times as long
 *    on SQLite, for the sake of a question that is asked seldom and may be answered slowly. A read of 2,000 takes 5 ms.
 * 2. No shortcut by time: an execution that is repeated runs on an old version.
 * 3. Ids never change, so an execution cannot slip past the reader as it could by changing its status.
 * 4. An execution that was being written while the reader passed has an id behind it; therefore whatever seems to be
 *    needed by nobody is looked for a second time from the start.
 * 5. Executions are read only while there are versions outside the kept history, and no further than until each of them
 *    is known to be needed.
 */
const VERSIONS_A_STEP = 500
const EXECUTIONS_AT_ONCE = 2_000
const READS_A_STEP = 10
const DELETED_AT_ONCE = 200
/** Bounds memory; the rest has its turn when these are decided. */
const MAX_CANDIDATES = 10_000

/** Smaller than any id. */
const START = '00000000-0000-0000-0000-000000000000'

export async function pruneVersions(
  database: Database,
  kept: KeptHistory,
  progress: PruneProgress | null,
): Promise<PruneProgress | null> {
  const { candidates, collectedUpTo, reading } = progress ?? NOTHING_YET
  if (reading === null) return collect(database, kept, collectedUpTo ?? START, candidates)
  const { left, next } = await leaveOutNeeded(database, candidates, reading.after)
  const collectOn = collectedUpTo === null ? null : { ...NOTHING_YET, collectedUpTo }
  if (left.size === 0) return collectOn
  if (next !== null) return { collectedUpTo, candidates: left, reading: { ...reading, after: next } }
  if (!reading.isSecondTime) {
    return { collectedUpTo, candidates: left, reading: { after: START, isSecondTime: true } }
  }
  await deleteVersions(database, [...left])
  return collectOn
}

const NOTHING_YET: PruneProgress = { collectedUpTo: START, candidates: new Set(), reading: null }

async function collect(
  database: Database,
  kept: KeptHistory,
  after: string,
  before: ReadonlySet<string>,
): Promise<PruneProgress | null> {
  const rows = await readVersions(database, after)
  const found = rows.filter((row) => isOutsideHistory(row, kept)).map((row) => row.id)
  const candidates = before.union(new Set(found))
  const isEnd = rows.length < VERSIONS_A_STEP
  const collectedUpTo = isEnd ? null : (rows.at(-1)?.id ?? null)
  if (!isEnd && candidates.size < MAX_CANDIDATES) return { collectedUpTo, candidates, reading: null }
  if (candidates.size === 0) return null
  return { collectedUpTo, candidates, reading: { after: START, isSecondTime: false } }
}

interface VersionRow {
  readonly id: string
  readonly number: number
  readonly current_number: number
  readonly superseded_at: number | null
  readonly deleted_at: number | null
}

async function readVersions(database: Database, after: string): Promise<readonly VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select version.id, version.number, workflows.deleted_at,
      (select number from workflow_versions as present where present.id = workflows.version_id) as current_number,
      (select later.created_at from workflow_versions as later
        where later.workflow_id = version.workflow_id and later.number > version.number
        order by later.number limit 1) as superseded_at
    from workflow_versions as version join workflows on workflows.id = version.workflow_id
    where version.id > ${after} order by version.id limit ${VERSIONS_A_STEP}`.execute(database.read)
  return rows
}

function isOutsideHistory(version: VersionRow, kept: KeptHistory): boolean {
  if (version.deleted_at !== null) return version.deleted_at < kept.deletedSince
  return (
    version.superseded_at !== null &&
    version.superseded_at < kept.currentSince &&
    version.current_number - version.number >= kept.newest
  )
}

/** Reads on in the executions, with a pause for others after every few; `next` is null when there are no more. */
async function leaveOutNeeded(
  database: Database,
  candidates: ReadonlySet<string>,
  after: string,
): Promise<{ left: ReadonlySet<string>; next: string | null }> {
  let left = candidates
  let next: string | null = after
  for (let reads = 0; reads < READS_A_STEP && next !== null && left.size > 0; reads += 1) {
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
    from (select id, version_id from executions where id > ${after} order by id limit ${EXECUTIONS_AT_ONCE}) as few
    group by version_id`.execute(database.read)
  const count = rows.reduce((sum, row) => sum + row.count, 0)
  const last = rows.reduce((greatest, row) => (row.last > greatest ? row.last : greatest), after)
  return {
    used: new Set(rows.map((row) => row.version_id)),
    next: count < EXECUTIONS_AT_ONCE ? null : last,
  }
}

async function deleteVersions(database: Database, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += DELETED_AT_ONCE) {
    const few = ids.slice(at, at + DELETED_AT_ONCE)
    await database.write(async (tx) => {
      const deleted = await queriesOf(tx)
        .deleteFrom('workflow_versions')
        .where('id', 'in', few)
        // Once more, where it counts: whatever else goes wrong, a workflow keeps the version it runs on.
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('workflows')
                .select('workflows.id')
                .whereRef('workflows.id', '=', 'workflow_versions.workflow_id')
                .whereRef('workflows.version_id', '=', 'workflow_versions.id')
                .where('workflows.deleted_at', 'is', null),
            ),
          ),
        )
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
