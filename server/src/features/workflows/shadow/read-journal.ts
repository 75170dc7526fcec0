import { setImmediate } from 'node:timers/promises'
import { type AccountId, type JournalEntry, type JsonValue, rawOf } from '#domain/index.ts'
import type { ExecutionQueries } from '#ports/index.ts'

const PAGES_PER_READ = 20

/** The whole journal of a run; undefined when its data is longer than `maxSize` characters. Other work has its turn. */
export async function readJournal(
  executions: Pick<ExecutionQueries, 'outline'>,
  { account, id }: { readonly account: AccountId; readonly id: string },
  maxSize: number,
): Promise<readonly JournalEntry[] | undefined> {
  const entries: JournalEntry[] = []
  let size = 0
  for (let readUpTo = -1; ;) {
    const pages = await executions.outline(account, id, readUpTo, PAGES_PER_READ)
    for (const { sequence, steps } of pages) {
      readUpTo = sequence
      for (const entry of steps) {
        size += sizeOf(entry)
        if (size > maxSize) return undefined
        entries.push(parseEntry(entry))
      }
      await setImmediate()
    }
    if (pages.length < PAGES_PER_READ) return entries
  }
}

function sizeOf(entry: JournalEntry): number {
  if ('output' in entry) return rawOf(entry.output)?.text.length ?? 0
  return 'items' in entry ? (rawOf(entry.items)?.text.length ?? 0) : 0
}

/** In an outline, outputs and the items of loops are raw. */
function parseEntry(entry: JournalEntry): JournalEntry {
  if ('output' in entry) return { ...entry, output: parse(entry.output) }
  if ('items' in entry) return { ...entry, items: parse(entry.items) as readonly JsonValue[] }
  return entry
}

function parse(value: JsonValue): JsonValue {
  const raw = rawOf(value)
  return raw === undefined ? value : (JSON.parse(raw.text) as JsonValue)
}
