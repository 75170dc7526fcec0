import type { ExecutionError } from '@millrace/contract/execution.ts'
import { type AccountId, type Execution, type ExecutionLog, type JsonObject, RawJson } from '#domain/index.ts'
import type { ExecutionQueries, JournalPage, Transaction } from '#ports/index.ts'
import { type Database, type Queries, queriesOf } from '../database.ts'
import type { Tables } from '../tables.ts'
import { nodeIdFromText } from './insert-execution.ts'
import { outlineOfPage, outlineOfSteps } from './journal/journal-outline.ts'
import { mayRefer } from './journal/journal-references.ts'
import { logsOfPage, pageFromText, pagesInRow, stepsFromText } from './journal/journal-text.ts'
import { unpackPage, unpackText, unpackTextNow } from './journal/packed-text.ts'

/** A page of a journal, unpacked. */
interface PageTexts {
  readonly sequence: number
  /** The whole page, if it is stored in the row of its execution; it has no other texts then. */
  readonly inRow?: string
  readonly steps: string
  readonly logs: string | null
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
    const isNeeded = pages.some(({ inRow, steps }) => mayRefer(inRow ?? steps))
    return isNeeded ? readText(account, id, 'input') : undefined
  }

  /** The pages after `after`: those in the row of the execution, which come first, and the others. */
  async function readPages(
    account: AccountId,
    id: string,
    after: number,
    limit: number | undefined,
  ): Promise<readonly PageTexts[]> {
    const selected = selectPages(database.read, account, id, after).select([
      'page.sequence',
      'page.steps',
      'page.logs',
    ])
    const rows = await (limit === undefined ? selected : selected.limit(limit)).execute()
    const pages: PageTexts[] = []
    for (const [sequence, page] of pagesInRow(rows[0]?.journal ?? null).entries()) {
      if (sequence > after) pages.push({ sequence, inRow: await unpackPage(page), steps: '', logs: null })
    }
    for (const { sequence, steps, logs } of rows) {
      if (sequence !== null && steps !== null) pages.push({ sequence, steps: await unpackText(steps), logs })
    }
    return limit === undefined ? pages : pages.slice(0, limit)
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
      const inRow = pagesInRow(rows[0]?.journal ?? null)
      return [...inRow.flatMap(logsOfPage), ...rows.flatMap(({ logs }) => logsFromText(logs))]
    },
    async journal(account, id, after, limit) {
      const pages = await readPages(account, id, after, limit)
      const text = await inputFor(pages, account, id)
      const input = text === undefined ? undefined : (JSON.parse(text) as JsonObject)
      return pages.map(({ sequence, inRow, steps, logs }) =>
        inRow === undefined
          ? { sequence, steps: stepsFromText(steps, input), logs: logsFromText(logs) }
          : { sequence, ...pageFromText(inRow, input) },
      )
    },
    async outline(account, id, after, limit) {
      const pages = await readPages(account, id, after, limit)
      const input = await inputFor(pages, account, id)
      const outlined: JournalPage[] = []
      for (const { sequence, inRow, steps, logs } of pages) {
        if (inRow !== undefined) outlined.push({ sequence, ...(await outlineOfPage(inRow, input)) })
        else outlined.push({ sequence, steps: await outlineOfSteps(steps, input), logs: logsFromText(logs) })
      }
      return outlined
    },
    text: readText,
  }
}

/** Selects the pages after `after`, each with those in the row of the execution. Without pages, selects one row with these alone. */
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
