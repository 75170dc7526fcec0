/** Calls back in the same turn of the event loop, when all that promises have to do in it is done. */
export function afterMicrotasks(callback: () => void): void {
  // A tick that a microtask asks for comes when no microtask is left.
  queueMicrotask(() => process.nextTick(callback))
}
