import { mkdirSync, readFileSync, rmSync, rmdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const refreshEveryMs = 1_000
/** A killed process cannot release its lock. A lock that was not refreshed for this long is free. */
const staleAfterMs = 10_000
const retryAfterMs = 200

/**
 * Runs work while no other process of this project does. The lock is a folder, because creating one is atomic everywhere,
 * including network file systems. Its age shows whether the holder is alive.
 *
 * @template T
 * @param {string} path
 * @param {{ onWait: () => void, signal: AbortSignal }} options
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function runExclusively(path, { onWait, signal }, work) {
  mkdirSync(dirname(path), { recursive: true })
  for (let attempt = 0; !tryTake(path); attempt += 1) {
    if (attempt === 0) onWait()
    if (isStale(path, Date.now())) breakLock(path)
    else await sleep(retryAfterMs, undefined, { signal })
  }
  const refresh = setInterval(() => {
    const now = new Date()
    utimesSync(path, now, now)
  }, refreshEveryMs)
  try {
    return await work()
  } finally {
    clearInterval(refresh)
    rmSync(path, { recursive: true, force: true })
  }
}

/** @param {string} path */
function tryTake(path) {
  try {
    mkdirSync(path)
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
  writeFileSync(join(path, 'pid'), String(process.pid))
  return true
}

/**
 * @param {string} path
 * @param {number} now
 */
export function isStale(path, now) {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats !== undefined && now - stats.mtimeMs > staleAfterMs && !isHolderRunning(path)
}

/** @param {string} path */
function isHolderRunning(path) {
  try {
    process.kill(Number(readFileSync(join(path, 'pid'), 'utf8')), 0)
    return true
  } catch (error) {
    // A process of another user cannot be signalled, but it exists.
    return isCode(error, 'EPERM')
  }
}

/**
 * Removes a stale lock. Two waiting processes may see the same stale lock. Without the second folder the slower one could
 * remove the lock that the faster one has just acquired.
 *
 * @param {string} path
 */
function breakLock(path) {
  const breaking = `${path}.breaking`
  try {
    mkdirSync(breaking)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
    const stats = statSync(breaking, { throwIfNoEntry: false })
    if (stats !== undefined && Date.now() - stats.mtimeMs > staleAfterMs)
      rmSync(breaking, { recursive: true })
    return
  }
  try {
    if (isStale(path, Date.now())) rmSync(path, { recursive: true, force: true })
  } finally {
    rmdirSync(breaking)
  }
}

/**
 * @param {unknown} error
 * @param {string} code
 */
function isCode(error, code) {
  return error instanceof Error && 'code' in error && error.code === code
}
