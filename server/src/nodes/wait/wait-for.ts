import type { JsonValue } from '#domain/index.ts'

export const WAITS_FOR = ['event', 'callback', 'approval'] as const
export type WaitFor = (typeof WAITS_FOR)[number]

export function isWaitFor(value: JsonValue | undefined): value is WaitFor {
  return WAITS_FOR.some((known) => known === value)
}
