export const PLAN_IDS = ['free', 'starter', 'pro', 'business'] as const

export type PlanId = (typeof PLAN_IDS)[number]

export interface Plan {
  readonly id: PlanId
  readonly name: string
  readonly perMinute: number
  readonly perDay: number
}

/** The rate limits of each plan. */
export const PLANS: Readonly<Record<PlanId, Plan>> = {
  free: { id: 'free', name: 'Free', perMinute: 60, perDay: 1_000 },
  starter: { id: 'starter', name: 'Starter', perMinute: 120, perDay: 10_000 },
  pro: { id: 'pro', name: 'Pro', perMinute: 300, perDay: 50_000 },
  business: { id: 'business', name: 'Business', perMinute: 600, perDay: 200_000 },
}
