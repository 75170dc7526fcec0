import type { FormField } from '@millrace/contract/form.ts'

const DEFAULTS: Readonly<Partial<Record<FormField['type'], readonly [number, number]>>> = {
  rating: [1, 5],
  scale: [0, 10],
}

export interface NumberRange {
  readonly min: number | undefined
  readonly max: number | undefined
  /** True for ratings and scales, which accept only whole numbers. */
  readonly whole: boolean
}

/** The range of a field: its own bounds, or the defaults of its type. */
export function numberRange(field: FormField): NumberRange {
  const defaults = DEFAULTS[field.type]
  return {
    min: numeric(field.min) ?? defaults?.[0],
    max: numeric(field.max) ?? defaults?.[1],
    whole: defaults !== undefined,
  }
}

function numeric(bound: string | number | undefined): number | undefined {
  const number = typeof bound === 'string' && bound.trim() !== '' ? Number(bound) : bound
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
