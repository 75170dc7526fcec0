import { readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runChild } from './run-child.js'
import { bundleStampPath, bundlesFolder, describeServerBundle } from './server-bundle.js'
import { writeStamp } from './stamp.js'

const unfinished = '.unfinished'
/** A service loads parts of its bundle when it first needs them, so those of services that still run must stay. */
const keptBundles = 3

/**
 * Makes a bundle in a folder of its own and points the stamp at it at the end: whoever starts meanwhile gets all of
 * one bundle or the sources, and no running service finds another bundle's files in place of its own.
 *
 * @param {string} root
 * @param {{ path: string, version: string }} node
 * @param {AbortSignal} signal
 */
export async function buildServerBundle(root, node, signal) {
  const folder = bundlesFolder(root)
  // Sorted by name they are sorted by age.
  const name = Date.now().toString(36)
  const fresh = join(folder, `${name}${unfinished}`)
  // Taken before the build: an edit made meanwhile must lead to another build.
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
  // Nobody else builds now: what is unfinished was left by a build that was killed.
  const leftovers = names.filter((name) => name.endsWith(unfinished))
  const old = names
    .filter((name) => !name.endsWith(unfinished))
    .sort()
    .slice(0, -keptBundles)
  for (const name of [...leftovers, ...old]) rmSync(join(folder, name), { recursive: true, force: true })
}
