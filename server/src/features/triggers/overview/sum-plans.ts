import type { PlanRange, RunPlan } from '#domain/index.ts'

export interface PlannedLoad {
  readonly at: number
  runs: number
  schedules: number
}

/** How many runs start in each step, and how many schedules start them. */
export function sumPlans(plans: readonly RunPlan[], { from, to, stepMs }: PlanRange): readonly PlannedLoad[] {
  const load: PlannedLoad[] = []
  for (let at = from; at < to; at += stepMs) load.push({ at, runs: 0, schedules: 0 })
  for (const plan of plans) {
    const steps = new Map<number, number>()
    const add = (at: number, runs: number) => {
      const index = Math.floor((at - from) / stepMs)
      steps.set(index, (steps.get(index) ?? 0) + runs)
    }
    for (const time of plan.times) add(time, 1)
    for (const band of plan.bands) {
      const perStep = (band.runs * stepMs) / (band.to - band.from)
      for (let at = band.from; at < band.to; at += stepMs) add(at, perStep)
    }
    for (const [index, runs] of steps) {
      const step = load[index]
      if (step === undefined) continue
      step.runs += runs
      step.schedules += 1
    }
  }
  return load.map((step) => ({ ...step, runs: Math.round(step.runs) }))
}
