// Builds the web app and fails if the compressed scripts of a page exceed their budget.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runChild } from './set-up/run-child.js'
import { measurePages } from './web-size/measure-pages.js'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const output = mkdtempSync(join(tmpdir(), 'millrace-web-size-'))
const interruption = new AbortController()
process.once('SIGINT', () => interruption.abort()).once('SIGTERM', () => interruption.abort())

try {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const args = [vite, 'build', '--manifest', '--outDir', output, '--emptyOutDir', '--logLevel', 'warn']
  const env = { ...process.env, NODE_ENV: 'production' }
  const build = await runChild(process.execPath, args, {
    cwd: join(root, 'web'),
    signal: interruption.signal,
    env,
  })
  if (!build.ok) throw new Error(`The web app cannot be built:\n${build.output}`)
  const manifest = /** @type {import('./web-size/measure-pages.js').Manifest} */ (
    JSON.parse(readFileSync(join(output, '.vite', 'manifest.json'), 'utf8'))
  )
  // The build leaves a compressed copy of every script, which is what browsers get.
  const pages = measurePages(manifest, (file) => statSync(join(output, `${file}.br`)).size)
  for (const { page, bytes, budget, files } of pages) {
    const mark = bytes > budget ? 'EXCEEDS' : 'of'
    const sizes = `${(bytes / 1000).toFixed(1)} KB ${mark} ${budget / 1000} KB`
    process.stdout.write(`${sizes.padEnd(26)} ${page} (${files} files)\n`)
  }
  if (pages.some(({ bytes, budget }) => bytes > budget)) process.exitCode = 1
} finally {
  rmSync(output, { recursive: true, force: true })
}
