import type { EventKind } from '@millrace/contract/events.ts'
import type { JsonObject } from '../shared/json.ts'

/** What is signed and sent, made once: every try sends these very bytes. */
export function writeEventBody(id: string, kind: EventKind, at: number, data: JsonObject): string {
  return JSON.stringify({ id, type: kind, timestamp: new Date(at).toISOString(), data })
}
