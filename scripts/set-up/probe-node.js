import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { packagedNode } from './node-version.js'

/**
 * The version of the packaged Node, or null if the platform has none. A binary that does not run (a glibc binary on
 * musl, for example) is removed from the path: otherwise it would hide a working Node of the system.
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
