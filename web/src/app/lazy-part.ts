import { type ComponentType, lazy, type LazyExoticComponent } from 'react'
import { onReconnect, reportConnection } from '../api/connection.ts'
import { isReachable } from './is-reachable.ts'

/** The connection may come back unnoticed. */
const RETRY_MS = 2_000

/**
 * A part of a page whose code is loaded when it is shown. While the server cannot be reached, it stays as it is and is loaded
 * as soon as that is possible: a restart of the server must not leave a page without one of its parts.
 */
export function lazyPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => loadPersistently(load))
}

/**
 * Loads code for what was asked for just now. False if the server cannot be reached: what a click asked for must not
 * appear by itself when the server is back.
 */
export async function loadNow(load: () => Promise<unknown>): Promise<boolean> {
  try {
    await load()
    return true
  } catch {
    // Any other failure shows itself where the part is rendered.
    if (await isReachable()) return true
    reportConnection('lost')
    return false
  }
}

export async function loadPersistently<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  let failures = 0
  for (;;) {
    try {
      return await load()
    } catch (error) {
      if (await isReachable()) {
        // Once more: the server may have restarted in this moment. Code that is gone after an update stays gone.
        failures += 1
        if (failures > 1) throw error
      } else {
        reportConnection('lost')
        await untilReconnected()
      }
    }
  }
}

function untilReconnected(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stopListening()
      resolve()
    }
    const timer = setTimeout(end, RETRY_MS)
    const stopListening = onReconnect(end)
  })
}
