import { isJsonObject, type JsonObject, type JsonValue } from '#domain/index.ts'
import type { ActionAnswer, NodeDone, NodeFailed } from '#ports/index.ts'
import type { OutputShape } from './action.ts'

/** Reads the output of an action from the response, or the failure it reports. */
export function readActionOutput(
  shape: OutputShape | undefined,
  answer: ActionAnswer,
  parameters: JsonObject,
): NodeDone | NodeFailed {
  const refusal = shape?.refuse?.(answer)
  if (refusal !== undefined) return { ok: false, ...refusal }
  if (shape?.compute !== undefined) return { ok: true, output: shape.compute(answer, parameters) }
  return { ok: true, output: shape?.at === undefined ? answer.body : (readAt(answer.body, shape.at) ?? null) }
}

/** Reads the member at a path such as `result.items`. */
export function readAt(value: JsonValue | undefined, path: string): JsonValue | undefined {
  let found = value
  for (const key of path.split('.')) {
    found = isJsonObject(found) && Object.hasOwn(found, key) ? found[key] : undefined
  }
  return found
}
