import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The first Node with argon2 in node:crypto; it also runs TypeScript without a build. */
export const oldestNode = '24.7.0'

/**
 * Where the install puts Node for this platform. npm puts node_modules/.bin first on the path of scripts, so
 * a `node` there is the one that runs everything.
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
 * @param {unknown} packaged version of the packaged Node, not a text where there is none
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
