import type { JsonObject } from '#domain/json.ts'
import { Random } from '#test/simulation/world/random.ts'
import { type Callee, drawWorkflow } from './draw-workflow.ts'
import type { Drawing } from './drawing.ts'

export interface PlannedWorkflow {
  readonly id: string
  readonly versionId: string
  readonly drawing: Drawing
}

/** An execution somebody asks for. */
export interface Order {
  /** Milliseconds after the beginning. */
  readonly at: number
  readonly workflow: PlannedWorkflow
  readonly input: JsonObject
  /** When somebody changes their mind; undefined: never. */
  readonly cancelAfter: number | undefined
  /** Events that are sent early or late, and maybe for nothing. */
  readonly signals: readonly { readonly after: number; readonly event: string }[]
}

/** What is asked of the engine. Follows from its seed alone, whatever goes wrong meanwhile. */
export interface Workload {
  readonly workflows: readonly PlannedWorkflow[]
  readonly orders: readonly Order[]
}

export function planWorkload(seed: number): Workload {
  const random = new Random(`workload ${seed}`)
  const workflows: PlannedWorkflow[] = []
  for (let count = random.whole(1, 3), n = 0; n < count; n += 1) {
    const callees: Callee[] = workflows.map(({ id, drawing }) => ({ id, racy: drawing.racy }))
    workflows.push({
      id: uuid(1, n),
      versionId: uuid(2, n),
      drawing: drawWorkflow(random.fork(`workflow ${n}`), callees),
    })
  }
  const orders = Array.from({ length: random.whole(1, 3) }, (_, n): Order => {
    const isWanted = random.chance(0.7)
    return {
      at: n === 0 ? 0 : random.between(0, 8_000),
      // The last one calls the others.
      workflow: random.chance(0.7) ? (workflows.at(-1) as PlannedWorkflow) : random.pick(workflows),
      input: { n: random.whole(0, 9), order: n },
      cancelAfter: isWanted ? undefined : random.between(0, random.chance(0.4) ? 500 : 20_000),
      signals: Array.from({ length: random.whole(0, 3) }, () => ({
        after: random.between(0, random.chance(0.5) ? 1_000 : 20_000),
        event: random.pick(['paid', 'sent', 'unasked']),
      })),
    }
  })
  return { workflows, orders }
}

function uuid(kind: number, number: number): string {
  return `00000000-0000-7000-8000-${String(kind).padStart(4, '0')}${number.toString(16).padStart(8, '0')}`
}
