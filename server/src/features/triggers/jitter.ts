import { createHash } from 'node:crypto'

/**
 * How much later than its time a run begins. It looks random and is the same wherever it is asked: a process that takes
 * over from another does not throw the dice again.
 */
export function jitterOf(triggerId: string, run: number, jitterMs: number): number {
  if (jitterMs === 0) return 0
  const hash = createHash('sha256').update(`${triggerId} ${run}`).digest()
  return Math.floor((hash.readUInt32BE(0) / 2 ** 32) * jitterMs)
}
