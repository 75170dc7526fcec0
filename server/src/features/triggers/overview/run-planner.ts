import { type JsonObject, planRuns, type PlanRange, type RunPlan } from '#domain/index.ts'
import { finish } from '#http/index.ts'
import { readSchedule } from '#nodes/index.ts'

/** Plans that are kept. A thousand schedules over three periods are about a third of it. */
const MAX_PLANS = 10_000

/**
 * Plans the runs of schedules. Equal schedules are planned once for each period, and planning lets other work have its turn, so
 * that thousands of schedules stall nothing.
 */
export class RunPlanner {
  readonly #plans = new Map<string, Promise<RunPlan | undefined>>()

  /** Undefined if the parameters are not valid. */
  plan(data: JsonObject, range: PlanRange): Promise<RunPlan | undefined> {
    const key = keyOf(data, range)
    const known = this.#plans.get(key)
    if (known !== undefined) return known
    const plan = this.#compute(data, range)
    this.#plans.set(key, plan)
    this.#forgetOldest()
    return plan
  }

  isKnown(data: JsonObject, range: PlanRange): boolean {
    return this.#plans.has(keyOf(data, range))
  }

  async #compute(data: JsonObject, range: PlanRange): Promise<RunPlan | undefined> {
    const read = readSchedule(data)
    return read.ok ? finish(planRuns(read.schedule, range)) : undefined
  }

  #forgetOldest(): void {
    if (this.#plans.size <= MAX_PLANS) return
    const [oldest] = this.#plans.keys()
    if (oldest !== undefined) this.#plans.delete(oldest)
  }
}

function keyOf(data: JsonObject, { from, to }: PlanRange): string {
  return `${from} ${to} ${JSON.stringify(data)}`
}
