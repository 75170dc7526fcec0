import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'

/**
 * Keeps the short-lived objects of requests young. When all objects that one place in the code made outlive a collection,
 * as in the first burst of load, V8 makes every later one from there in the old generation at once. Those then hold on to
 * whatever they point at, whole requests with their answers, and each young collection takes 10 to 20 ms instead of less
 * than one. Whether that happens is chance, and it lasts for the life of the process.
 *
 * To be called once everything is loaded: kept compiled code is bound to the flags it is written with and looked for under,
 * so what was loaded so far is written before they change.
 */
export function keepRequestsYoung(): void {
  flushCompileCache()
  setFlagsFromString('--no-allocation-site-pretenuring')
}

/**
 * Loading leaves as much garbage as there is living data, and the run-time keeps the room for it. A service that waits
 * for work gives it back; only where the process was started with `--expose-gc`, as `npm start` does.
 *
 * A tick is pending meanwhile: without any the collection would take the hidden class of ticks along, what the optimiser
 * knew of it would be lost for good, and each `nextTick` of the platform (five a request) would cost a microsecond more.
 */
export function returnMemory(): void {
  process.nextTick(() => undefined)
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
