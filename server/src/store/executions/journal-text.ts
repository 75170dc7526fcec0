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

export interface WholeJournal {
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
export function journalToText({ steps, logs }: WholeJournal): string {
  return JSON.stringify({ steps: shorten(steps), logs })
}

export function journalFromText(text: string): WholeJournal {
  const { steps, logs } = JSON.parse(text) as { steps: KeptEntry[]; logs: ExecutionLog[] }
  return { steps: complete(steps), logs }
}

function shorten(steps: readonly JournalEntry[]): KeptEntry[] {
  let lastEnd: number | undefined
  let lastOutput: JsonValue | undefined
  return steps.map((entry) => {
    if (!isResult(entry)) return entry
    const { nodeId, frame, status, handle, output, error, attempts, startedAt, endedAt } = entry
    const kept: Writable<KeptResult> = { nodeId }
    if (frame !== undefined) kept.frame = frame
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

function complete(steps: readonly KeptEntry[]): JournalEntry[] {
  let lastEnd = 0
  let lastOutput: JsonValue = null
  return steps.map((kept) => {
    if (!isKeptResult(kept)) return kept
    const { nodeId, frame, status = 'completed', handle = MAIN_HANDLE, output = lastOutput } = kept
    const { error = null, attempts = 1, startedAt = lastEnd, endedAt = startedAt } = kept
    lastEnd = endedAt
    lastOutput = output
    const place = frame === undefined ? { nodeId } : { nodeId, frame }
    return { ...place, status, handle, output, error, attempts, startedAt, endedAt }
  })
}

function isKeptResult(kept: KeptEntry): kept is KeptResult {
  return kept.status === undefined || kept.status === 'completed' || kept.status === 'failed'
}
