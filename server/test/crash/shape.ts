import type { JsonObject } from '#domain/index.ts'
import { node } from '#engine/testing/test-graph.ts'
import type { ConcurrencyGroup, ExpectedEnd, PlannedEffect } from './checks/history.ts'
import type { SeededRandom } from './seeded-random.ts'

/** A kind of workflow under load, with its expected outcome. */
export interface Shape {
  readonly name: string
  /** `variables` has the URLs of the outside world, and the ids of the shapes created before, by name. */
  build(variables: Readonly<Record<string, string>>): WorkflowGraph
  plan(token: string, random: SeededRandom): ShapePlan
}

export interface WorkflowGraph {
  readonly nodes: readonly JsonObject[]
  readonly edges: readonly JsonObject[]
}

export interface ShapePlan {
  readonly input: JsonObject
  readonly ends: readonly [ExpectedEnd, ...ExpectedEnd[]]
  readonly effects: readonly PlannedEffect[]
  readonly children?: number
  readonly group?: ConcurrencyGroup
  /** An event that the execution waits for. */
  readonly event?: { readonly name: string; readonly data: JsonObject }
  /** A file that is uploaded before the execution starts; the input has it as `file`. */
  readonly upload?: Buffer
  /** Sent to the inbound webhook of the workflow, which starts the execution. */
  readonly body?: Buffer
  /** As `body`, in JSON. The webhook answers with the output of the execution. */
  readonly json?: JsonObject
}

/** For attempts: on an overloaded machine they take long and must not fail because of that. */
export const ATTEMPT_TIMEOUT_MS = 600_000

/** A request to the sink. Inside loops `step` names the item. */
export function effect(id: string, sink: string | undefined, step = id, more: JsonObject = {}): JsonObject {
  const body = {
    token: '{{ input.token }}',
    step,
    execution_id: '{{ execution.id }}',
    slow_ms: '{{ input.slow_ms }}',
    refuse: '{{ input.refuse ?? 0 }}',
  }
  return node(
    id,
    'http',
    { method: 'POST', url: sink ?? '', body },
    { timeout_ms: ATTEMPT_TIMEOUT_MS, ...more },
  )
}

/** The sink's response to a step. */
export const valueOf = (id: string) => `{{ nodes.${id}.output.body.value }}`
export const completed = (output: JsonObject): [ExpectedEnd] => [{ status: 'completed', output }]
export const steps = (...names: readonly string[]): PlannedEffect[] => names.map((step) => ({ step }))

/** Most responses are immediate, some are slow, so that a kill interrupts requests in flight. */
export function slowness(random: SeededRandom): number {
  const kind = random.next()
  if (kind < 0.6) return 0
  return kind < 0.95 ? random.between(1, 100) : random.between(100, 800)
}
