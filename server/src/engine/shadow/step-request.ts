import { isEqualJson, type JsonObject, type JsonValue } from '#domain/index.ts'
import type { Attempt } from '../run/attempt.ts'

/** Everything that the answer to a step depends on. */
export interface StepRequest {
  readonly type: string
  readonly credentialId: string | null
  readonly parameters: JsonObject
  /** What else the result depends on; undefined if the kind does not say. */
  readonly dependsOn: JsonValue | undefined
}

/** The request of an attempt whose parameters are evaluated. */
export function requestOf(attempt: Attempt): StepRequest {
  const { node, kind } = attempt.task.compiled
  const live = (kind.liveConditions ?? []).filter((name) => !Object.hasOwn(attempt.parameters, name))
  return {
    type: node.type,
    credentialId: attempt.credentialId ?? null,
    // Conditions that are evaluated while a step waits are compared as they are written.
    parameters: {
      ...attempt.parameters,
      ...Object.fromEntries(
        live.flatMap((name) => (name in node.data ? [[name, node.data[name] ?? null]] : [])),
      ),
    },
    dependsOn: kind.dependsOn?.(attempt),
  }
}

/** The names of what differs between two requests; empty when they are equal. */
export function differencesOf(left: StepRequest, right: StepRequest): readonly string[] {
  const names = new Set([...Object.keys(left.parameters), ...Object.keys(right.parameters)])
  const differs = (name: string) =>
    Object.hasOwn(left.parameters, name) !== Object.hasOwn(right.parameters, name) ||
    !isEqualJson(left.parameters[name] ?? null, right.parameters[name] ?? null)
  return [
    ...(left.type === right.type ? [] : ['type']),
    ...(left.credentialId === right.credentialId ? [] : ['credential_id']),
    ...[...names].filter(differs),
  ]
}

/** Whether the same request would have the same result. */
export function isEqualRequest(left: StepRequest, right: StepRequest): boolean {
  return (
    differencesOf(left, right).length === 0 && isEqualJson(left.dependsOn ?? null, right.dependsOn ?? null)
  )
}
