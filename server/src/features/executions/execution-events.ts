import { type ExecutionLog, invalid, isResult, type JournalEntry } from '#domain/index.ts'
import type { JournalPage } from '#ports/index.ts'

/** The position of an event in an execution: its checkpoint, and its number within that checkpoint. */
export interface EventId {
  readonly sequence: number
  readonly number: number
}

export type ExecutionEvent = { readonly id: EventId; readonly at: number } & (
  | { readonly step: JournalEntry; readonly index: number }
  | { readonly log: ExecutionLog }
)

/** The events of one checkpoint in order of time; the result is always the same. */
export function eventsOf({ sequence, steps, logs }: JournalPage): readonly ExecutionEvent[] {
  const events = [
    ...steps.map((step, index) => ({ step, index, at: timeOf(step) })),
    ...logs.map((log) => ({ log, at: log.at })),
  ]
  return events.sort((a, b) => a.at - b.at).map((event, number) => ({ ...event, id: { sequence, number } }))
}

function timeOf(entry: JournalEntry): number {
  return isResult(entry) || entry.status === 'retrying' ? entry.endedAt : entry.startedAt
}

export function isAfter(id: EventId, last: EventId | undefined): boolean {
  if (last === undefined || id.sequence > last.sequence) return true
  return id.sequence === last.sequence && id.number > last.number
}

/** One server-sent event: `data` is one line, because JSON without indentation has no line breaks. */
export function writeEvent(event: string, data: object, id?: EventId): string {
  const idLine = id === undefined ? '' : `id: ${id.sequence}.${id.number}\n`
  return `event: ${event}\n${idLine}data: ${JSON.stringify(data)}\n\n`
}

/** The last event that the client received; `path` is the header or parameter that names it. */
export function readEventId(text: string | undefined, path: string): EventId | undefined {
  if (text === undefined || text === '') return undefined
  const [, sequence, number] = /^(\d{1,9})\.(\d{1,9})$/.exec(text) ?? []
  if (sequence === undefined || number === undefined) {
    const message =
      'is not a valid event id; send the `id` of an event unchanged, or none to read from the start'
    throw invalid([{ path, message }])
  }
  return { sequence: Number(sequence), number: Number(number) }
}
