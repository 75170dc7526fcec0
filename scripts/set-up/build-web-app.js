import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runChild } from './run-child.js'
import { writeStamp } from './stamp.js'
import { describeWebApp } from './web-app.js'

/**
 * Builds into a separate folder and swaps it with the served one at the end. A failed or interrupted build keeps the
 * previous one, and a running server never sees a partial build.
 *
 * @param {string} root
 * @param {string} node
 * @param {AbortSignal} signal
 */
export async function buildWebApp(root, node, signal) {
  const web = join(root, 'web')
  const fresh = join(root, '.tmp', `web-${process.pid}`)
  // Computed before the build: an edit during the build must lead to another build.
  const stamp = describeWebApp(root)
  mkdirSync(fresh, { recursive: true })
  try {
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
    const args = [vite, 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn']
    const result = await runChild(node, args, { cwd: web, signal, env: buildEnvironment() })
    if (!result.ok) return result
    writeStamp(join(fresh, '.stamp'), stamp)
    replaceFolder(join(web, 'dist'), fresh, join(root, '.tmp', `web-old-${process.pid}`))
    return result
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/** Always a production build, even if NODE_ENV says otherwise: tests must see what users get. */
function buildEnvironment() {
  return { ...process.env, NODE_ENV: 'production' }
}

/**
 * @param {string} served
 * @param {string} fresh
 * @param {string} aside
 */
function replaceFolder(served, fresh, aside) {
  if (existsSync(served)) renameSync(served, aside)
  renameSync(fresh, served)
  rmSync(aside, { recursive: true, force: true })
}
