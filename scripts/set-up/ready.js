import { existsSync } from 'node:fs'
import { isAtLeast, oldestNode, packagedNode } from './node-version.js'
import { comparePackages } from './packages.js'
import { compareWebApp } from './web-app.js'

/**
 * Whether there is nothing to do at all. This is on the path of every start: a few hundred `stat` calls, no
 * file contents, no child process.
 *
 * @param {string} root
 * @param {import('./packages.js').Mode} mode
 */
export function isReady(root, mode) {
  const packages = comparePackages(root, mode)
  return (
    packages.state === 'unchanged' &&
    isNodeKnown(root, packages.stamp?.['node']) &&
    compareWebApp(root) === 'unchanged'
  )
}

/**
 * @param {string} root
 * @param {unknown} stamped version of the packaged Node when it last ran, null when the system's was used
 */
function isNodeKnown(root, stamped) {
  const isPackaged = existsSync(packagedNode(root))
  if (isPackaged !== (typeof stamped === 'string')) return false
  return isAtLeast(typeof stamped === 'string' ? stamped : process.versions.node, oldestNode)
}
