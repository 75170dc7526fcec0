import { setImmediate } from 'node:timers/promises'
import {
  type ExecutionLog,
  type JournalEntry,
  type JsonRange,
  JsonScanner,
  type JsonValue,
  type Paused,
  RawJson,
} from '#domain/index.ts'
import { restoreDefaults, type StoredEntry } from './journal-text.ts'

/** The entries of a page of the journal, with outputs and items as `RawJson`. */
export function outlineOfSteps(text: string): Promise<JournalEntry[]> {
  return finish(readSteps(new JsonScanner(text), 0))
}

/** The same for the journal of an inline run. */
export function outlineOfJournal(text: string): Promise<{ steps: JournalEntry[]; logs: ExecutionLog[] }> {
  return finish(readJournal(new JsonScanner(text)))
}

async function finish<T>(work: Paused<T>): Promise<T> {
  for (;;) {
    const turn = work.next()
    if (turn.done === true) return turn.value
    await setImmediate()
  }
}

function* readJournal(scanner: JsonScanner): Paused<{ steps: JournalEntry[]; logs: ExecutionLog[] }> {
  const members = yield* membersOf(scanner, 0)
  const steps = members.get('steps')
  const logs = members.get('logs')
  return {
    steps: steps === undefined ? [] : yield* readSteps(scanner, steps.start),
    logs: logs === undefined ? [] : (parse(scanner, logs) as ExecutionLog[]),
  }
}

function* readSteps(scanner: JsonScanner, start: number): Paused<JournalEntry[]> {
  const ranges = yield* rangesIn(scanner, start)
  const entries: StoredEntry[] = []
  for (const range of ranges) {
    const entry: Record<string, unknown> = {}
    for (const [key, value] of yield* membersOf(scanner, range.start)) {
      if (key === 'output') entry[key] = toRaw(scanner, value)
      else if (key === 'items') {
        entry[key] = (yield* rangesIn(scanner, value.start)).map((item) => toRaw(scanner, item))
      } else entry[key] = parse(scanner, value)
    }
    entries.push(entry as unknown as StoredEntry)
  }
  return restoreDefaults(entries)
}

function* membersOf(scanner: JsonScanner, start: number): Paused<Map<string, JsonRange>> {
  const members = new Map<string, JsonRange>()
  yield* scanner.entries(start, (key, range) => members.set(String(key), range) === members)
  return members
}

function* rangesIn(scanner: JsonScanner, start: number): Paused<JsonRange[]> {
  const ranges: JsonRange[] = []
  yield* scanner.entries(start, (_key, range) => ranges.push(range) > 0)
  return ranges
}

function toRaw({ text }: JsonScanner, { start, end, count }: JsonRange): JsonValue {
  return new RawJson(text.slice(start, end), count).asValue()
}

function parse({ text }: JsonScanner, { start, end }: JsonRange): unknown {
  return JSON.parse(text.slice(start, end))
}
