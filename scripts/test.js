// Runs every test, or only those whose path contains one of the arguments: contract, server and scripts on Node's test
// runner (with one PostgreSQL server for all of them), the web app on Vitest, and the product in a browser. With --fast
// only the fast tier runs: no PostgreSQL, no other processes, no browser. The last line is the sum of all results, and
// the exit code is 0 only if every test passed.
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { availableParallelism, constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium } from '../e2e/src/support/find-chromium.ts'
import { startPostgres } from '../server/test/support/embedded-postgres.ts'
import { FastTier } from './test/fast-tier.js'
import { groupFiles } from './test/group-files.js'
import { findTestFiles } from './test/find-test-files.js'
import {
  print,
  printBanner,
  printFailure,
  printHeading,
  printProblemsAgain,
  printSlowestFiles,
} from './test/print.js'
import { runNodeTests } from './test/run-node-tests.js'
import { runWebTests } from './test/run-web-tests.js'
import { endStrayProcesses } from './test/stray-processes.js'
import {
  addTallies,
  describeIncomplete,
  describeTally,
  emptyTally,
  isEmpty,
  isSuccess,
} from './test/tally.js'

/** @typedef {import('./test/tally.js').Tally} Tally */

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { isFast, filters } = readArguments(process.argv.slice(2))
const startedAt = performance.now()

isolateEnvironment()
const mark = `MILLRACE_TEST_RUN=${randomBytes(8).toString('hex')}`
process.env['MILLRACE_TEST_RUN'] = mark.split('=')[1]
mkdirSync(join(root, '.tmp'), { recursive: true })

const interruption = new AbortController()
/** @type {{ signal: NodeJS.Signals | null }} */
const received = { signal: null }
for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(name, () => {
    received.signal = name
    interruption.abort()
  })
}

const tallies = await runParts()
const strays = await endStrayProcesses(mark)
if (strays.length > 0) {
  printFailure('The tests left processes running', strays.join('\n'))
  tallies.push({ ...emptyTally(), failed: 1 })
}
printProblemsAgain()
printSlowestFiles()

const sum = addTallies(tallies)
print('')
if (received.signal !== null) print(`Interrupted by ${received.signal}.`)
for (const line of describeIncomplete(sum)) print(line)
print(`${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
print(describeTally(sum))
// An explicit exit: a handle that the runner left open must not keep the run from ending.
process.exit(received.signal === null ? Number(!isSuccess(sum)) : 128 + constants.signals[received.signal])

/** @param {readonly string[]} args */
function readArguments(args) {
  const flags = args.filter((arg) => arg.startsWith('--'))
  const unknown = flags.find((flag) => flag !== '--fast')
  if (unknown !== undefined) {
    print(`Unknown option ${unknown}. Usage: node scripts/test.js [--fast] [<part of a path> ...]`)
    process.exit(2)
  }
  return { isFast: flags.length > 0, filters: args.filter((arg) => !arg.startsWith('--')) }
}

/** @returns {Promise<Tally[]>} */
async function runParts() {
  const files = findFiles()
  if (filters.length > 0 && files.unit.length + files.web.length + files.browser.length === 0) {
    const words = filters.map((filter) => `"${filter}"`).join(' or ')
    printFailure(`No test file ${isFast ? 'of the fast tier ' : ''}has ${words} in its path`, '')
    return [{ ...emptyTally(), failed: 1 }]
  }
  return [
    await runPart('Contract, server and scripts', files.unit, () => runUnitTests(files.unit)),
    await runPart('Web app', files.web, () => runWebTests(root, files.web, interruption.signal)),
    ...(isFast ? [] : [await runPart('Browser', files.browser, () => runBrowserTests(files.browser))]),
  ]
}

function findFiles() {
  const files = findTestFiles(root, filters)
  if (!isFast) return files
  const tier = new FastTier(root)
  return { unit: files.unit.filter((file) => tier.has(file)), web: files.web, browser: [] }
}

/**
 * @param {string} title
 * @param {readonly string[]} files
 * @param {() => Promise<Tally>} runTests
 */
async function runPart(title, files, runTests) {
  if (files.length === 0 && filters.length > 0) return emptyTally()
  if (interruption.signal.aborted) return { ...emptyTally(), notRun: files.length }
  printHeading(title)
  let tally = emptyTally()
  try {
    if (files.length > 0) tally = await runTests()
  } catch (error) {
    if (interruption.signal.aborted) return { ...tally, aborted: files.length }
    printFailure('The test runner failed', String(error instanceof Error ? error.stack : error))
    return addTallies([tally, { ...emptyTally(), failed: 1 }])
  }
  if (!isEmpty(tally) || interruption.signal.aborted) return tally
  printFailure('No test ran', '')
  return { ...tally, failed: 1 }
}

/** @param {readonly string[]} files */
async function runUnitTests(files) {
  const needsPostgres = !isFast && files.some((file) => file.startsWith('server/'))
  const isGiven = process.env['MILLRACE_TEST_POSTGRES_URL'] !== undefined
  const postgres = needsPostgres && !isGiven ? await startPostgres() : null
  if (postgres !== null) process.env['MILLRACE_TEST_POSTGRES_URL'] = postgres.url
  try {
    // One more than there are cores: many tests wait for other processes, timers or the database.
    const concurrency = availableParallelism() + 1
    // With a filter, each file keeps its own process and its own line.
    const isGrouped = isFast && filters.length === 0
    const started = isGrouped ? groupFiles(root, files, concurrency * 2) : files
    return await runNodeTests(root, started, { concurrency, signal: interruption.signal })
  } finally {
    await postgres?.stop()
    if (postgres !== null) delete process.env['MILLRACE_TEST_POSTGRES_URL']
  }
}

/** @param {readonly string[]} files */
async function runBrowserTests(files) {
  const chromium = await findChromium({ mayInstall: true, onProgress: print })
  if ('missing' in chromium) {
    printBanner(`THE BROWSER TESTS WERE SKIPPED (${files.length} files).\n${chromium.missing}`)
    return { ...emptyTally(), skipped: files.length }
  }
  process.env['MILLRACE_TEST_CHROMIUM'] = chromium.path
  // A test in the browser waits for most of its time: one file per core still leaves it idle at times.
  const concurrency = availableParallelism()
  return await runNodeTests(root, files, { concurrency, signal: interruption.signal })
}

/** Removes the settings of the person who runs the tests, so that they do not change the results. */
function isolateEnvironment() {
  for (const name of Object.keys(process.env)) {
    const isSetting = /^(?:HOST|PORT|DATABASE_URL|LOG_LEVEL|NODE_ENV|PG[A-Z]+)$|^MILLRACE_(?!TEST_)/.test(
      name,
    )
    if (isSetting) delete process.env[name]
  }
}
