import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The files at or below the given paths, relative to root, in a stable order. Paths that do not exist add
 * nothing: their appearance changes the list.
 *
 * @param {string} root
 * @param {readonly string[]} paths
 * @param {(path: string) => boolean} [isSkipped] asked for every file and folder
 * @returns {string[]}
 */
export function listFiles(root, paths, isSkipped = () => false) {
  /** @type {string[]} */
  const files = []
  /** @param {string} path */
  const visit = (path) => {
    if (isSkipped(path)) return
    const stats = statSync(join(root, path), { throwIfNoEntry: false })
    if (stats?.isFile()) files.push(path)
    if (!stats?.isDirectory()) return
    for (const name of readdirSync(join(root, path))) visit(`${path}/${name}`)
  }
  for (const path of paths) visit(path)
  return files.sort()
}

/**
 * What can be told about files without opening them. Equal means unchanged; different means "look closer".
 *
 * @param {string} root
 * @param {readonly string[]} files
 */
export function quickFingerprint(root, files) {
  const hash = createHash('sha256')
  for (const file of files) {
    const stats = statSync(join(root, file), { throwIfNoEntry: false })
    hash.update(`${file}:${stats?.size}:${stats?.mtimeMs}\n`)
  }
  return hash.digest('hex')
}

/**
 * What the files contain, whenever and wherever they were written.
 *
 * @param {string} root
 * @param {readonly string[]} files
 */
export function contentFingerprint(root, files) {
  const hash = createHash('sha256')
  for (const file of files) {
    const content = readFileSync(join(root, file))
    hash.update(`${file}:${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

/**
 * Compares files with the stamp of the last successful work on them.
 *
 * @param {Record<string, unknown> | null} stamp
 * @param {string} quick
 * @param {() => string} readContent only called when the quick look differs
 * @returns {'unchanged' | 'touched' | 'changed'} touched: written again with the same contents
 */
export function compareWithStamp(stamp, quick, readContent) {
  if (stamp === null) return 'changed'
  if (stamp['quick'] === quick) return 'unchanged'
  return stamp['content'] === readContent() ? 'touched' : 'changed'
}
