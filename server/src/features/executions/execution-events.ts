import { type ExecutionLog, invalid, isResult, type JournalEntry } from '#domain/index.ts'
import type { JournalPage } from '#ports/index.ts'

/** The place of an event among all events of an execution: the checkpoint it came with, and its number in that. */
export interface EventId {
  readonly sequence: number
  readonly number: number
}

export type ExecutionEvent = { readonly id: EventId; readonly at: number } & (
  | { readonly step: JournalEntry; readonly index: number }
  | { readonly log: ExecutionLog }
)

/** What one checkpoint tells, in the order of time; the same every time it is asked. */
export function eventsOf({ sequence, steps, logs }: JournalPage): readonly ExecutionEvent[] {
  const told = [
    ...steps.map((step, index) => ({ step, index, at: timeOf(step) })),
    ...logs.map((log) => ({ log, at: log.at })),
  ]
  return told.sort((a, b) => a.at - b.at).map((one, number) => ({ ...one, id: { sequence, number } }))
}

function timeOf(entry: JournalEntry): number {
  return isResult(entry) || entry.status === 'retrying' ? entry.endedAt : entry.startedAt
}

export function isAfter(id: EventId, last: EventId | undefined): boolean {
  if (last === undefined || id.sequence > last.sequence) return true
  return id.sequence === last.sequence && id.number > last.number
}

/** One event of a stream as it is sent: `data` is one line, as JSON has no other line breaks. */
export function writeEvent(event: string, data: object, id?: EventId): string {
  const idLine = id === undefined ? '' : `id: ${id.sequence}.${id.number}\n`
  return `event: ${event}\n${idLine}data: ${JSON.stringify(data)}\n\n`
}

/** The event a caller says it has; `path` names where it says so. */
export function readEventId(text: string | undefined, path: string): EventId | undefined {
  if (text === undefined || text === '') return undefined
  const [, sequence, number] = /^(\d{1,9})\.(\d{1,9})$/.exec(text) ?? []
  if (sequence === undefined || number === undefined) {
    const message = 'is damaged; send the `id` of an event unchanged, or none to read from the start'
    throw invalid([{ path, message }])
  }
  return { sequence: Number(sequence), number: Number(number) }
}
