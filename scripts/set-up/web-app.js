import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { compareWithStamp, contentFingerprint, listFiles, quickFingerprint } from './fingerprint.js'
import { readStamp } from './stamp.js'

/** Everything that can change the built web app. */
const sources = [
  'web',
  'contract/src',
  'contract/package.json',
  'expressions/src',
  'expressions/package.json',
  'package-lock.json',
  'tsconfig.base.json',
]

/** @param {string} path */
export function isNoSource(path) {
  return /^web\/(?:dist|node_modules)$|\.test\.[cm]?[jt]sx?$|\.md$/.test(path)
}

/** @param {string} root */
export function webStampPath(root) {
  return join(root, 'web', 'dist', '.stamp')
}

/**
 * Compares the sources of the web app with the stamp of the last build.
 *
 * @param {string} root
 */
export function compareWebApp(root) {
  const stamp = existsSync(join(root, 'web', 'dist', 'index.html')) ? readStamp(webStampPath(root)) : null
  const files = listFiles(root, sources, isNoSource)
  return compareWithStamp(stamp, quickFingerprint(root, files), () => contentFingerprint(root, files))
}

/** @param {string} root */
export function describeWebApp(root) {
  const files = listFiles(root, sources, isNoSource)
  return { quick: quickFingerprint(root, files), content: contentFingerprint(root, files) }
}
