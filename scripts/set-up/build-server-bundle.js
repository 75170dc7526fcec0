import { readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runChild } from './run-child.js'
import { bundleStampPath, bundlesFolder, describeServerBundle } from './server-bundle.js'
import { writeStamp } from './stamp.js'

const unfinished = '.unfinished'
/** A running service loads parts of its bundle late, so bundles that may still be in use must stay. */
const keptBundles = 3

/**
 * Builds a bundle in a new folder and updates the stamp last. A service that starts meanwhile gets one complete bundle or
 * the sources, and no running service finds files of another bundle instead of its own.
 *
 * @param {string} root
 * @param {{ path: string, version: string }} node
 * @param {AbortSignal} signal
 */
export async function buildServerBundle(root, node, signal) {
  const folder = bundlesFolder(root)
  // The order by name is the order by age.
  const name = Date.now().toString(36)
  const fresh = join(folder, `${name}${unfinished}`)
  // Computed before the build: an edit during the build must lead to another build.
  const stamp = describeServerBundle(root, node.version, name)
  try {
    const script = join(root, 'scripts', 'bundle-server.js')
    const result = await runChild(node.path, [script, fresh], { cwd: root, signal })
    if (!result.ok) return result
    renameSync(fresh, join(folder, name))
    writeStamp(bundleStampPath(root), stamp)
    removeOldBundles(folder)
    return result
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/** @param {string} folder */
function removeOldBundles(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const names = entries.map((entry) => entry.name)
  // No other process builds now, so unfinished folders are left over from builds that were killed.
  const leftovers = names.filter((name) => name.endsWith(unfinished))
  const old = names
    .filter((name) => !name.endsWith(unfinished))
    .sort()
    .slice(0, -keptBundles)
  for (const name of [...leftovers, ...old]) rmSync(join(folder, name), { recursive: true, force: true })
}
