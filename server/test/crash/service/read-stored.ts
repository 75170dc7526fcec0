import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import type { ExecutionError, ExecutionStatus } from '@millrace/contract/execution.ts'
import type { ExecutionLog, JsonObject } from '#domain/index.ts'
import { pageFromText, pagesInRow, stepsFromText } from '#store/executions/journal/journal-text.ts'
import { unpackPage, unpackText } from '#store/executions/journal/packed-text.ts'
import type { PolledItems, StoredExecution, StoredPage, StoredState } from '../checks/history.ts'

export type Row = Readonly<Record<string, unknown>>
export type Query = (statement: string) => Promise<readonly Row[]>

/** For our own statements, bypassing the service. */
export async function withSqlite<T>(file: string, work: (query: Query) => Promise<T>): Promise<T> {
  const database = new DatabaseSync(file)
  try {
    return await work(async (statement) => database.prepare(statement).all())
  } finally {
    database.close()
  }
}

export async function withPostgres<T>(url: string, work: (query: Query) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(async (statement) => (await client.query<Row>(statement)).rows)
  } finally {
    await client.end()
  }
}

/** Reads what the service stored. */
export async function readStored(query: Query): Promise<readonly StoredExecution[]> {
  const pages = Map.groupBy(
    await readUnpacked(query, 'select * from execution_journal order by execution_id, sequence'),
    executionOf,
  )
  const waits = Map.groupBy(await query('select execution_id from execution_waits'), executionOf)
  const signals = Map.groupBy(await query('select execution_id from execution_signals'), executionOf)
  const slots = Map.groupBy(await query('select execution_id from execution_slots'), executionOf)
  // The runs of polls belong to no request: see `readPolled`.
  const rows = await readUnpacked(query, `select * from executions where trigger_kind <> 'poll' order by id`)
  return rows.map((row) => {
    const id = row['id'] as string
    return {
      id,
      status: row['status'] as ExecutionStatus,
      startedAt: Number(row['started_at']),
      completedAt: row['completed_at'] === null ? null : Number(row['completed_at']),
      sequence: Number(row['sequence']),
      token: tokenOf(parse(row['input']) as JsonObject),
      output: row['output'] === null ? null : (parse(row['output']) as JsonObject),
      error: row['error'] === null ? null : (parse(row['error']) as ExecutionError),
      parentId: row['parent_id'] as string | null,
      parentWaitId: row['parent_wait_id'] as string | null,
      journal: toPages(row, pages.get(id)),
      waits: waits.get(id)?.length ?? 0,
      signals: signals.get(id)?.length ?? 0,
      slots: slots.get(id)?.length ?? 0,
    }
  })
}

export async function readState(query: Query): Promise<StoredState> {
  const [counter] = await query(`select value from state_entries where key = 'runs'`)
  const items = await query(
    `select item from remembered_items where memory in (select memory from state_entries where key = 'items')`,
  )
  return { counter: Number(counter?.['value'] ?? 0), items: items.map(({ item }) => item as string) }
}

/** The items that polls started runs for, and those that `only_new` passed on in these runs. */
export async function readPolled(query: Query): Promise<Pick<PolledItems, 'taken' | 'passed'>> {
  const rows = await readUnpacked(
    query,
    `select * from executions where trigger_kind = 'poll' and status = 'completed'`,
  )
  const pages = Map.groupBy(
    await readUnpacked(query, 'select * from execution_journal order by execution_id, sequence'),
    executionOf,
  )
  const steps = rows.flatMap((row) =>
    toPages(row, pages.get(row['id'] as string)).flatMap((page) => page.steps),
  )
  return {
    taken: rows.map(({ input }) => (parse(input) as { item: { id: number } }).item.id),
    passed: steps.flatMap((entry) =>
      entry.status === 'completed' && entry.nodeId === 'unseen' ? (entry.output as number[]) : [],
    ),
  }
}

/** Rows of executions or pages of journals, with the texts that were packed because they are long. */
async function readUnpacked(query: Query, statement: string): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const row of await query(statement)) {
    const unpacked: Record<string, unknown> = { ...row }
    for (const name of ['input', 'output', 'steps']) {
      if (typeof row[name] === 'string') unpacked[name] = await unpackText(row[name])
    }
    if (typeof row['journal'] === 'string') {
      unpacked['journal'] = await Promise.all(pagesInRow(row['journal']).map(unpackPage))
    }
    rows.push(unpacked)
  }
  return rows
}

/** The pages in the row of the execution, and those that have rows of their own. */
function toPages({ journal, input: text }: Row, pages: readonly Row[] = []): StoredPage[] {
  const input = parse(text) as JsonObject
  const inRow = (journal ?? []) as readonly string[]
  return [
    ...inRow.map((page, sequence) => ({ sequence, ...pageFromText(page, input) })),
    ...pages.map((page) => toPage(page, input)),
  ]
}

function toPage(row: Row, input: JsonObject): StoredPage {
  return {
    sequence: Number(row['sequence']),
    steps: stepsFromText(row['steps'] as string, input),
    logs: parse(row['logs']) as ExecutionLog[],
  }
}

/** The input of an inbound webhook is the request. */
function tokenOf({ token, query }: JsonObject): string {
  return (token ?? (query as JsonObject)['token']) as string
}

function executionOf(row: Row): string {
  return row['execution_id'] as string
}

function parse(text: unknown): unknown {
  return JSON.parse(text as string)
}
