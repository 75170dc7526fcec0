/**
 * Lets callers share reads of the same key: whoever comes while one is under way shares the next. That one starts after they came,
 * so they see everything that was committed before.
 */
export function shareReads<V>(read: (key: string) => Promise<V>): (key: string) => Promise<V> {
  const running = new Map<string, Promise<unknown>>()
  const next = new Map<string, Promise<V>>()

  function start(key: string): Promise<V> {
    next.delete(key)
    const reading = read(key)
    const settled = Promise.allSettled([reading]).then(() => void running.delete(key))
    running.set(key, settled)
    return reading
  }

  return (key) => {
    const current = running.get(key)
    if (current === undefined) return start(key)
    const shared = next.get(key) ?? current.then(() => start(key))
    next.set(key, shared)
    return shared
  }
}
