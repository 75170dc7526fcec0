import { existsSync } from 'node:fs'
import { isAtLeast, oldestNode, packagedNode, runningNode } from './node-version.js'
import { comparePackages } from './packages.js'
import { compareServerBundle } from './server-bundle.js'
import { compareWebApp } from './web-app.js'

/**
 * Whether there is nothing to set up. Every start calls this: it makes about a thousand `stat` calls, but reads no file
 * contents and starts no process.
 *
 * @param {string} root
 * @param {import('./packages.js').Mode} mode
 */
export function isReady(root, mode) {
  const packages = comparePackages(root, mode)
  const node = packages.stamp?.['node']
  return (
    packages.state === 'unchanged' &&
    isNodeKnown(root, node) &&
    compareWebApp(root) === 'unchanged' &&
    (mode === 'develop' || compareServerBundle(root, runningNode(node)).state === 'unchanged')
  )
}

/**
 * @param {string} root
 * @param {unknown} stamped version of the packaged Node at the last set-up, null if the system's Node was used
 */
function isNodeKnown(root, stamped) {
  const isPackaged = existsSync(packagedNode(root))
  if (isPackaged !== (typeof stamped === 'string')) return false
  return isAtLeast(runningNode(stamped), oldestNode)
}
