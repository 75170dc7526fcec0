// Loaded into a service before it starts: writes down every turn of the event loop of its main thread that computes for long.
// Unlike the time of an answer, the computing time does not depend on what else the machine does. Plain JavaScript: TypeScript
// would load the type stripper, and make every start slower.
import { openSync, writeSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const TICK_MS = 4
const US_PER_MS = 1_000

const file = process.env['MILLRACE_TEST_TURNS']
if (isMainThread && file !== undefined) watch(file, Number(process.env['MILLRACE_TEST_TURNS_FROM_MS']))

/** Shorter turns are not written down. */
function watch(path, notedMs) {
  const log = openSync(path, 'a')
  let before = computedMs()
  setInterval(() => {
    const now = computedMs()
    const ms = now - before
    before = now
    if (ms >= notedMs) writeSync(log, `${Date.now()} ${ms.toFixed(1)}\n`)
  }, TICK_MS).unref()
}

/** What the main thread has computed so far. */
function computedMs() {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / US_PER_MS
}
