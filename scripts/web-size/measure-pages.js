/** @typedef {{ file: string, src?: string, isEntry?: boolean, imports?: string[] }} ManifestChunk */
/** @typedef {Record<string, ManifestChunk>} Manifest */
/** @typedef {{ page: string, bytes: number, budget: number, files: number }} PageSize */

/** The module that every page loads first. */
const shared = ['index.html']
/** Modules that open together with another page. */
const together = { 'src/pages/editor/editor-page.tsx': ['src/pages/editor/editor-tab.tsx'] }

const KILOBYTE = 1000
export const PAGE_BUDGET = 200 * KILOBYTE
export const EDITOR_BUDGET = 500 * KILOBYTE

/**
 * Adds up the compressed scripts that the browser loads before it can show a page: the entry with the layout, the page,
 * and everything they import statically.
 *
 * @param {Manifest} manifest of Vite
 * @param {(file: string) => number} measure the size of a file as it is sent
 * @returns {PageSize[]} the largest first
 */
export function measurePages(manifest, measure) {
  /** @type {Map<string, number>} */
  const sizes = new Map()
  /** @param {string} file */
  const sizeOf = (file) => {
    const known = sizes.get(file) ?? measure(file)
    sizes.set(file, known)
    return known
  }
  const pages = Object.keys(manifest).filter((key) => /^src\/pages\/.*-(?:page|tab)\.tsx$/.test(key))
  if (pages.length === 0) throw new Error('The manifest of the build contains no page.')
  return pages
    .map((page) => {
      const extra = Object.entries(together).find(([key]) => key === page)?.[1] ?? []
      const parents =
        Object.entries(together)
          .find(([key]) => isBelow(page, key))
          ?.slice(0, 1) ?? []
      const files = collectFiles(manifest, [...shared, ...parents.map(String), page, ...extra])
      const bytes = [...files].reduce((sum, file) => sum + sizeOf(file), 0)
      const budget = page.startsWith('src/pages/editor/') ? EDITOR_BUDGET : PAGE_BUDGET
      return { page, bytes, budget, files: files.size }
    })
    .sort((a, b) => b.bytes - a.bytes)
}

/**
 * A tab of the editor opens inside of the editor page.
 *
 * @param {string} page
 * @param {string} parent
 */
function isBelow(page, parent) {
  return page !== parent && page.startsWith(`${parent.slice(0, parent.lastIndexOf('/'))}/`)
}

/**
 * @param {Manifest} manifest
 * @param {readonly string[]} keys
 * @returns {Set<string>} the script files of the modules and of everything they import
 */
function collectFiles(manifest, keys) {
  /** @type {Set<string>} */
  const files = new Set()
  const seen = new Set()
  const left = [...keys]
  for (let key = left.pop(); key !== undefined; key = left.pop()) {
    const chunk = manifest[key]
    if (chunk === undefined) throw new Error(`The manifest of the build does not contain ${key}.`)
    if (seen.has(key)) continue
    seen.add(key)
    if (chunk.file.endsWith('.js')) files.add(chunk.file)
    left.push(...(chunk.imports ?? []))
  }
  return files
}
