import { relative, sep } from 'node:path'

/** Gives an ES module a `require`. The bundler replaces it with its own, which bundles what is required. */
const ownRequire = /^const require = createRequire\(import\.meta\.url\)$/m
const moduleUrl = /\bimport\.meta\.url\b/g
/** Would describe the bundle instead of the source file, and is not rewritten here. */
const misleading =
  /\bimport\.meta\.(?:dirname|filename|main)\b|\bimport\.meta\.resolve\(\s*['"`][.#]|\b__(?:dirname|filename)\b/

/**
 * Rewrites a module for the bundle so that `import.meta.url` still is the URL of its source file: the module finds style
 * sheets, worker threads and child processes next to it. The URL is relative to the bundle, so the project can be moved.
 *
 * @param {string} code
 * @param {string} file the module
 * @param {string} folder of the bundle
 */
export function keepSourceLocation(code, file, folder) {
  const unknown = misleading.exec(code)
  if (unknown !== null) {
    throw new Error(`${file}: "${unknown[0]}" would refer to another file in a bundle. Use import.meta.url.`)
  }
  const path = relative(folder, file).split(sep).map(encodeURIComponent).join('/')
  return code
    .replace(ownRequire, '')
    .replace(moduleUrl, () => `new URL(${JSON.stringify(path)}, import.meta.url).href`)
}
