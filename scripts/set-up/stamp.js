import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Reads a stamp. Null means that there is none or that it is invalid: the work must be done again.
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
 * Writes a stamp atomically, so that an interruption never leaves a partial one.
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
 * Like {@link writeStamp}, for a stamp that only saves time: a folder that is read-only or belongs to another user is not
 * an error.
 *
 * @param {string} path
 * @param {Record<string, unknown>} stamp
 */
export function tryWriteStamp(path, stamp) {
  try {
    writeStamp(path, stamp)
  } catch {
    // The next run compares contents again.
  }
}
