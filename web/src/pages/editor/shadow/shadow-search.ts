import type { ShadowResult } from '@millrace/contract/workflow-shadow.ts'

/** The counts that one can choose from. */
export const COUNTS = ['10', '50', '100'] as const
export type Count = (typeof COUNTS)[number]

const FILTERS: readonly ShadowResult[] = ['changed', 'unknown', 'same', 'failed']

/** The run that is open, and the results that are listed. */
export interface ShadowSearch {
  tried?: string | undefined
  result?: ShadowResult | undefined
  count?: Count | undefined
}

export function readShadowSearch({ tried, result, count }: Record<string, unknown>): ShadowSearch {
  const filter = FILTERS.find((one) => one === result)
  const chosen = COUNTS.find((one) => one === String(count))
  return {
    ...(typeof tried === 'string' && tried !== '' && { tried }),
    ...(filter !== undefined && { result: filter }),
    ...(chosen !== undefined && { count: chosen }),
  }
}
