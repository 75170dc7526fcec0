import {
  type ExecutionLog,
  isResult,
  type JournalEntry,
  type JsonValue,
  MAIN_HANDLE,
  type StepRecord,
} from '#domain/index.ts'

/**
 * What is kept of a result: most completed at their first attempt, began when the one before had ended, took the edge
 * `main` and no time. What went so is not written, nor is an output that was only passed on.
 */
type KeptResult = Partial<StepRecord> & Pick<StepRecord, 'nodeId'>
type KeptEntry = KeptResult | Exclude<JournalEntry, StepRecord>
type Writable<T> = { -readonly [Key in keyof T]: T[Key] }

export interface StoredJournal {
  readonly steps: readonly JournalEntry[]
  readonly logs: readonly ExecutionLog[]
}

export function stepsToText(steps: readonly JournalEntry[]): string {
  return JSON.stringify(shorten(steps))
}

export function stepsFromText(text: string): JournalEntry[] {
  return complete(JSON.parse(text) as KeptEntry[])
}

/** A journal of one page, as it stands beside its execution. */
export function journalToText({ steps, logs }: StoredJournal): string {
  return JSON.stringify({ steps: shorten(steps), logs })
}

export function journalFromText(text: string): StoredJournal {
  const { steps, logs } = JSON.parse(text) as { steps: KeptEntry[]; logs: ExecutionLog[] }
  return { steps: complete(steps), logs }
}

function shorten(steps: readonly JournalEntry[]): KeptEntry[] {
  let lastEnd: number | undefined
  let lastOutput: JsonValue | undefined
  return steps.map((entry) => {
    if (!isResult(entry)) return entry
    const { nodeId, iteration, status, handle, output, error, attempts, startedAt, endedAt } = entry
    const kept: Writable<KeptResult> = { nodeId }
    if (iteration !== undefined) kept.iteration = iteration
    if (status !== 'completed') kept.status = status
    if (handle !== MAIN_HANDLE) kept.handle = handle
    if (output !== lastOutput) kept.output = output
    if (error !== null) kept.error = error
    if (attempts !== 1) kept.attempts = attempts
    if (startedAt !== lastEnd) kept.startedAt = startedAt
    if (endedAt !== startedAt) kept.endedAt = endedAt
    lastEnd = endedAt
    lastOutput = output
    return kept
  })
}

function complete(steps: readonly (KeptEntry & EarlierEntry)[]): JournalEntry[] {
  let lastEnd = 0
  let lastOutput: JsonValue = null
  return steps.map((kept) => {
    const stored = kept.frame === undefined ? kept : renameIteration(kept)
    if (!isKeptResult(stored)) return stored
    const { nodeId, iteration, status = 'completed', handle = MAIN_HANDLE, output = lastOutput } = stored
    const { error = null, attempts = 1, startedAt = lastEnd, endedAt = startedAt } = stored
    lastEnd = endedAt
    lastOutput = output
    const step = iteration === undefined ? { nodeId } : { nodeId, iteration }
    return { ...step, status, handle, output, error, attempts, startedAt, endedAt }
  })
}

/** Journals written before version 0.2 call the iteration path `frame`. */
interface EarlierEntry {
  readonly frame?: string
}

function renameIteration({ frame, ...entry }: KeptEntry & EarlierEntry): KeptEntry {
  return frame === undefined ? entry : { ...entry, iteration: frame }
}

function isKeptResult(kept: KeptEntry): kept is KeptResult {
  return kept.status === undefined || kept.status === 'completed' || kept.status === 'failed'
}
