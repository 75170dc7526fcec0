import { existsSync } from 'node:fs'
import { isAtLeast, oldestNode, packagedNode, runningNode } from './node-version.js'
import { comparePackages } from './packages.js'
import { compareServerBundle } from './server-bundle.js'
import { compareWebApp } from './web-app.js'

/**
 * Whether there is nothing to do at all. This is on the path of every start: a thousand `stat` calls, no
 * file contents, no child process.
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
 * @param {unknown} stamped version of the packaged Node when it last ran, null when the system's was used
 */
function isNodeKnown(root, stamped) {
  const isPackaged = existsSync(packagedNode(root))
  if (isPackaged !== (typeof stamped === 'string')) return false
  return isAtLeast(runningNode(stamped), oldestNode)
}
