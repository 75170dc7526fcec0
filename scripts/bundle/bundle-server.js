import { join, sep } from 'node:path'
import { rolldown } from 'rolldown'
import { keepSourceLocation } from './source-locations.js'

/** Loaded by `pg` where it is installed, which it is not. */
const absent = ['pg-native']

/**
 * Writes the server with all its packages into a few files, `main.js` first of all. What the sources load late
 * stays apart, and names stay as they are.
 *
 * @param {string} root
 * @param {string} folder
 */
export async function bundleServer(root, folder) {
  const bundle = await rolldown({
    input: { main: join(root, 'server', 'src', 'main.js') },
    cwd: root,
    platform: 'node',
    external: [/^node:/, ...absent],
    // As Node does it: types go, everything else stays.
    tsconfig: false,
    transform: { target: 'esnext', typescript: { onlyRemoveTypeImports: true } },
    plugins: [sourceLocations(root, folder)],
    onLog(level, { message }) {
      // A package that is not found, say: better no bundle than one that fails when it gets there.
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
  const own = [join(root, 'server', 'src') + sep, join(root, 'contract', 'src') + sep]
  return {
    name: 'source-locations',
    transform(code, file) {
      if (!own.some((start) => file.startsWith(start))) return null
      return { code: keepSourceLocation(code, file, folder), map: null }
    },
  }
}
