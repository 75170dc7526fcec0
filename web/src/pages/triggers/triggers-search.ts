import type { PlanRange, TriggerFilters } from '../../api/triggers.ts'

const PERIODS = ['24h', '7d', '30d'] as const
const KINDS = ['schedule', 'poll', 'webhook', 'form', 'event'] as const
const STATES = ['active', 'paused', 'inactive', 'problem'] as const
const DEFAULT_PERIOD = '24h'

export type TriggerPeriod = (typeof PERIODS)[number]

export interface TriggersSearch {
  period?: TriggerPeriod
  /** The first day of the strip; today if missing. */
  from?: string
  q?: string
  kind?: (typeof KINDS)[number]
  state?: (typeof STATES)[number]
}

/** What is not valid in the address is ignored. */
export function readTriggersSearch(search: Record<string, unknown>): TriggersSearch {
  const period = PERIODS.find((one) => one === search['period'])
  const kind = KINDS.find((one) => one === search['kind'])
  const state = STATES.find((one) => one === search['state'])
  const { q, from } = search
  return {
    ...(period !== undefined && period !== DEFAULT_PERIOD && { period }),
    ...(typeof from === 'string' && isDay(from) && { from }),
    ...(typeof q === 'string' && q !== '' && { q }),
    ...(kind !== undefined && { kind }),
    ...(state !== undefined && { state }),
  }
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
}

export function periodOf({ period = DEFAULT_PERIOD }: TriggersSearch): TriggerPeriod {
  return period
}

export function hasFilter({ q, kind, state }: TriggersSearch): boolean {
  return q !== undefined || kind !== undefined || state !== undefined
}

/** What the server filters by. */
export function filtersOf({ q, state }: TriggersSearch): TriggerFilters {
  return { ...(q !== undefined && { search: q }), ...(state !== undefined && { state }) }
}

/** The period to plan. A day begins at midnight of the viewer. */
export function rangeOf(search: TriggersSearch): PlanRange {
  const { from } = search
  return {
    period: periodOf(search),
    ...(from !== undefined && { from: new Date(`${from}T00:00:00`).toISOString() }),
  }
}

export { KINDS as triggerKinds, PERIODS as periods, STATES as triggerStates }
