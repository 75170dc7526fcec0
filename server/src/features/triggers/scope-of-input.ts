import type { JsonObject } from '#domain/index.ts'
import type { Scope } from '@millrace/expressions'

/** What an expression of a trigger can read: there is an input, and no run yet. */
export function scopeOfInput(input: JsonObject, now: number): Scope {
  return {
    input,
    previous: input,
    nodes: () => undefined,
    nodeNames: [],
    variables: {},
    execution: {},
    now,
  }
}
