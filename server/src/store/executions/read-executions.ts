import type { ExecutionError } from '@millrace/contract/execution.ts'
import { type AccountId, type Execution, type ExecutionLog, type JsonObject, RawJson } from '#domain/index.ts'
import type { ExecutionQueries, JournalPage, Transaction } from '#ports/index.ts'
import { type Database, type Queries, queriesOf } from '../database.ts'
import type { Tables } from '../tables.ts'
import { nodeIdFromText } from './insert-execution.ts'
import { outlineOfJournal, outlineOfSteps } from './journal/journal-outline.ts'
import { mayRefer } from './journal/journal-references.ts'
import { journalFromText, logsOfJournal, stepsFromText } from './journal/journal-text.ts'
import { unpackJournal, unpackText, unpackTextNow } from './journal/packed-text.ts'

interface PageTexts {
  readonly journal: string | null
  readonly steps: string | null
}

type ExecutionReads = Pick<ExecutionQueries, 'find' | 'findRaw' | 'logs' | 'journal' | 'outline' | 'text'>

/** Reads of executions for the API. */
export function executionReads(database: Database): ExecutionReads {
  async function readText(
    account: AccountId,
    id: string,
    part: 'input' | 'output',
  ): Promise<string | undefined> {
    const row = await database.read
      .selectFrom('executions')
      .select(part)
      .where('id', '=', id)
      .where('account_id', '=', account)
      .executeTakeFirst()
    return row && unpackText(row[part] ?? '{}')
  }

  /** The text of the input, if these pages refer to it. */
  async function inputFor(pages: readonly PageTexts[], account: AccountId, id: string) {
    const isNeeded = pages.some(({ journal, steps }) => mayRefer(journal) || mayRefer(steps))
    return isNeeded ? readText(account, id, 'input') : undefined
  }

  function findRow(account: AccountId, id: string, tx: Transaction | undefined) {
    return (tx === undefined ? database.read : queriesOf(tx))
      .selectFrom('executions')
      .selectAll()
      .where('id', '=', id)
      .where('account_id', '=', account)
      .executeTakeFirst()
  }

  return {
    async find(account, id, tx) {
      const row = await findRow(account, id, tx)
      return row && toExecution(row)
    },
    async findRaw(account, id, tx) {
      const row = await findRow(account, id, tx)
      if (row === undefined) return undefined
      // A transaction does not wait for another thread.
      const unpack = tx === undefined ? unpackText : unpackTextNow
      const input = asRaw(await unpack(row.input))
      return { ...withoutData(row), input, output: asRaw(await unpack(row.output ?? '{}')) }
    },
    async logs(account, id, tx) {
      const rows = await selectPages(tx === undefined ? database.read : queriesOf(tx), account, id, -1)
        .select('page.logs')
        .execute()
      return rows.flatMap(({ journal, logs }) =>
        journal === null ? logsFromText(logs) : logsOfJournal(journal),
      )
    },
    async journal(account, id, after, limit) {
      const pages = selectPages(database.read, account, id, after).select([
        'page.sequence',
        'page.steps',
        'page.logs',
      ])
      const rows = await unpackPages(await (limit === undefined ? pages : pages.limit(limit)).execute())
      const text = await inputFor(rows, account, id)
      const input = text === undefined ? undefined : (JSON.parse(text) as JsonObject)
      return rows.flatMap(({ journal, sequence, steps, logs }) => {
        if (journal !== null) return after < 0 ? [{ sequence: 0, ...journalFromText(journal, input) }] : []
        if (sequence === null || steps === null) return []
        return [{ sequence, steps: stepsFromText(steps, input), logs: logsFromText(logs) }]
      })
    },
    async outline(account, id, after, limit) {
      const stored = await selectPages(database.read, account, id, after)
        .select(['page.sequence', 'page.steps', 'page.logs'])
        .limit(limit)
        .execute()
      const rows = await unpackPages(stored)
      const input = await inputFor(rows, account, id)
      const pages: JournalPage[] = []
      for (const { journal, sequence, steps, logs } of rows) {
        if (journal !== null) {
          if (after < 0) pages.push({ sequence: 0, ...(await outlineOfJournal(journal, input)) })
        } else if (sequence !== null && steps !== null) {
          pages.push({ sequence, steps: await outlineOfSteps(steps, input), logs: logsFromText(logs) })
        }
      }
      return pages
    },
    text: readText,
  }
}

/** Selects the pages after `after`. Without pages, selects one row, which holds the whole journal of an inline run. */
function selectPages(queries: Queries, account: AccountId, id: string, after: number) {
  return queries
    .selectFrom('executions')
    .leftJoin('execution_journal as page', (join) =>
      join.onRef('page.execution_id', '=', 'executions.id').on('page.sequence', '>', after),
    )
    .select('executions.journal')
    .where('executions.id', '=', id)
    .where('executions.account_id', '=', account)
    .orderBy('page.sequence')
}

async function unpackPages<Row extends PageTexts>(rows: readonly Row[]): Promise<readonly Row[]> {
  const unpacked: Row[] = []
  for (const row of rows) {
    const journal = row.journal && (await unpackJournal(row.journal))
    unpacked.push({ ...row, journal, steps: row.steps && (await unpackText(row.steps)) })
  }
  return unpacked
}

function logsFromText(text: string | null): ExecutionLog[] {
  return text === null ? [] : (JSON.parse(text) as ExecutionLog[])
}

/** Many only want to know how far it is, so the data is parsed when it is read. */
function toExecution(row: Tables['executions']): Execution {
  let input: JsonObject | undefined
  let output: JsonObject | undefined
  return {
    ...withoutData(row),
    get input() {
      input ??= JSON.parse(unpackTextNow(row.input)) as JsonObject
      return input
    },
    get output() {
      output ??= JSON.parse(unpackTextNow(row.output ?? '{}')) as JsonObject
      return output
    },
  }
}

function asRaw(text: string): JsonObject {
  return new RawJson(text, null).asValue() as JsonObject
}

function withoutData(row: Tables['executions']): Omit<Execution, 'input' | 'output'> {
  return {
    id: row.id,
    accountId: row.account_id,
    workflowId: row.workflow_id,
    versionId: row.version_id,
    status: row.status,
    startedAt: row.started_at,
    completedAt: row.completed_at,
    error: row.error === null ? null : (JSON.parse(row.error) as ExecutionError),
    triggerNodeId: nodeIdFromText(row.trigger_node_id),
    retryOf: row.retry_of,
  }
}
