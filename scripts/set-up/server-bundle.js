import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { compareWithStamp, contentFingerprint, listFiles, quickFingerprint } from './fingerprint.js'
import { readStamp } from './stamp.js'

/** Everything that can change the bundle. npm writes its own record of node_modules last. */
const sources = [
  'server/src',
  'server/package.json',
  'contract/src',
  'contract/package.json',
  'expressions/src',
  'expressions/package.json',
  'package-lock.json',
  'node_modules/.package-lock.json',
  'scripts/bundle',
]

/** @param {string} path */
function isNoServerSource(path) {
  return /\/testing$|\.test\.[jt]s$|\.md$/.test(path)
}

/** @param {string} root */
export function bundlesFolder(root) {
  return join(root, 'server', 'dist')
}

/** @param {string} root */
export function bundleStampPath(root) {
  return join(bundlesFolder(root), '.stamp')
}

/**
 * Compares the sources of the server with the stamp of the last bundle.
 *
 * @param {string} root
 * @param {string} node version of the Node that will run it
 * @returns {{ state: 'changed' } | { state: 'touched' | 'unchanged', bundle: string, stamp: Record<string, unknown> }}
 *   with the name of its folder, and the stamp that a new build would get
 */
export function compareServerBundle(root, node) {
  const stamp = readStamp(bundleStampPath(root))
  const bundle = stamp?.['bundle']
  if (typeof bundle !== 'string' || stamp?.['node'] !== node) return { state: 'changed' }
  if (!existsSync(entryOf(root, bundle))) return { state: 'changed' }
  const files = listFiles(root, sources, isNoServerSource)
  const quick = quickFingerprint(root, files)
  const state = compareWithStamp(stamp, quick, () => contentFingerprint(root, files))
  // Keeps the content fingerprint of the build: an edit at this moment must not count as bundled.
  return state === 'changed' ? { state } : { state, bundle, stamp: { ...stamp, quick } }
}

/**
 * @param {string} root
 * @param {string} node
 * @param {string} bundle name of its folder
 */
export function describeServerBundle(root, node, bundle) {
  const files = listFiles(root, sources, isNoServerSource)
  return { bundle, node, quick: quickFingerprint(root, files), content: contentFingerprint(root, files) }
}

/**
 * The entry file of the server: that of the bundle if it was built from exactly these sources, otherwise that of the
 * sources.
 *
 * @param {string} root
 * @param {string} node
 */
export function findServerEntry(root, node) {
  const found = compareServerBundle(root, node)
  return found.state === 'changed' ? join(root, 'server', 'src', 'main.js') : entryOf(root, found.bundle)
}

/**
 * @param {string} root
 * @param {string} bundle
 */
function entryOf(root, bundle) {
  return join(bundlesFolder(root), bundle, 'main.js')
}
