import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The line that the packages install and the tests run on. */
export const oldestNode = '26.0.0'

/**
 * Where npm puts the Node binary of this platform. npm scripts have node_modules/.bin first on their path, so a `node`
 * in that folder runs everything. On Windows that folder holds only a wrapper script, which cannot be spawned.
 *
 * @param {string} root
 */
export function packagedNode(root) {
  return process.platform === 'win32'
    ? join(root, 'node_modules', `node-win-${process.arch}`, 'bin', 'node.exe')
    : join(root, 'node_modules', '.bin', 'node')
}

/** @param {string} root */
export function nodeOfProject(root) {
  const path = packagedNode(root)
  return existsSync(path) ? path : process.execPath
}

/**
 * The version of the Node that runs everything.
 *
 * @param {unknown} packaged version of the packaged Node, not a string if this platform has none
 */
export function runningNode(packaged) {
  return typeof packaged === 'string' ? packaged : process.versions.node
}

/**
 * @param {string} version
 * @param {string} oldest
 */
export function isAtLeast(version, oldest) {
  const have = version.split('.').map((part) => Number.parseInt(part, 10))
  const want = oldest.split('.').map((part) => Number.parseInt(part, 10))
  for (let i = 0; i < want.length; i += 1) {
    const difference = (have[i] ?? 0) - (want[i] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return true
}
