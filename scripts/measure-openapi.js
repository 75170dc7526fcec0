// How much of the OpenAPI documents that others wrote becomes actions. Takes files, folders and names of npm packages,
// which are fetched into a temporary folder:  node scripts/measure-openapi.js @octokit/openapi ./openapi.yaml
import { execFile } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { importDocument } from '../server/src/integrations/openapi/import-document.ts'
import { readDocument } from '../server/src/integrations/openapi/read-document.ts'

const run = promisify(execFile)
const total = { documents: 0, taken: 0, skipped: 0 }
/** @type {Map<string, number>} */
const reasons = new Map()

for (const target of process.argv.slice(2)) {
  if (existsSync(target)) await measureAll(target, target)
  else await measurePackage(target)
}
const share = (100 * total.taken) / Math.max(1, total.taken + total.skipped)
console.log(
  `\n${total.documents} documents, ${total.taken} of ${total.taken + total.skipped} operations taken (${share.toFixed(2)} %)`,
)
for (const [reason, count] of [...reasons].sort((a, b) => b[1] - a[1]).slice(0, 20)) {
  console.log(`${String(count).padStart(6)}  ${reason}`)
}

/** @param {string} name */
async function measurePackage(name) {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-openapi-'))
  try {
    const { stdout } = await run('npm', ['pack', name, '--silent', '--pack-destination', folder])
    const [file = ''] = stdout.trim().split('\n').slice(-1)
    await run('tar', ['xzf', join(folder, basename(file)), '-C', folder])
    await measureAll(folder, name)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * @param {string} place
 * @param {string} name
 */
async function measureAll(place, name) {
  const files = statSync(place).isDirectory()
    ? globSync('**/*.{json,yaml,yml}', { cwd: place }).map((file) => join(place, file))
    : [place]
  for (const file of files.sort()) await measure(file, `${name} ${basename(file)}`)
}

/**
 * @param {string} file
 * @param {string} label
 */
async function measure(file, label) {
  const text = await readFile(file, 'utf8')
  // Packages hold many other files; a document says in its beginning what it is.
  if (!/["']?openapi["']?\s*:\s*["']?3\./.test(text.slice(0, 5000))) return
  const startedAt = performance.now()
  const read = await readDocument(text)
  if (!read.ok) {
    console.log(`${label}: ${read.problem}`)
    return
  }
  const { api, parts, baseUrl } = importDocument(read.document, 'https://example.com/openapi.json')
  const ms = Math.round(performance.now() - startedAt)
  total.documents += 1
  total.taken += api.operationCount
  total.skipped += api.skippedCount
  for (const { reason } of api.skipped) {
    const kind = reason.replace(/\(.*\)/, '(…)')
    reasons.set(kind, (reasons.get(kind) ?? 0) + 1)
  }
  const size = `${(text.length / 1024).toFixed(0)} KiB`
  console.log(
    `${label}: ${api.operationCount} taken, ${api.skippedCount} skipped; ${parts.size} parts, ${size}, ${ms} ms, ${baseUrl}`,
  )
}
