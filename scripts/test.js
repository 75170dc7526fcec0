// Runs every test, or those whose path contains one of the arguments: contract, server and scripts on Node's
// test runner (with one real PostgreSQL for all of them), the web app on Vitest, the whole in a browser. The
// last line is the sum, the exit code tells whether all is well.
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { availableParallelism, constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium } from '../e2e/src/support/find-chromium.ts'
import { startPostgres } from '../server/test/support/embedded-postgres.ts'
import { findTestFiles } from './test/find-test-files.js'
import { print, printFailure, printFailuresAgain, printHeading, printLoudly } from './test/print.js'
import { runNodeTests } from './test/run-node-tests.js'
import { runWebTests } from './test/run-web-tests.js'
import { endStrayProcesses } from './test/stray-processes.js'
import { addTallies, countTests, describeTally, emptyTally } from './test/tally.js'

/** @typedef {import('./test/tally.js').Tally} Tally */

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const filters = process.argv.slice(2)
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
  printFailure('Processes that the tests left running', strays.join('\n'))
  tallies.push({ ...emptyTally(), failed: 1 })
}
printFailuresAgain()
if (received.signal !== null) print(`\nStopped by ${received.signal}.`)

const sum = addTallies(tallies)
print(`\n${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
print(describeTally(sum))
// Said outright: something a test left open must not keep the run from ending.
process.exit(received.signal === null ? Number(sum.failed > 0) : 128 + constants.signals[received.signal])

/** @returns {Promise<Tally[]>} */
async function runParts() {
  const files = findTestFiles(root, filters)
  const cores = availableParallelism()
  if (filters.length > 0 && files.unit.length + files.web.length + files.browser.length === 0) {
    printFailure(`No test file has ${filters.map((filter) => `"${filter}"`).join(' or ')} in its path`, '')
    return [{ ...emptyTally(), failed: 1 }]
  }
  return [
    await runPart('Contract, server and scripts', files.unit, () => runUnitTests(files.unit, cores)),
    await runPart('Web app', files.web, () => runWebTests(root, files.web, interruption.signal)),
    await runPart('In the browser', files.browser, () => runBrowserTests(files.browser)),
  ]
}

/**
 * @param {string} title
 * @param {readonly string[]} files
 * @param {() => Promise<Tally>} runTests
 */
async function runPart(title, files, runTests) {
  if (interruption.signal.aborted || (files.length === 0 && filters.length > 0)) return emptyTally()
  printHeading(title)
  let tally = emptyTally()
  try {
    if (files.length > 0) tally = await runTests()
  } catch (error) {
    if (interruption.signal.aborted) return tally
    printFailure('The runner itself failed', String(error instanceof Error ? error.stack : error))
    return addTallies([tally, { ...emptyTally(), failed: 1 }])
  }
  if (countTests(tally) > 0 || interruption.signal.aborted) return tally
  printFailure('Not a single test ran', '')
  return { ...tally, failed: 1 }
}

/**
 * @param {readonly string[]} files
 * @param {number} concurrency
 */
async function runUnitTests(files, concurrency) {
  const needsPostgres = files.some((file) => file.startsWith('server/'))
  const isGiven = process.env['MILLRACE_TEST_POSTGRES_URL'] !== undefined
  const postgres = needsPostgres && !isGiven ? await startPostgres() : null
  if (postgres !== null) process.env['MILLRACE_TEST_POSTGRES_URL'] = postgres.url
  try {
    return await runNodeTests(root, files, { concurrency, signal: interruption.signal })
  } finally {
    await postgres?.stop()
    if (postgres !== null) delete process.env['MILLRACE_TEST_POSTGRES_URL']
  }
}

/** @param {readonly string[]} files */
async function runBrowserTests(files) {
  const chromium = await findChromium({ mayInstall: true, onProgress: print })
  if ('missing' in chromium) {
    printLoudly(`THE TESTS IN THE BROWSER WERE SKIPPED (${files.length} files).\n${chromium.missing}`)
    return { ...emptyTally(), skipped: files.length }
  }
  process.env['MILLRACE_TEST_CHROMIUM'] = chromium.path
  // One at a time: a browser and a server keep two cores busy.
  return await runNodeTests(root, files, { concurrency: 1, signal: interruption.signal })
}

/** Settings of the person who runs the tests are not part of what is tested. */
function isolateEnvironment() {
  for (const name of Object.keys(process.env)) {
    const isSetting = /^(?:HOST|PORT|DATABASE_URL|LOG_LEVEL|NODE_ENV|PG[A-Z]+)$|^MILLRACE_(?!TEST_)/.test(
      name,
    )
    if (isSetting) delete process.env[name]
  }
}
