import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { listFiles } from '../set-up/fingerprint.js'

/** @typedef {{ path: string, content: string }} GeneratedFile */
/** @typedef {{ generate: () => Promise<GeneratedFile[]> }} Generator */
/** @typedef {{ path: string, state: 'missing' | 'outdated' | 'no longer generated' }} Difference */

/** Every file in this folder is generated. */
const generatedFolder = 'docs/reference'

/**
 * @param {readonly Generator[]} generators
 * @returns {Promise<Map<string, string>>} contents by path
 */
export async function collectGenerated(generators) {
  /** @type {Map<string, string>} */
  const wanted = new Map()
  for (const { generate } of generators) {
    for (const { path, content } of await generate()) {
      if (path !== posix.normalize(path) || path.startsWith('..') || path.startsWith('/')) {
        throw new Error(`A generator returned the path "${path}". Paths must be relative to the project.`)
      }
      if (wanted.has(path)) throw new Error(`Two generators write ${path}.`)
      wanted.set(path, content)
    }
  }
  return wanted
}

/**
 * @param {string} root
 * @param {ReadonlyMap<string, string>} wanted
 * @returns {Difference[]}
 */
export function compareGenerated(root, wanted) {
  /** @type {Difference[]} */
  const differences = []
  for (const [path, content] of wanted) {
    const present = readIfExists(join(root, path))
    if (present === null) differences.push({ path, state: 'missing' })
    else if (present !== content) differences.push({ path, state: 'outdated' })
  }
  for (const path of listFiles(root, [generatedFolder])) {
    if (!wanted.has(path)) differences.push({ path, state: 'no longer generated' })
  }
  return differences.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/**
 * @param {string} root
 * @param {ReadonlyMap<string, string>} wanted
 * @param {readonly Difference[]} differences
 */
export function applyGenerated(root, wanted, differences) {
  for (const { path } of differences) {
    const content = wanted.get(path)
    if (content === undefined) {
      rmSync(join(root, path))
      continue
    }
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
}

/** @param {string} path */
function readIfExists(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
