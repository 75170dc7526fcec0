import type { EventKind } from '@millrace/contract/events.ts'
import type { JsonObject } from '../shared/json.ts'

/** The signed body of an event. It is created once, and every delivery attempt sends the same bytes. */
export function writeEventBody(id: string, kind: EventKind, at: number, data: JsonObject): string {
  return JSON.stringify({ id, type: kind, timestamp: new Date(at).toISOString(), data })
}
