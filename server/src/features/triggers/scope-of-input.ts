import type { JsonObject } from '#domain/index.ts'
import type { Scope } from '@millrace/expressions'

/** The scope of a trigger's expressions: there is an input but no run yet. */
export function scopeOfInput(input: JsonObject, now: number): Scope {
  return {
    input,
    previous: input,
    nodes: () => undefined,
    nodeNames: [],
    variables: {},
    vars: {},
    execution: {},
    now,
  }
}
