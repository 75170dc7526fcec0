import type { FormVersion } from './form.ts'

/** How long people can still send what they saw after the form has changed. */
export const ANSWERABLE_MS = 24 * 60 * 60 * 1000

export function isAnswerable({ supersededAt }: FormVersion, now: number): boolean {
  return supersededAt === null || now < supersededAt + ANSWERABLE_MS
}
