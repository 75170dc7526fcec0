import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Reads a stamp, or null when there is none or it cannot be understood: both mean "do the work again".
 *
 * @param {string} path
 * @returns {Record<string, unknown> | null}
 */
export function readStamp(path) {
  try {
    const stamp = /** @type {unknown} */ (JSON.parse(readFileSync(path, 'utf8')))
    const isRecord = typeof stamp === 'object' && stamp !== null && !Array.isArray(stamp)
    return isRecord ? /** @type {Record<string, unknown>} */ (stamp) : null
  } catch {
    return null
  }
}

/**
 * Writes a stamp in one step, so that an interruption never leaves half of one.
 *
 * @param {string} path
 * @param {Record<string, unknown>} stamp
 */
export function writeStamp(path, stamp) {
  mkdirSync(dirname(path), { recursive: true })
  const unfinished = `${path}.${process.pid}`
  writeFileSync(unfinished, `${JSON.stringify(stamp)}\n`)
  renameSync(unfinished, path)
}

/**
 * As {@link writeStamp}, for a stamp that only saves time: a tree that belongs to another user, or is mounted
 * read-only, is no obstacle.
 *
 * @param {string} path
 * @param {Record<string, unknown>} stamp
 */
export function tryWriteStamp(path, stamp) {
  try {
    writeStamp(path, stamp)
  } catch {
    // The next run compares contents once more.
  }
}
