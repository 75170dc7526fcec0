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
  const size = (value: JsonValue) => rawOf(value)?.text.length ?? 0
  if ('output' in entry) return size(entry.output)
  if (entry.status !== 'opened') return 0
  return (entry.items ?? []).reduce<number>((sum, item) => sum + size(item), 0)
}

/** In an outline, outputs and the items of loops are raw. */
function parseEntry(entry: JournalEntry): JournalEntry {
  if ('output' in entry) return { ...entry, output: parse(entry.output) }
  if (entry.status !== 'opened' || entry.items === undefined) return entry
  return { ...entry, items: entry.items.map(parse) }
}

function parse(value: JsonValue): JsonValue {
  const raw = rawOf(value)
  return raw === undefined ? value : (JSON.parse(raw.text) as JsonValue)
}
