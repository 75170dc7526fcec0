// Measures how many operations of OpenAPI documents can be imported. Takes files, folders and names of npm packages, which
// are downloaded into a temporary folder:  node scripts/measure-openapi.js @octokit/openapi ./openapi.yaml
import { execFile } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { buildImportedRequest } from '../server/src/integrations/openapi/build-imported-request.ts'
import { importDocument } from '../server/src/integrations/openapi/import-document.ts'
import { readDocument } from '../server/src/integrations/openapi/read-document.ts'

const run = promisify(execFile)
const total = { documents: 0, imported: 0, skipped: 0, unbuilt: 0 }
/** @type {Map<string, number>} */
const reasons = new Map()

for (const target of process.argv.slice(2)) {
  if (existsSync(target)) await measureAll(target, target)
  else await measurePackage(target)
}
const share = (100 * total.imported) / Math.max(1, total.imported + total.skipped)
console.log(
  `\n${total.documents} documents, ${total.imported} of ${total.imported + total.skipped} operations imported (${share.toFixed(2)} %)`,
)
if (total.unbuilt > 0) {
  console.log(`${total.unbuilt} imported operations cannot be built into a request`)
  process.exitCode = 1
}
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
 * @param {string} path
 * @param {string} name
 */
async function measureAll(path, name) {
  const files = statSync(path).isDirectory()
    ? globSync('**/*.{json,yaml,yml}', { cwd: path }).map((file) => join(path, file))
    : [path]
  for (const file of files.sort()) await measure(file, `${name} ${basename(file)}`)
}

/**
 * @param {string} file
 * @param {string} label
 */
async function measure(file, label) {
  const text = await readFile(file, 'utf8')
  // Packages contain many other files; an OpenAPI document names its version near the beginning.
  if (!/["']?(?:openapi["']?\s*:\s*["']?3\.|swagger["']?\s*:\s*["']?2\.0)/.test(text.slice(0, 5000))) return
  const startedAt = performance.now()
  const source = 'https://example.com/openapi.json'
  const read = readDocument(text, source)
  if (!read.ok) {
    console.log(`${label}: ${read.problem}`)
    return
  }
  const { api, parts, baseUrl, operations } = importDocument(read.document, source)
  const ms = Math.round(performance.now() - startedAt)
  total.documents += 1
  total.imported += api.operationCount
  total.skipped += api.skippedCount
  for (const operation of operations) if (!canBeBuilt(operation, baseUrl ?? source)) total.unbuilt += 1
  for (const { reason } of api.skipped) {
    const kind = reason.replace(/\(.*\)/, '(…)')
    reasons.set(kind, (reasons.get(kind) ?? 0) + 1)
  }
  const size = `${(text.length / 1024).toFixed(0)} KiB`
  console.log(
    `${label}: ${api.operationCount} imported, ${api.skippedCount} skipped; ${parts.size} parts, ${size}, ${ms} ms, ${baseUrl}`,
  )
}

/**
 * Whether sample values for all parameters make a request with a valid URL.
 *
 * @param {import('../server/src/domain/integrations/imported-api.ts').ImportedOperation} operation
 * @param {string} baseUrl
 */
function canBeBuilt(operation, baseUrl) {
  const { parameters, body } = operation
  const values = Object.fromEntries(
    parameters.map(({ key }, index) => [key, index % 2 === 0 ? 'a b' : ['a', 'b']]),
  )
  const bodies = { json: { a: 1 }, form: { a: ['b'] }, multipart: { a: 'b' }, text: 'a', base64: 'YQ==' }
  const request = buildImportedRequest(operation, {
    ...values,
    ...(body === undefined ? {} : { [body.key]: bodies[body.as] }),
  })
  return (
    !('ok' in request) &&
    URL.canParse(`${operation.baseUrl ?? baseUrl}${request.path}?${request.query.join('&')}`)
  )
}
