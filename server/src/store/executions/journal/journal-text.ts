import {
  type ExecutionLog,
  isResult,
  type JournalEntry,
  type JsonValue,
  MAIN_HANDLE,
  type StepRecord,
} from '#domain/index.ts'

/**
 * A stored result omits default values. Most steps complete on the first attempt, start when the previous one ended, take no
 * measurable time and continue at the handle `main`. An output that is identical to the previous one is omitted as well.
 */
type StoredResult = Partial<StepRecord> & Pick<StepRecord, 'nodeId'>
export type StoredEntry = StoredResult | Exclude<JournalEntry, StepRecord>
type Writable<T> = { -readonly [Key in keyof T]: T[Key] }

export interface StoredJournal {
  readonly steps: readonly JournalEntry[]
  readonly logs: readonly ExecutionLog[]
}

export function stepsToText(steps: readonly JournalEntry[]): string {
  return JSON.stringify(omitDefaults(steps))
}

export function stepsFromText(text: string): JournalEntry[] {
  return restoreDefaults(JSON.parse(text) as StoredEntry[])
}

/** The journal of an inline run, stored in the row of its execution. */
export function journalToText({ steps, logs }: StoredJournal): string {
  return JSON.stringify({ steps: omitDefaults(steps), logs })
}

export function journalFromText(text: string): StoredJournal {
  const { steps, logs } = JSON.parse(text) as { steps: StoredEntry[]; logs: ExecutionLog[] }
  return { steps: restoreDefaults(steps), logs }
}

function omitDefaults(steps: readonly JournalEntry[]): StoredEntry[] {
  let lastEnd: number | undefined
  let lastOutput: JsonValue | undefined
  return steps.map((entry) => {
    if (!isResult(entry)) return entry
    const { nodeId, iteration, status, handle, output, error, attempts, startedAt, endedAt } = entry
    const stored: Writable<StoredResult> = { nodeId }
    if (iteration !== undefined) stored.iteration = iteration
    if (status !== 'completed') stored.status = status
    if (handle !== MAIN_HANDLE) stored.handle = handle
    if (output !== lastOutput) stored.output = output
    if (error !== null) stored.error = error
    if (attempts !== 1) stored.attempts = attempts
    if (entry.pinned === true) stored.pinned = true
    if (entry.reused === true) stored.reused = true
    if (startedAt !== lastEnd) stored.startedAt = startedAt
    if (endedAt !== startedAt) stored.endedAt = endedAt
    lastEnd = endedAt
    lastOutput = output
    return stored
  })
}

/** `output` of the entries may be a `RawJson`. */
export function restoreDefaults(steps: readonly (StoredEntry & EarlierEntry)[]): JournalEntry[] {
  let lastEnd = 0
  let lastOutput: JsonValue = null
  return steps.map((entry) => {
    const stored = entry.frame === undefined ? entry : renameIteration(entry)
    if (!isStoredResult(stored)) return stored
    const { nodeId, iteration, status = 'completed', handle = MAIN_HANDLE, output = lastOutput } = stored
    const { error = null, attempts = 1, startedAt = lastEnd, endedAt = startedAt } = stored
    lastEnd = endedAt
    lastOutput = output
    const step = iteration === undefined ? { nodeId } : { nodeId, iteration }
    const { pinned, reused } = stored
    return {
      ...step,
      status,
      handle,
      output,
      error,
      attempts,
      startedAt,
      endedAt,
      ...(pinned === true && { pinned }),
      ...(reused === true && { reused }),
    }
  })
}

/** Journals written before version 0.2 call the iteration path `frame`. */
interface EarlierEntry {
  readonly frame?: string
}

function renameIteration({ frame, ...entry }: StoredEntry & EarlierEntry): StoredEntry {
  return frame === undefined ? entry : { ...entry, iteration: frame }
}

function isStoredResult(entry: StoredEntry): entry is StoredResult {
  return entry.status === undefined || entry.status === 'completed' || entry.status === 'failed'
}
