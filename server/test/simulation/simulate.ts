import { withoutErrors } from '#test/simulation/oracle/without-errors.ts'
import { planWorkload, type Workload } from '#test/simulation/workload/workload.ts'
import { FAULT_KINDS, type FaultKind } from '#test/simulation/world/faults.ts'
import { Random } from '#test/simulation/world/random.ts'
import { type Sabotage, type Violation, World } from '#test/simulation/world/world.ts'

/** So many seeds share a workload, and with it the run that tells what has to come out. */
const SEEDS_PER_WORKLOAD = 4

export interface SimulationOptions {
  /** Leaves faults out that the seed would bring. */
  readonly kinds?: readonly FaultKind[]
  /** The first so many of the orders, and no more. */
  readonly orders?: number
  readonly isTraced?: boolean
  readonly sabotage?: Sabotage
}

export interface Outcome {
  readonly violation: Violation | undefined
  readonly trace: readonly string[]
  readonly events: number
  /** How often what happened. */
  readonly counts: ReadonlyMap<string, number>
}

let lastReference: { readonly key: string; readonly world: World } | undefined

/** Everything that happens follows from the seed and the options. */
export async function simulate(seed: number, options: SimulationOptions = {}): Promise<Outcome> {
  const number = Math.floor(seed / SEEDS_PER_WORKLOAD)
  const planned = planWorkload(number)
  const workload = { ...planned, orders: planned.orders.slice(0, options.orders) }
  const reference = await findReference(number, workload)
  if (reference.violation !== undefined) return describe(reference)
  // Some worlds know no faults: then only the order of things is left to chance.
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
  const key = `${number} ${workload.orders.length}`
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

/** Whatever went wrong: what comes out is what comes out when nothing goes wrong. */
function compareOutputs(world: World, reference: World, workload: Workload): void {
  // A node that must not be repeated fails where others go on.
  if ([...world.oracle.runs.values()].some(({ hasUnknownOutcome }) => hasUnknownOutcome)) return
  const expected = new Map(describeEnds(reference, workload).map(({ order, end }) => [order, end]))
  for (const { order, end, error } of describeEnds(world, workload)) {
    if (error === 'CANCELLED') continue
    world.count('compared output')
    if (expected.get(order) === end) continue
    world.violate('faults change no output', `order ${order} gave ${end} instead of ${expected.get(order)}`)
  }
}

function describeEnds(world: World, workload: Workload) {
  return [...world.database.executions.values()].flatMap((row) => {
    const { order } = JSON.parse(row.input) as { order?: number }
    const planned = workload.orders[order ?? -1]
    if (order === undefined || planned?.workflow.drawing.racy !== undefined) return []
    const { code } = (JSON.parse(row.error) ?? {}) as { code?: string }
    const end = `${row.status} ${JSON.stringify(withoutErrors(JSON.parse(row.output)))}`
    return [{ order, end, error: code }]
  })
}

function describe({ violation, trace, events, counts }: World): Outcome {
  return { violation, trace, events, counts }
}
