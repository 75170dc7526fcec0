import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { packagedNode } from './node-version.js'

/**
 * The version of the packaged Node, or null when the platform has none. A binary that is there but does not
 * run (musl instead of glibc, say) is taken off the path: otherwise it would hide a good Node of the system.
 *
 * @param {string} root
 * @returns {string | null}
 */
export function probePackagedNode(root) {
  const path = packagedNode(root)
  if (!existsSync(path)) return null
  const probe = spawnSync(path, ['--version'], { encoding: 'utf8' })
  if (probe.status === 0) return probe.stdout.trim().replace(/^v/, '')
  rmSync(path, { force: true })
  return null
}
