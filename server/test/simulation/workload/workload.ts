import { type JsonObject, ON_LIMIT } from '#domain/index.ts'
import { KEYS } from '#test/simulation/oracle/watched-slots.ts'
import { Random } from '#test/simulation/world/random.ts'
import { type Callee, drawInstantWorkflow, drawWorkflow } from './generate-workflow.ts'
import type { Drawing } from './generated-workflow.ts'

export interface PlannedWorkflow {
  readonly id: string
  readonly versionId: string
  readonly drawing: Drawing
  /** How many runs of it may go on at the same time; undefined: as many as come. */
  readonly concurrency: JsonObject | undefined
}

/** Somebody changes a workflow: how many runs of it may go on at the same time, or nothing that matters. */
export interface Edit {
  readonly at: number
  readonly workflow: PlannedWorkflow
  readonly versionId: string
  /** Undefined: it has none, before and after. */
  readonly limit: number | undefined
}

/** An execution somebody asks for. */
export interface Order {
  /** Milliseconds after the beginning. */
  readonly at: number
  readonly workflow: PlannedWorkflow
  readonly input: JsonObject
  /** When somebody changes their mind; undefined: never. */
  readonly cancelAfter: number | undefined
  /** When it is tried once more, if it has ended by then. */
  readonly repeatAfter: number | undefined
  /** Events that are sent early or late, and maybe for nothing. */
  readonly signals: readonly { readonly after: number; readonly event: string }[]
}

/** What is asked of the engine. Follows from its seed alone, whatever goes wrong meanwhile. */
export interface Workload {
  readonly workflows: readonly PlannedWorkflow[]
  readonly orders: readonly Order[]
  readonly edits: readonly Edit[]
}

/** Those of the crowd included that limited workflows get. */
export const MOST_ORDERS = 14
const MOST_INSTANT = 5

export function planWorkload(seed: number): Workload {
  const random = new Random(`workload ${seed}`)
  const workflows: PlannedWorkflow[] = []
  for (let count = random.whole(1, 3), n = 0; n < count; n += 1) {
    const callees: Callee[] = workflows.map(({ id, drawing }) => ({ id, racy: drawing.racy }))
    const concurrency = planConcurrency(random.fork(`concurrency ${n}`))
    const drawing = drawWorkflow(random.fork(`workflow ${n}`), callees, concurrency)
    workflows.push({ id: uuid(1, n), versionId: uuid(2, n), drawing, concurrency })
  }
  const orders = Array.from({ length: random.whole(1, 3) }, (_, n): Order => {
    const isWanted = random.chance(0.7)
    return {
      at: n === 0 ? 0 : random.between(0, 8_000),
      // The last one calls the others.
      workflow: random.chance(0.7) ? (workflows.at(-1) as PlannedWorkflow) : random.pick(workflows),
      input: { n: random.whole(0, 9), order: n },
      repeatAfter: undefined,
      cancelAfter: isWanted ? undefined : random.between(0, random.chance(0.4) ? 500 : 20_000),
      signals: Array.from({ length: random.whole(0, 3) }, () => ({
        after: random.between(0, random.chance(0.5) ? 1_000 : 20_000),
        event: random.pick(['paid', 'sent', 'unasked']),
      })),
    }
  })
  const limited = workflows.filter(({ concurrency }) => concurrency !== undefined)
  const crowd = planCrowd(random.fork('crowd'), limited, orders.length)
  const instant = planInstant(random.fork('instant'), workflows.length, orders.length + crowd.length)
  return {
    workflows: [...workflows, ...instant.workflows],
    orders: [...orders, ...crowd, ...instant.orders],
    edits: [...planEdits(random.fork('edits'), limited), ...instant.edits],
  }
}

/** Now and then, several who want a run that is over as it begins, while somebody changes its workflow. */
function planInstant(random: Random, number: number, first: number): Workload {
  if (!random.chance(0.25)) return { workflows: [], orders: [], edits: [] }
  const drawing = drawInstantWorkflow(random.fork('drawing'))
  const workflow = { id: uuid(1, number), versionId: uuid(2, number), drawing, concurrency: undefined }
  const orders = Array.from({ length: random.whole(2, MOST_INSTANT) }, (_, n) => ({
    at: random.between(0, random.chance(0.5) ? 500 : 6_000),
    workflow,
    input: { n: random.whole(0, 9), order: first + n },
    cancelAfter: random.chance(0.2) ? random.between(0, 500) : undefined,
    repeatAfter: random.chance(0.2) ? random.between(500, 6_000) : undefined,
    signals: [],
  }))
  const edit = { at: random.between(0, 3_000), workflow, versionId: uuid(4, 0), limit: undefined }
  return { workflows: [workflow], orders, edits: random.chance(0.6) ? [edit] : [] }
}

function planConcurrency(random: Random): JsonObject | undefined {
  if (!random.chance(0.35)) return undefined
  const key = random.chance(0.5) ? { key: random.pick(Object.keys(KEYS)) } : {}
  return { limit: random.whole(1, 2), on_limit: random.pick(['queue', 'queue', ...ON_LIMIT]), ...key }
}

/** Many who want the same at about the same time. */
function planCrowd(random: Random, limited: readonly PlannedWorkflow[], first: number): readonly Order[] {
  if (limited.length === 0) return []
  const workflow = random.pick(limited)
  return Array.from({ length: random.whole(2, MOST_ORDERS - MOST_INSTANT - 3) }, (_, n) => ({
    at: random.between(0, random.chance(0.5) ? 200 : 8_000),
    workflow,
    input: { n: random.whole(0, 9), order: first + n },
    cancelAfter: random.chance(0.25) ? random.between(0, random.chance(0.4) ? 500 : 20_000) : undefined,
    repeatAfter: random.chance(0.25) ? random.between(500, 20_000) : undefined,
    signals: [],
  }))
}

function planEdits(random: Random, limited: readonly PlannedWorkflow[]): readonly Edit[] {
  return limited
    .filter(() => random.chance(0.4))
    .map((workflow, n) => ({
      at: random.between(0, 6_000),
      workflow,
      versionId: uuid(3, n),
      limit: random.whole(1, 3),
    }))
}

function uuid(kind: number, number: number): string {
  return `00000000-0000-7000-8000-${String(kind).padStart(4, '0')}${number.toString(16).padStart(8, '0')}`
}
