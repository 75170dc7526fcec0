import { createHash } from 'node:crypto'
import type { Schedule } from '#domain/index.ts'

/**
 * The delay of a run after its scheduled time. It looks random but is deterministic, so that a process that takes over from
 * another computes the same delay.
 */
export function jitterOf(triggerId: string, run: number, jitterMs: number): number {
  if (jitterMs === 0) return 0
  const hash = createHash('sha256').update(`${triggerId} ${run}`).digest()
  return Math.floor((hash.readUInt32BE(0) / 2 ** 32) * jitterMs)
}

/** When the run of a scheduled time starts. */
export function fireTime(
  triggerId: string,
  { jitterMs }: Pick<Schedule, 'jitterMs'>,
  run: number | null,
): number | null {
  return run === null ? null : run + jitterOf(triggerId, run, jitterMs)
}
