import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import {
  type ExecutionLog,
  type JournalEntry,
  type JsonObject,
  type JsonValue,
  measureLog,
  type Signal,
} from '#domain/index.ts'
import type { ExecutionClaims, ExecutionJournal } from '#ports/index.ts'
import type { Database } from '../database.ts'
import { nodeIdFromText } from './insert-execution.ts'
import { pageFromText, pagesInRow, stepsFromText } from './journal/journal-text.ts'
import { unpackPage, unpackText } from './journal/packed-text.ts'
import { selectRunningOf } from './running-executions.ts'

type OpenExecutionReads = Pick<ExecutionJournal, 'load' | 'signals'> &
  Pick<ExecutionClaims, 'openOf' | 'findOwned' | 'nextDue' | 'latestBegun'>

/** Ids per statement. Always the same number, so that one prepared statement serves lists of every length. */
const IDS_PER_QUERY = 100
/** Logs can be long, and are only measured: so many characters are read and parsed at once. */
const LOGS_LENGTH = 1024 * 1024
/** The text of an empty log. */
const NO_LOGS = '[]'

/** Reads of open executions. */
export function openExecutions(database: Database): OpenExecutionReads {
  /** Reads the first `count` signals only. A later one must not be seen before its count, or parking would miss it. */
  async function readSignals(id: string, count: number): Promise<readonly Signal[]> {
    if (count === 0) return []
    const rows = await database.read
      .selectFrom('execution_signals')
      .selectAll()
      .where('execution_id', '=', id)
      .where('position', '<', count)
      .orderBy('position')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      event: row.event,
      waitId: row.wait_id,
      data: JSON.parse(row.data) as JsonValue,
      at: row.created_at,
    }))
  }

  /** Measures the logs outside the row as they were when they were written: the text has escapes, which do not count. */
  async function measureLogs(id: string, pages: readonly LogPage[]): Promise<number> {
    let size = 0
    for (const { first, last } of rangesOf(pages)) {
      const rows = await database.read
        .selectFrom('execution_journal')
        .select('logs')
        .where('execution_id', '=', id)
        .where('sequence', '>=', first)
        .where('sequence', '<=', last)
        .where('logs', '<>', NO_LOGS)
        .execute()
      for (const { logs } of rows) {
        for (const entry of JSON.parse(logs) as ExecutionLog[]) size += measureLog(entry)
      }
      await setImmediate()
    }
    return size
  }

  return {
    async load(id, owner) {
      const row = await database.read
        .selectFrom('executions')
        .selectAll()
        .where('id', '=', id)
        .where('owner', '=', owner)
        .where('status', '=', 'running')
        .executeTakeFirst()
      if (row === undefined) return undefined
      const input = JSON.parse(await unpackText(row.input)) as JsonObject
      const journal = await database.read
        .selectFrom('execution_journal')
        .select(['sequence', 'steps', sql<number>`length(logs)`.as('log_length')])
        .where('execution_id', '=', id)
        .orderBy('sequence')
        .execute()
      const steps: JournalEntry[] = []
      let logSize = 0
      for (const page of pagesInRow(row.journal)) {
        const stored = pageFromText(await unpackPage(page), input)
        for (const entry of stored.steps) steps.push(entry)
        for (const entry of stored.logs) logSize += measureLog(entry)
      }
      for (const page of journal) {
        for (const entry of stepsFromText(await unpackText(page.steps), input)) steps.push(entry)
      }
      // Most runs log nothing.
      const logged = journal.filter((page) => page.log_length > NO_LOGS.length)
      logSize += await measureLogs(id, logged)
      return {
        id: row.id,
        accountId: row.account_id,
        workflowId: row.workflow_id,
        versionId: row.version_id,
        startedAt: row.started_at,
        input,
        triggerNodeId: nodeIdFromText(row.trigger_node_id),
        depth: row.depth,
        parent:
          row.parent_id === null || row.parent_wait_id === null
            ? null
            : { executionId: row.parent_id, waitId: row.parent_wait_id },
        owner: row.owner,
        sequence: row.sequence,
        activeMs: row.active_ms,
        computingMs: row.computing_ms,
        logSize,
        steps,
        signals: await readSignals(id, row.signal_sequence),
        signalSequence: row.signal_sequence,
      }
    },
    async openOf(owner, before, limit) {
      const { rows } = await selectRunningOf(owner, before, limit).execute(database.read)
      return rows.map((row) => row.id)
    },
    async findOwned(owner, ids) {
      const owned = new Map<string, number>()
      for (let from = 0; from < ids.length; from += IDS_PER_QUERY) {
        const chunk = ids.slice(from, from + IDS_PER_QUERY)
        const padded = Array.from({ length: IDS_PER_QUERY }, (_, n) => chunk[n] ?? (chunk[0] as string))
        const rows = await database.read
          .selectFrom('executions')
          .select(['id', 'signal_sequence'])
          .where('id', 'in', padded)
          .where('owner', '=', owner)
          .where('status', '=', 'running')
          .execute()
        for (const row of rows) owned.set(row.id, row.signal_sequence)
      }
      return owned
    },
    async signals(id) {
      const row = await database.read
        .selectFrom('executions')
        .select('signal_sequence')
        .where('id', '=', id)
        .executeTakeFirst()
      const signalSequence = row?.signal_sequence ?? 0
      return { signals: await readSignals(id, signalSequence), signalSequence }
    },
    async latestBegun() {
      const row = await database.read
        .selectFrom('execution_waits')
        .select('begun_at')
        .where('begun_at', 'is not', null)
        .orderBy('begun_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row?.begun_at ?? undefined
    },
    async nextDue() {
      const row = await database.read
        .selectFrom('execution_waits')
        .innerJoin('executions', 'executions.id', 'execution_waits.execution_id')
        .select('execution_waits.due_at')
        .where('execution_waits.due_at', 'is not', null)
        .where('executions.status', '=', 'pending')
        .orderBy('execution_waits.due_at')
        .limit(1)
        .executeTakeFirst()
      return row?.due_at ?? undefined
    },
  }
}

/** A page of the journal that has a log. */
interface LogPage {
  readonly sequence: number
  readonly log_length: number
}

/** The pages whose logs are measured at once, in order. */
function rangesOf(pages: readonly LogPage[]): readonly { readonly first: number; readonly last: number }[] {
  const ranges: { first: number; last: number }[] = []
  let length = 0
  for (const { sequence, log_length: more } of pages) {
    const range = ranges.at(-1)
    length += more
    if (range !== undefined && length <= LOGS_LENGTH) range.last = sequence
    else {
      ranges.push({ first: sequence, last: sequence })
      length = more
    }
  }
  return ranges
}
