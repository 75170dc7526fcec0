import type { JsonObject } from '#domain/index.ts'
import { node } from '#engine/testing/test-graph.ts'
import type { Crowd, ExpectedEnd, PlannedEffect } from './history.ts'
import type { SeededRandom } from './seeded-random.ts'

/** A kind of workflow under load, with what has to come of it. */
export interface Shape {
  readonly name: string
  /** `variables` has the address of the sink, and the ids of the shapes drawn before, by name. */
  draw(variables: Readonly<Record<string, string>>): Drawing
  plan(token: string, random: SeededRandom): ShapePlan
}

export interface Drawing {
  readonly nodes: readonly JsonObject[]
  readonly edges: readonly JsonObject[]
}

export interface ShapePlan {
  readonly input: JsonObject
  readonly ends: readonly [ExpectedEnd, ...ExpectedEnd[]]
  readonly effects: readonly PlannedEffect[]
  readonly children?: number
  readonly crowd?: Crowd
  /** An event that the execution waits for. */
  readonly event?: { readonly name: string; readonly data: JsonObject }
}

/** For attempts: on a machine with too much to do they take long, and are not to fail for that. */
export const PATIENCE_MS = 600_000

/** A call of the sink. Inside of loops `step` names the item. */
export function effect(id: string, sink: string | undefined, step = id, more: JsonObject = {}): JsonObject {
  const body = {
    token: '{{ input.token }}',
    step,
    execution_id: '{{ execution.id }}',
    slow_ms: '{{ input.slow_ms }}',
    refuse: '{{ input.refuse ?? 0 }}',
  }
  return node(id, 'http', { method: 'POST', url: sink ?? '', body }, { timeout_ms: PATIENCE_MS, ...more })
}

/** What the sink answers to a step. */
export const valueOf = (id: string) => `{{ nodes.${id}.output.body.value }}`
export const completed = (output: JsonObject): [ExpectedEnd] => [{ status: 'completed', output }]
export const steps = (...names: readonly string[]): PlannedEffect[] => names.map((step) => ({ step }))

/** Most answers come at once, some late: then a kill meets calls in flight. */
export function slowness(random: SeededRandom): number {
  const kind = random.next()
  if (kind < 0.6) return 0
  return kind < 0.95 ? random.between(1, 100) : random.between(100, 800)
}
