import { relative, sep } from 'node:path'

/** What gives an ES module a `require`; the bundler brings its own, which takes what is required into the bundle. */
const ownRequire = /^const require = createRequire\(import\.meta\.url\)$/m
const place = /\bimport\.meta\.url\b/g
/** Would tell of the bundle, and nothing here gives it another meaning. */
const misleading =
  /\bimport\.meta\.(?:dirname|filename|main)\b|\bimport\.meta\.resolve\(\s*['"`][.#]|\b__(?:dirname|filename)\b/

/**
 * A module that is to run in a bundle, with `import.meta.url` still the address of its own file: style sheets,
 * threads and child processes are found beside it. The address is told relative to the bundle, so that the
 * project can be moved.
 *
 * @param {string} code
 * @param {string} file the module
 * @param {string} folder where all files of the bundle lie
 */
export function keepSourceLocation(code, file, folder) {
  const unknown = misleading.exec(code)
  if (unknown !== null) {
    throw new Error(`${file}: "${unknown[0]}" would mean another file in a bundle. Use import.meta.url.`)
  }
  const path = relative(folder, file).split(sep).map(encodeURIComponent).join('/')
  return code
    .replace(ownRequire, '')
    .replace(place, () => `new URL(${JSON.stringify(path)}, import.meta.url).href`)
}
