import { performance } from 'node:perf_hooks'
import type { Paused } from '#domain/index.ts'

const ITEMS_PER_PART = 100
/** How long all work together computes in one turn of the event loop. Whatever else waits usually needs several turns. */
const SLICE_MS = 4

/** Works through `count` items, some at a time, and lets other work have its turn in between. */
export function inTurns(count: number, work: (from: number, to: number) => void): Promise<void> {
  return finish(inPortions(count, work))
}

function* inPortions(count: number, work: (from: number, to: number) => void): Paused<void> {
  for (let from = 0; from < count; from += ITEMS_PER_PART) {
    work(from, Math.min(from + ITEMS_PER_PART, count))
    yield
  }
}

/** Work in progress: each call does one part and returns whether it was the last. */
const unfinished: (() => boolean)[] = []

/**
 * Does the work to its end and lets other work have its turn. However much of it is in progress, it takes one slice per turn
 * of the event loop, part by part in rotation.
 */
export function finish<T>(work: Paused<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  unfinished.push(() => {
    try {
      const part = work.next()
      if (part.done === true) resolve(part.value)
      return part.done === true
    } catch (error) {
      reject(error)
      return true
    }
  })
  if (unfinished.length === 1) setImmediate(doSlice)
  return promise
}

function doSlice(): void {
  const startedAt = performance.now()
  do {
    const part = unfinished[0]
    if (part === undefined) return
    const isLast = part()
    unfinished.shift()
    if (!isLast) unfinished.push(part)
  } while (performance.now() - startedAt < SLICE_MS)
  if (unfinished.length > 0) setImmediate(doSlice)
}

const waiting: (() => void)[] = []

/**
 * Resolves in a later turn of the event loop, for one caller per turn: what follows may compute for some milliseconds. Between
 * reads of SQLite, which are complete at once, nothing else lets others have their turn.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(letIn)
  })
}

function letIn(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(letIn)
}
