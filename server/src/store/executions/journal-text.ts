import { type JournalEntry, isResult, type StepRecord } from '#domain/step.ts'
import type { ExecutionLog } from '#domain/execution.ts'
import { MAIN_HANDLE } from '#domain/graph/graph.ts'

/** What a journal keeps of a result: most went as usual, and then that is not written. */
type KeptResult = Partial<StepRecord> & Pick<StepRecord, 'nodeId' | 'output' | 'startedAt'>
type Writable<T> = { -readonly [Key in keyof T]: T[Key] }
type KeptEntry = KeptResult | Exclude<JournalEntry, StepRecord>

export interface JournalTexts {
  readonly steps: readonly JournalEntry[]
  readonly logs: readonly ExecutionLog[]
}

export function stepsToText(steps: readonly JournalEntry[]): string {
  return JSON.stringify(steps.map(shorten))
}

export function stepsFromText(text: string): JournalEntry[] {
  return (JSON.parse(text) as KeptEntry[]).map(complete)
}

/** A journal of one page, as it stands beside its execution. */
export function journalToText({ steps, logs }: JournalTexts): string {
  return JSON.stringify({ steps: steps.map(shorten), logs })
}

export function journalFromText(text: string): JournalTexts {
  const { steps, logs } = JSON.parse(text) as { steps: KeptEntry[]; logs: ExecutionLog[] }
  return { steps: steps.map(complete), logs }
}

function shorten(entry: JournalEntry): KeptEntry {
  if (!isResult(entry)) return entry
  const { nodeId, frame, status, handle, output, error, attempts, startedAt, endedAt } = entry
  const kept: Writable<KeptResult> = { nodeId, output, startedAt }
  if (frame !== undefined) kept.frame = frame
  if (status !== 'completed') kept.status = status
  if (handle !== MAIN_HANDLE) kept.handle = handle
  if (error !== null) kept.error = error
  if (attempts !== 1) kept.attempts = attempts
  if (endedAt !== startedAt) kept.endedAt = endedAt
  return kept
}

function complete(kept: KeptEntry): JournalEntry {
  if (!isKeptResult(kept)) return kept
  const {
    nodeId,
    frame,
    status = 'completed',
    handle = MAIN_HANDLE,
    output,
    error = null,
    attempts = 1,
  } = kept
  const { startedAt, endedAt = startedAt } = kept
  const place = frame === undefined ? { nodeId } : { nodeId, frame }
  return { ...place, status, handle, output, error, attempts, startedAt, endedAt }
}

function isKeptResult(kept: KeptEntry): kept is KeptResult {
  return kept.status === undefined || kept.status === 'completed' || kept.status === 'failed'
}
