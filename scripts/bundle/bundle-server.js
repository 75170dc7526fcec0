import { join, sep } from 'node:path'
import { rolldown } from 'rolldown'
import { keepSourceLocation } from './source-locations.js'

/** Optional dependencies of `pg` that are not installed. */
const absent = ['pg-native']
/** Finds the file of its worker threads beside its own files. It is loaded with the first job. */
const unbundled = ['piscina']

/**
 * Bundles the server with all its packages into a few files; `main.js` is the entry. Modules that the sources import
 * dynamically stay in files of their own, and identifiers are not minified.
 *
 * @param {string} root
 * @param {string} folder
 */
export async function bundleServer(root, folder) {
  const bundle = await rolldown({
    input: { main: join(root, 'server', 'src', 'main.js') },
    cwd: root,
    platform: 'node',
    external: [/^node:/, ...absent, ...unbundled],
    // Like Node's type stripping: only types are removed.
    tsconfig: false,
    transform: { target: 'esnext', typescript: { onlyRemoveTypeImports: true } },
    plugins: [sourceLocations(root, folder)],
    onLog(level, { message }) {
      // For example a package that is missing: no bundle is better than one that fails when it runs.
      if (level === 'warn') throw new Error(message)
    },
  })
  try {
    await bundle.write({ dir: folder, format: 'esm', chunkFileNames: '[name].js' })
  } finally {
    await bundle.close()
  }
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {import('rolldown').Plugin}
 */
function sourceLocations(root, folder) {
  const own = ['server', 'contract', 'expressions'].map((workspace) => join(root, workspace, 'src') + sep)
  return {
    name: 'source-locations',
    transform(code, file) {
      if (!own.some((start) => file.startsWith(start))) return null
      return { code: keepSourceLocation(code, file, folder), map: null }
    },
  }
}
