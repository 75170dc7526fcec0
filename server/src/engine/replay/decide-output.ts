import { isJsonObject, type JsonObject, type JsonValue } from '#domain/index.ts'
import type { RunState } from './graph-state.ts'

/** What a finished run gives: a returned value, else what the last nodes gave. */
export function decideOutput(
  state: RunState,
  returned: { readonly value: JsonValue } | undefined,
): JsonObject {
  if (returned !== undefined) return wrap(returned.value)
  if (state.count === 0) return {}
  return wrap(iterationOutput(state))
}

/** What one pass through a graph gives: the output of the last node; of several, an object by node id. */
export function iterationOutput(state: RunState): JsonValue {
  const last = [...state.records()].filter((record) => state.isLast(record))
  const [only] = last
  if (only === undefined) return null
  if (last.length === 1) return only.output
  return Object.fromEntries(last.map((record) => [record.nodeId, record.output]))
}

function wrap(value: JsonValue): JsonObject {
  return isJsonObject(value) ? value : { value }
}
