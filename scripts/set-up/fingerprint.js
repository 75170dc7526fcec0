import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Lists the files at or below the given paths, relative to root, in a stable order. Paths that do not exist are ignored; a
 * file that appears later changes the list.
 *
 * @param {string} root
 * @param {readonly string[]} paths
 * @param {(path: string) => boolean} [isSkipped] called for every file and folder
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
    if (entry?.isSymbolicLink()) return visit(path, stat(path))
    if (entry?.isFile()) files.push(path)
    if (!entry?.isDirectory()) return
    // With file types, which saves a `stat` call per file.
    const entries = readdirSync(join(root, path), { withFileTypes: true })
    for (const below of entries) visit(`${path}/${below.name}`, below)
  }
  /** @param {string} path */
  const stat = (path) => statSync(join(root, path), { throwIfNoEntry: false })
  for (const path of paths) visit(path, stat(path))
  return files.sort()
}

/**
 * A fingerprint of the metadata of files, without opening them. Equal means unchanged; different means that the contents
 * must be compared. It includes the ctime, because programs that copy files may set the mtime.
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
 * A fingerprint of the contents of files, independent of their metadata and location.
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
 * Compares files with the stamp of the last successful build or install.
 *
 * @param {Record<string, unknown> | null} stamp
 * @param {string} quick
 * @param {() => string} readContent called only if the quick fingerprint differs
 * @returns {'unchanged' | 'touched' | 'changed'} touched: rewritten with the same contents
 */
export function compareWithStamp(stamp, quick, readContent) {
  if (stamp === null) return 'changed'
  if (stamp['quick'] === quick) return 'unchanged'
  return stamp['content'] === readContent() ? 'touched' : 'changed'
}
