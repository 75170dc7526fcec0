import { isJsonObject, type JsonObject, type JsonValue } from '#domain/index.ts'
import type { GraphState } from './graph-state.ts'

/** The output of a finished run: the returned value, else the output of the last nodes. */
export function decideOutput(
  state: GraphState,
  returned: { readonly value: JsonValue } | undefined,
): JsonObject {
  if (returned !== undefined) return wrap(returned.value)
  if (state.count === 0) return {}
  return wrap(iterationOutput(state))
}

/** The output of one iteration: that of the last node; with several last nodes, an object by node id. */
export function iterationOutput(state: GraphState): JsonValue {
  const last = [...state.records()].filter((record) => state.isLast(record))
  const [only] = last
  if (only === undefined) return null
  if (last.length === 1) return only.output
  return Object.fromEntries(last.map((record) => [record.nodeId, record.output]))
}

function wrap(value: JsonValue): JsonObject {
  return isJsonObject(value) ? value : { value }
}
