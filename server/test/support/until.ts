import { setTimeout as pause } from 'node:timers/promises'

/** Fails rather than waiting for ever: what is waited for takes seconds. */
const PATIENCE_MS = 60_000
/** Who asks without a pause takes the processor from what they wait for. */
const PAUSE_MS = 10

/** Resolves when the condition holds. `what` completes the sentence "waited too long for …". */
export async function until(
  what: string,
  holds: () => Promise<boolean> | boolean,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const end = Date.now() + patienceMs
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`waited too long for ${what}`)
    await pause(PAUSE_MS)
  }
}
