import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareWithStamp, contentFingerprint, quickFingerprint } from './fingerprint.js'
import { readStamp } from './stamp.js'

/** @typedef {'run' | 'develop'} Mode */
/** @typedef {{ version?: string, link?: boolean, dev?: boolean, optional?: boolean, devOptional?: boolean, peer?: boolean, os?: string | string[], cpu?: string | string[], libc?: string | string[] }} LockedPackage */
/** @typedef {{ packages?: Record<string, LockedPackage> }} LockFile */
/** @typedef {{ os: string, cpu: string, libc: string | null }} Platform */

const lockFile = ['package-lock.json']

/**
 * The stamp is inside node_modules on purpose: `npm ci` removes that folder first, so an interrupted install has no stamp.
 *
 * @param {string} root
 */
export function packagesStampPath(root) {
  return join(root, 'node_modules', '.millrace-set-up.json')
}

/**
 * Compares the lock file with the stamp of the last install. A full install also serves `run`.
 *
 * @param {string} root
 * @param {Mode} mode
 */
export function comparePackages(root, mode) {
  const stamp = readStamp(packagesStampPath(root))
  if (!satisfies(stamp?.['mode'], mode)) return { state: /** @type {const} */ ('changed'), stamp }
  const quick = quickFingerprint(root, lockFile)
  return { state: compareWithStamp(stamp, quick, () => contentFingerprint(root, lockFile)), stamp }
}

/**
 * @param {string} root
 * @param {Mode} mode
 * @param {string | null} node version of the packaged Node, null if the system's Node is used
 */
export function describePackages(root, mode, node) {
  return {
    mode,
    quick: quickFingerprint(root, lockFile),
    content: contentFingerprint(root, lockFile),
    node,
  }
}

/**
 * @param {unknown} installed
 * @param {Mode} wanted
 */
export function satisfies(installed, wanted) {
  return installed === wanted || installed === 'develop'
}

/**
 * Whether npm's own record of node_modules has every package of the lock file. That is true after a manual `npm install`,
 * and another install would only cost time.
 *
 * @param {LockFile} wanted package-lock.json
 * @param {LockFile} installed node_modules/.package-lock.json, which npm writes last
 * @param {Mode} mode
 * @param {Platform} platform
 */
export function hasEverything(wanted, installed, mode, platform) {
  const present = installed.packages ?? {}
  return Object.entries(wanted.packages ?? {}).every(([path, locked]) => {
    if (!path.includes('node_modules/') || !isNeeded(locked, mode, platform)) return true
    const found = present[path]
    return found !== undefined && (locked.link === true || found.version === locked.version)
  })
}

/**
 * @param {LockedPackage} locked
 * @param {Mode} mode
 * @param {Platform} platform
 */
function isNeeded(locked, mode, platform) {
  if (mode === 'run' && (locked.dev === true || locked.devOptional === true)) return false
  if (locked.optional !== true && locked.devOptional !== true) return true
  // An optional package without a platform may be a dependency of a package for another platform.
  if (locked.os === undefined && locked.cpu === undefined) return false
  return (
    isAllowed(locked.os, platform.os) &&
    isAllowed(locked.cpu, platform.cpu) &&
    (locked.libc === undefined || (platform.libc !== null && isAllowed(locked.libc, platform.libc)))
  )
}

/**
 * @param {string | string[] | undefined} names one or several; "!" before a name excludes it
 * @param {string} name
 */
function isAllowed(names, name) {
  if (names === undefined) return true
  const list = [names].flat()
  if (list.includes(`!${name}`)) return false
  return list.includes(name) || list.every((entry) => entry.startsWith('!'))
}

/**
 * @param {string} root
 * @param {Mode} mode
 */
export function isAlreadyInstalled(root, mode) {
  try {
    const wanted = readLockFile(join(root, 'package-lock.json'))
    const installed = readLockFile(join(root, 'node_modules', '.package-lock.json'))
    return hasEverything(wanted, installed, mode, thisPlatform())
  } catch {
    return false
  }
}

/** @param {string} path */
function readLockFile(path) {
  return /** @type {LockFile} */ (JSON.parse(readFileSync(path, 'utf8')))
}

/** @returns {Platform} */
function thisPlatform() {
  return { os: process.platform, cpu: process.arch, libc: process.platform === 'linux' ? readLibc() : null }
}

function readLibc() {
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (process.report.getReport())
  return report.header?.glibcVersionRuntime === undefined ? 'musl' : 'glibc'
}
