import { setImmediate } from 'node:timers/promises'
import type { Paused } from '#domain/index.ts'

const ITEMS_PER_TURN = 500

/** Works through `count` items, some at a time, and lets other work have its turn in between. */
export async function inTurns(count: number, work: (from: number, to: number) => void): Promise<void> {
  for (let from = 0; from < count; from += ITEMS_PER_TURN) {
    work(from, Math.min(from + ITEMS_PER_TURN, count))
    await setImmediate()
  }
}

/** Does the work to its end and lets other work have its turn at each pause. */
export async function finish<T>(work: Paused<T>): Promise<T> {
  for (;;) {
    const turn = work.next()
    if (turn.done === true) return turn.value
    await setImmediate()
  }
}
