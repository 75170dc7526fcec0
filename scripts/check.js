// Static checks: format, lint, types, dead code, script sizes, and whether generated files are up to date. Prints one line per check,
// and the full output of those that fail.
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { styleText } from 'node:util'
import { listFiles } from './set-up/fingerprint.js'
import { runChild } from './set-up/run-child.js'

/** @typedef {{ title: string, args: string[] }} Check */

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const interruption = new AbortController()
process.once('SIGINT', () => interruption.abort()).once('SIGTERM', () => interruption.abort())

const checks = listChecks()
/** @type {{ title: string, output: string }[]} */
const failures = []
let next = 0
// The slow checks come first in the list, so that no core is idle at the end.
await Promise.all(Array.from({ length: availableParallelism() }, work))

for (const { title, output } of failures) {
  process.stdout.write(`\n${styleText(['bold', 'red'], title)}\n${output.trimEnd()}\n`)
}
process.exitCode = failures.length > 0 || interruption.signal.aborted ? 1 : 0

async function work() {
  for (
    let check = checks[next++];
    check !== undefined && !interruption.signal.aborted;
    check = checks[next++]
  ) {
    const startedAt = performance.now()
    const result = await runChild(process.execPath, check.args, { cwd: root, signal: interruption.signal })
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const mark = result.ok ? styleText('green', '✔') : styleText('red', '✖')
    process.stdout.write(`${mark} ${check.title} ${styleText('dim', `${seconds} s`)}\n`)
    if (!result.ok) failures.push({ title: check.title, output: result.output })
  }
}

/** @returns {Check[]} */
function listChecks() {
  return [
    {
      title: 'lint',
      args: [
        tool('oxlint', 'bin/oxlint'),
        '--type-aware',
        '--deny-warnings',
        '--report-unused-disable-directives',
      ],
    },
    ...['server', 'web', 'contract', 'expressions', 'e2e', 'bench', 'scripts']
      .filter(hasSources)
      .map((folder) => ({
        title: `types in ${folder}`,
        args: [tool('typescript', 'bin/tsc'), '-p', folder],
      })),
    { title: 'web script sizes', args: [join(root, 'scripts', 'check-web-size.js')] },
    { title: 'dead code', args: [tool('knip', 'bin/knip.js'), '--no-progress'] },
    { title: 'generated files', args: [join(root, 'scripts', 'generate.js'), '--check'] },
    { title: 'format', args: [tool('oxfmt', 'bin/oxfmt'), '--check'] },
  ]
}

/** @param {string} folder */
function hasSources(folder) {
  if (!existsSync(join(root, folder, 'tsconfig.json'))) return false
  const files = listFiles(root, [folder], (path) => /\/(?:node_modules|dist)$/.test(path))
  return files.some((file) => /\.[jt]sx?$/.test(file))
}

/**
 * @param {string} name
 * @param {string} path
 */
function tool(name, path) {
  return join(root, 'node_modules', name, path)
}
