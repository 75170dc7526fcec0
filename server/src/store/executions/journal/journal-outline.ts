import { setImmediate } from 'node:timers/promises'
import {
  type ExecutionLog,
  isJsonObject,
  type JournalEntry,
  type JsonRange,
  JsonScanner,
  type JsonValue,
  type Paused,
  RawJson,
} from '#domain/index.ts'
import { restoreDefaults, type StoredEntry } from './journal-text.ts'
import { replaceRawReferences } from './raw-references.ts'

/** Steps up to this length are parsed as a whole, which is several times faster than finding values in them. */
const PARSED_LENGTH = 4 * 1024

/**
 * The entries of a page of the journal, with outputs and items as `RawJson`. `input`: the text of the input of the execution.
 * Undefined only where outputs do not matter.
 */
export function outlineOfSteps(text: string, input: string | undefined): Promise<JournalEntry[]> {
  return finish(readSteps(text, input))
}

/** The same for a page in the row of its execution, with its logs. */
export function outlineOfPage(
  text: string,
  input: string | undefined,
): Promise<{ steps: JournalEntry[]; logs: ExecutionLog[] }> {
  return finish(readJournal(text, input))
}

function withRawData(entry: StoredEntry): StoredEntry {
  if ('output' in entry && entry.output !== undefined) return { ...entry, output: asRaw(entry.output) }
  if ('items' in entry && entry.items !== undefined) return { ...entry, items: entry.items.map(asRaw) }
  return entry
}

function asRaw(value: JsonValue): JsonValue {
  const count = Array.isArray(value) ? value.length : isJsonObject(value) ? Object.keys(value).length : null
  return new RawJson(JSON.stringify(value), count).asValue()
}

async function finish<T>(work: Paused<T>): Promise<T> {
  for (;;) {
    const turn = work.next()
    if (turn.done === true) return turn.value
    await setImmediate()
  }
}

function* readJournal(
  text: string,
  input: string | undefined,
): Paused<{ steps: JournalEntry[]; logs: ExecutionLog[] }> {
  const scanner = new JsonScanner(text)
  const entries: StoredEntry[] = []
  let logs: ExecutionLog[] = []
  yield* scanner.walk(0, function* readMember(key, at) {
    if (key === 'steps') return yield* collectSteps(scanner, at, entries)
    const range = yield* scanner.range(at)
    if (key === 'logs') logs = parse(scanner, range) as ExecutionLog[]
    return range.end
  })
  return { steps: restoreDefaults(yield* replaceRawReferences(entries, input)), logs }
}

function* readSteps(text: string, input: string | undefined): Paused<JournalEntry[]> {
  const entries: StoredEntry[] = []
  yield* collectSteps(new JsonScanner(text), 0, entries)
  return restoreDefaults(yield* replaceRawReferences(entries, input))
}

/** Reads the steps at a position in one pass, and returns where they end. */
function collectSteps(scanner: JsonScanner, start: number, entries: StoredEntry[]): Paused<number> {
  return scanner.walk(start, function* readStep(_index, stepAt) {
    const stepEnd = scanner.endWithin(stepAt, PARSED_LENGTH)
    if (stepEnd !== undefined) {
      entries.push(withRawData(JSON.parse(scanner.text.slice(stepAt, stepEnd)) as StoredEntry))
      return stepEnd
    }
    const entry: Record<string, unknown> = {}
    entries.push(entry as unknown as StoredEntry)
    return yield* scanner.walk(stepAt, function* readMember(key, at) {
      if (key === 'items' && scanner.text.charAt(at) === '[') {
        const items: JsonValue[] = []
        entry[key] = items
        return yield* scanner.walk(at, function* readItem(_item, itemAt) {
          const range = yield* scanner.range(itemAt)
          items.push(toRaw(scanner, range))
          return range.end
        })
      }
      const range = yield* scanner.range(at)
      entry[key] = key === 'output' ? toRaw(scanner, range) : parse(scanner, range)
      return range.end
    })
  })
}

function toRaw({ text }: JsonScanner, { start, end, count }: JsonRange): JsonValue {
  return new RawJson(text.slice(start, end), count).asValue()
}

function parse({ text }: JsonScanner, { start, end }: JsonRange): unknown {
  return JSON.parse(text.slice(start, end))
}
