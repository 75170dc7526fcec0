import type { JsonObject, JsonValue } from '#domain/json.ts'
import type { CompiledVersion } from './compile-version.ts'
import type { RunState } from './run-state.ts'

/** What a finished run gives: a returned value, else what the last nodes gave. */
export function decideOutput(state: RunState, version: CompiledVersion): JsonObject {
  const records = [...state.records()]
  const returned = records.find((record) => version.nodes.get(record.nodeId)?.kind.returns === true)
  if (returned !== undefined) return wrap(returned.output)
  const last = records.filter((record) => state.isLast(record))
  const [only] = last
  if (only === undefined) return {}
  if (last.length === 1) return wrap(only.output)
  return Object.fromEntries(last.map((record) => [record.nodeId, record.output]))
}

function wrap(value: JsonValue): JsonObject {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as JsonObject) : { value }
}
