import { formatNumber } from './format.ts'
import { plural } from './plural.ts'

/** Problems are errors, which make runs fail, and warnings. Every count says which of them it counts. */
export const errors = (count: number) =>
  plural(count, { one: '1 error', other: `${formatNumber(count)} errors` })
export const warnings = (count: number) =>
  plural(count, { one: '1 warning', other: `${formatNumber(count)} warnings` })
