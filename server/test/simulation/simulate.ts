import { withoutErrors } from '#test/simulation/oracle/without-errors.ts'
import { planWorkload, type Workload } from '#test/simulation/workload/workload.ts'
import { FAULT_KINDS, type FaultKind } from '#test/simulation/world/faults.ts'
import { Random } from '#test/simulation/world/random.ts'
import { type Sabotage, type Violation, World } from '#test/simulation/world/world.ts'

/** Seeds that share a workload, and with it the reference world that yields the expected outputs. */
const SEEDS_PER_WORKLOAD = 4

export interface SimulationOptions {
  /** Only these kinds of faults; by default all. */
  readonly kinds?: readonly FaultKind[]
  /** Only the first requests of the workload; by default all. */
  readonly requests?: number
  readonly isTraced?: boolean
  readonly sabotage?: Sabotage
}

export interface Outcome {
  readonly violation: Violation | undefined
  readonly trace: readonly string[]
  readonly events: number
  /** How often each thing happened. */
  readonly counts: ReadonlyMap<string, number>
}

let lastReference: { readonly key: string; readonly world: World } | undefined

/** The seed and the options determine everything that happens. */
export async function simulate(seed: number, options: SimulationOptions = {}): Promise<Outcome> {
  const number = Math.floor(seed / SEEDS_PER_WORKLOAD)
  const planned = planWorkload(number)
  const workload = { ...planned, requests: planned.requests.slice(0, options.requests) }
  const reference = await findReference(number, workload)
  if (reference.violation !== undefined) return describe(reference)
  // Some worlds have no faults: only the order of events is random.
  const isCalm = new Random(`calm ${seed}`).chance(0.2)
  const world = new World(workload, {
    seed,
    kinds: new Set(isCalm ? [] : (options.kinds ?? FAULT_KINDS)),
    sabotage: options.sabotage,
    isReference: false,
    isTraced: options.isTraced ?? false,
  })
  await world.run()
  if (world.violation === undefined) compareOutputs(world, reference, workload)
  return describe(world)
}

async function findReference(number: number, workload: Workload): Promise<World> {
  const key = `${number} ${workload.requests.length}`
  if (lastReference?.key === key) return lastReference.world
  const world = new World(workload, {
    seed: number,
    kinds: new Set(),
    sabotage: undefined,
    isReference: true,
    isTraced: false,
  })
  await world.run()
  lastReference = { key, world }
  return world
}

/** With any faults, outputs are the same as in the reference world. */
function compareOutputs(world: World, reference: World, workload: Workload): void {
  // An interrupted node with `on_unknown: fail` fails where others are repeated.
  if ([...world.oracle.runs.values()].some(({ hasUnknownOutcome }) => hasUnknownOutcome)) return
  const expected = new Map(describeEnds(reference, workload).map(({ request, end }) => [request, end]))
  for (const { request, end, error } of describeEnds(world, workload)) {
    if (error === 'CANCELLED') continue
    world.count('compared output')
    if (expected.get(request) === end) continue
    world.violate(
      'faults change no output',
      `request ${request} returned ${end} instead of ${expected.get(request)}`,
    )
  }
}

function describeEnds(world: World, workload: Workload) {
  return [...world.database.executions.values()].flatMap((row) => {
    const { request } = JSON.parse(row.input) as { request?: number }
    const planned = workload.requests[request ?? -1]
    if (request === undefined || planned?.workflow.definition.raceReason !== undefined) return []
    const { code } = (JSON.parse(row.error) ?? {}) as { code?: string }
    const end = `${row.status} ${JSON.stringify(withoutErrors(JSON.parse(row.output)))}`
    return [{ request, end, error: code }]
  })
}

function describe({ violation, trace, events, counts }: World): Outcome {
  return { violation, trace, events, counts }
}
