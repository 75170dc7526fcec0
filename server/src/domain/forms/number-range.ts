import type { FormField } from '@millrace/contract/form.ts'

const USUAL: Readonly<Partial<Record<FormField['type'], readonly [number, number]>>> = {
  rating: [1, 5],
  scale: [0, 10],
}

export interface NumberRange {
  readonly min: number | undefined
  readonly max: number | undefined
  /** Ratings and scales have no halves. */
  readonly whole: boolean
}

/** Which numbers a field takes: its own bounds, else the usual ones of its type. */
export function numberRange(field: FormField): NumberRange {
  const usual = USUAL[field.type]
  return {
    min: numeric(field.min) ?? usual?.[0],
    max: numeric(field.max) ?? usual?.[1],
    whole: usual !== undefined,
  }
}

function numeric(bound: string | number | undefined): number | undefined {
  const number = typeof bound === 'string' && bound.trim() !== '' ? Number(bound) : bound
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
