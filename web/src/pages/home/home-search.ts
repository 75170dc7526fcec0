import type { Period } from '../../api/home.ts'

const PERIODS = ['24h', '7d', '30d'] as const
const DEFAULT_PERIOD: Period = '7d'

export interface HomeSearch {
  period?: Period
  /** `ignored`: shows the ignored failures. */
  failures?: 'ignored'
}

/** What is not valid in the address is ignored. */
export function readHomeSearch(search: Record<string, unknown>): HomeSearch {
  const period = PERIODS.find((one) => one === search['period'])
  return {
    ...(period !== undefined && period !== DEFAULT_PERIOD && { period }),
    ...(search['failures'] === 'ignored' && { failures: 'ignored' as const }),
  }
}

export function periodOf({ period = DEFAULT_PERIOD }: HomeSearch): Period {
  return period
}

export function toSearch(period: Period, failures: 'open' | 'ignored'): HomeSearch {
  return readHomeSearch({ period, failures })
}

export { PERIODS as periods }
