export const PLAN_IDS = ['free', 'starter', 'pro', 'business'] as const

export type PlanId = (typeof PLAN_IDS)[number]

export interface Plan {
  readonly id: PlanId
  readonly name: string
  readonly perMinute: number
  readonly perDay: number
  /** The most bytes of files that are stored at the same time. */
  readonly fileBytes: number
}

const GB = 1_000_000_000

/** The limits of each plan. */
export const PLANS: Readonly<Record<PlanId, Plan>> = {
  free: { id: 'free', name: 'Free', perMinute: 60, perDay: 1_000, fileBytes: 1 * GB },
  starter: { id: 'starter', name: 'Starter', perMinute: 120, perDay: 10_000, fileBytes: 10 * GB },
  pro: { id: 'pro', name: 'Pro', perMinute: 300, perDay: 50_000, fileBytes: 50 * GB },
  business: { id: 'business', name: 'Business', perMinute: 600, perDay: 200_000, fileBytes: 250 * GB },
}
