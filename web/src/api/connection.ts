import { useSyncExternalStore } from 'react'

/** `lost`: the last request got no response of Millrace, because it restarts or the network is down. */
export type Connection = 'present' | 'lost'

let current: Connection = 'present'
const listeners = new Set<() => void>()

/** Called with the outcome of every request. */
export function reportConnection(next: Connection): void {
  if (next === current) return
  current = next
  for (const listener of listeners) listener()
}

function readConnection(): Connection {
  return current
}

function subscribeToConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls back each time the server responds again after it did not. Returns how to stop that. */
export function onReconnect(callback: () => void): () => void {
  return subscribeToConnection(() => {
    if (current === 'present') callback()
  })
}

export function useConnection(): Connection {
  return useSyncExternalStore(subscribeToConnection, readConnection)
}
