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
  /**
   * @param {string} path
   * @param {import('node:fs').Dirent | import('node:fs').Stats | undefined} entry
   */
  const visit = (path, entry) => {
    if (isSkipped(path)) return
    if (entry?.isSymbolicLink()) return visit(path, look(path))
    if (entry?.isFile()) files.push(path)
    if (!entry?.isDirectory()) return
    // With their kinds, so that not every file has to be asked for its own.
    const entries = readdirSync(join(root, path), { withFileTypes: true })
    for (const below of entries) visit(`${path}/${below.name}`, below)
  }
  /** @param {string} path */
  const look = (path) => statSync(join(root, path), { throwIfNoEntry: false })
  for (const path of paths) visit(path, look(path))
  return files.sort()
}

/**
 * What can be told about files without opening them. Equal means unchanged; different means "look closer". The time
 * of the last change of any kind is part of it: programs that copy files set the other one as they like.
 *
 * @param {string} root
 * @param {readonly string[]} files
 */
export function quickFingerprint(root, files) {
  const lines = files.map((file) => {
    const stats = statSync(`${root}/${file}`, { throwIfNoEntry: false })
    return `${file}:${stats?.size}:${stats?.mtimeMs}:${stats?.ctimeMs}`
  })
  return createHash('sha256').update(lines.join('\n')).digest('hex')
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
