import { type JsonObject, ON_LIMIT } from '#domain/index.ts'
import { KEYS } from '#test/simulation/oracle/watched-slots.ts'
import { Random } from '#test/simulation/world/random.ts'
import { type Callee, generateInstantWorkflow, generateWorkflow } from './generate-workflow.ts'
import type { GeneratedWorkflow } from './generated-workflow.ts'
import { type PlannedEndpoint, planEndpoints } from './plan-endpoints.ts'
import { type PlannedTrigger, planFollowUps } from './plan-follow-ups.ts'
import { MAX_STATE_REQUESTS, planState } from './plan-state.ts'
import { workloadId } from './workload-id.ts'

export interface PlannedWorkflow {
  readonly id: string
  readonly versionId: string
  readonly definition: GeneratedWorkflow
  /** The concurrency limit; undefined if there is none. */
  readonly concurrency: JsonObject | undefined
}

/** A user saves a new version of a workflow, with another concurrency limit or without any change. */
export interface PlannedEdit {
  /** Milliseconds after the start. */
  readonly at: number
  readonly workflow: PlannedWorkflow
  readonly versionId: string
  /** Undefined if the workflow has no limit before and after. */
  readonly limit: number | undefined
}

/** A request for an execution, and what the client does afterwards. */
export interface PlannedRequest {
  /** Milliseconds after the start. */
  readonly at: number
  readonly workflow: PlannedWorkflow
  readonly input: JsonObject
  /** When the client cancels the execution; undefined: never. */
  readonly cancelAfter: number | undefined
  /** When the client repeats the execution if it has ended by then; undefined: never. */
  readonly repeatAfter: number | undefined
  /** Events that arrive before or after a step waits for them, or that no step waits for. */
  readonly signals: readonly { readonly after: number; readonly event: string }[]
}

/** The load on the engine. It depends on its seed alone and not on the faults. */
export interface Workload {
  readonly workflows: readonly PlannedWorkflow[]
  readonly requests: readonly PlannedRequest[]
  readonly edits: readonly PlannedEdit[]
  readonly triggers: readonly PlannedTrigger[]
  readonly endpoints: readonly PlannedEndpoint[]
}

/** Includes the burst of requests for a limited workflow. */
export const MAX_REQUESTS = 14 + MAX_STATE_REQUESTS
const MAX_INSTANT_REQUESTS = 5
/** Far above the numbers of all other workflows. */
const COUNTING_NUMBER = 90

export function planWorkload(seed: number): Workload {
  const random = new Random(`workload ${seed}`)
  const workflows: PlannedWorkflow[] = []
  for (let count = random.whole(1, 3), n = 0; n < count; n += 1) {
    const callees: Callee[] = workflows.map(({ id, definition }) => ({
      id,
      raceReason: definition.raceReason,
    }))
    const concurrency = planConcurrency(random.fork(`concurrency ${n}`))
    const definition = generateWorkflow(random.fork(`workflow ${n}`), callees, concurrency)
    workflows.push({ id: workloadId(1, n), versionId: workloadId(2, n), definition, concurrency })
  }
  const requests = Array.from({ length: random.whole(1, 3) }, (_, n): PlannedRequest => {
    const isWanted = random.chance(0.7)
    return {
      at: n === 0 ? 0 : random.between(0, 8_000),
      // The last workflow calls the others.
      workflow: random.chance(0.7) ? (workflows.at(-1) as PlannedWorkflow) : random.pick(workflows),
      input: { n: random.whole(0, 9), request: n },
      repeatAfter: undefined,
      cancelAfter: isWanted ? undefined : random.between(0, random.chance(0.4) ? 500 : 20_000),
      signals: Array.from({ length: random.whole(0, 3) }, () => ({
        after: random.between(0, random.chance(0.5) ? 1_000 : 20_000),
        event: random.pick(['paid', 'sent', 'unasked']),
      })),
    }
  })
  const limited = workflows.filter(({ concurrency }) => concurrency !== undefined)
  const burst = planBurst(random.fork('burst'), limited, requests.length)
  const instant = planInstant(random.fork('instant'), workflows.length, requests.length + burst.length)
  const requested = [...workflows, ...instant.workflows]
  const counting = planState(
    random.fork('state'),
    COUNTING_NUMBER,
    requests.length + burst.length + instant.requests.length,
  )
  const followUps = planFollowUps(random.fork('follow-ups'), requested)
  const isSmall = burst.length + instant.requests.length + followUps.triggers.length === 0
  return {
    workflows: [...requested, ...followUps.workflows, ...counting.workflows],
    requests: [...requests, ...burst, ...instant.requests, ...counting.requests],
    edits: [...planEdits(random.fork('edits'), limited), ...instant.edits],
    triggers: followUps.triggers,
    endpoints: planEndpoints(random.fork('webhook endpoints'), isSmall),
  }
}

/** In some workloads, several requests for inline runs while a user saves a new version of their workflow. */
function planInstant(
  random: Random,
  number: number,
  firstRequest: number,
): Pick<Workload, 'workflows' | 'requests' | 'edits'> {
  if (!random.chance(0.25)) return { workflows: [], requests: [], edits: [] }
  const definition = generateInstantWorkflow(random.fork('definition'))
  const ids = { id: workloadId(1, number), versionId: workloadId(2, number) }
  const workflow = { ...ids, definition, concurrency: undefined }
  const requests = Array.from({ length: random.whole(2, MAX_INSTANT_REQUESTS) }, (_, n) => ({
    at: random.between(0, random.chance(0.5) ? 500 : 6_000),
    workflow,
    input: { n: random.whole(0, 9), request: firstRequest + n },
    cancelAfter: random.chance(0.2) ? random.between(0, 500) : undefined,
    repeatAfter: random.chance(0.2) ? random.between(500, 6_000) : undefined,
    signals: [],
  }))
  const edit = { at: random.between(0, 3_000), workflow, versionId: workloadId(4, 0), limit: undefined }
  return { workflows: [workflow], requests, edits: random.chance(0.6) ? [edit] : [] }
}

function planConcurrency(random: Random): JsonObject | undefined {
  if (!random.chance(0.35)) return undefined
  const key = random.chance(0.5) ? { key: random.pick(Object.keys(KEYS)) } : {}
  return { limit: random.whole(1, 2), on_limit: random.pick(['queue', 'queue', ...ON_LIMIT]), ...key }
}

/** Many requests for the same limited workflow within a short time. */
function planBurst(
  random: Random,
  limited: readonly PlannedWorkflow[],
  firstRequest: number,
): readonly PlannedRequest[] {
  if (limited.length === 0) return []
  const workflow = random.pick(limited)
  return Array.from(
    { length: random.whole(2, MAX_REQUESTS - MAX_STATE_REQUESTS - MAX_INSTANT_REQUESTS - 3) },
    (_, n) => ({
      at: random.between(0, random.chance(0.5) ? 200 : 8_000),
      workflow,
      input: { n: random.whole(0, 9), request: firstRequest + n },
      cancelAfter: random.chance(0.25) ? random.between(0, random.chance(0.4) ? 500 : 20_000) : undefined,
      repeatAfter: random.chance(0.25) ? random.between(500, 20_000) : undefined,
      signals: [],
    }),
  )
}

function planEdits(random: Random, limited: readonly PlannedWorkflow[]): readonly PlannedEdit[] {
  return limited
    .filter(() => random.chance(0.4))
    .map((workflow, n) => ({
      at: random.between(0, 6_000),
      workflow,
      versionId: workloadId(3, n),
      limit: random.whole(1, 3),
    }))
}
