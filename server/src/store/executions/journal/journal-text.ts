import {
  type ExecutionLog,
  isResult,
  type JournalEntry,
  type JsonObject,
  type JsonValue,
  MAIN_HANDLE,
  SharedValues,
  type StepRecord,
} from '#domain/index.ts'
import { replaceReferences, type StoredReferences, withReferences } from './journal-references.ts'
import { isPacked } from './packed-text.ts'

/**
 * A stored result omits default values. Most steps complete on the first attempt, start when the previous one ended, take no
 * measurable time and continue at the handle `main`. An output that is identical to the previous one is omitted as well. Large
 * values of an output that the input or an earlier output of the page has are references (`refs`).
 */
type StoredResult = Partial<StepRecord> &
  Pick<StepRecord, 'nodeId'> &
  Pick<JournalEntry, 'vars'> & { readonly refs?: StoredReferences }
export type StoredEntry = StoredResult | Exclude<JournalEntry, StepRecord>
type Writable<T> = { -readonly [Key in keyof T]: T[Key] }

export interface StoredPage {
  readonly steps: readonly JournalEntry[]
  readonly logs: readonly ExecutionLog[]
}

/** `input`: the input of the execution, if it is known: outputs that contain its values refer to it. */
export function stepsToText(steps: readonly JournalEntry[], input?: JsonObject): string {
  return JSON.stringify(omitDefaults(steps, input))
}

/** `input`: the input of the execution. Undefined only where outputs do not matter. */
export function stepsFromText(text: string, input: JsonObject | undefined): JournalEntry[] {
  return restoreSteps(JSON.parse(text) as StoredEntry[], input)
}

/** Between the pages in the row of an execution. No JSON that is written contains it. */
export const PAGE_SEPARATOR = '\n'

/** The pages that are stored in the row of their execution: the first ones of its journal, or none. */
export function pagesInRow(journal: string | null): readonly string[] {
  return journal === null ? [] : journal.split(PAGE_SEPARATOR)
}

/** A page as it is stored in the row of its execution: the texts of its steps, packed or not, and logs. */
export function pageToText(steps: string, logs: string): string {
  return isPacked(steps) ? `{"steps":"${steps}","logs":${logs}}` : `{"steps":${steps},"logs":${logs}}`
}

export function pageFromText(text: string, input: JsonObject | undefined): StoredPage {
  const { steps, logs } = JSON.parse(text) as { steps: StoredEntry[]; logs: ExecutionLog[] }
  return { steps: restoreSteps(steps, input), logs }
}

/** Of a page with packed steps as well. */
export function logsOfPage(text: string): readonly ExecutionLog[] {
  return (JSON.parse(text) as StoredPage).logs
}

function restoreSteps(steps: readonly StoredEntry[], input: JsonObject | undefined): JournalEntry[] {
  return restoreDefaults(replaceReferences(steps, input))
}

function omitDefaults(steps: readonly JournalEntry[], input: JsonObject | undefined): StoredEntry[] {
  let lastEnd: number | undefined
  let lastOutput: JsonValue | undefined
  const shared = new SharedValues(input)
  return steps.map((entry, index) => {
    if (!isResult(entry)) return entry
    const { nodeId, iteration, status, handle, output, error, attempts, startedAt, endedAt } = entry
    const stored: Writable<StoredResult> = { nodeId }
    if (iteration !== undefined) stored.iteration = iteration
    if (status !== 'completed') stored.status = status
    if (handle !== MAIN_HANDLE) stored.handle = handle
    if (output !== lastOutput) {
      const references = shared.refer(output, index)
      if (references.length === 0) stored.output = output
      else Object.assign(stored, withReferences(output, references))
    }
    if (error !== null) stored.error = error
    if (attempts !== 1) stored.attempts = attempts
    if (entry.pinned === true) stored.pinned = true
    if (entry.reused === true) stored.reused = true
    if (entry.untaken !== undefined) stored.untaken = entry.untaken
    if (entry.vars !== undefined) stored.vars = entry.vars
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
    const { pinned, reused, untaken, vars } = stored
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
      ...(untaken !== undefined && { untaken }),
      ...(vars !== undefined && { vars }),
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
