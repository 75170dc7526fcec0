// Writes the files that are generated from the sources. With --check it only lists those that differ.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { applyGenerated, collectGenerated, compareGenerated } from './generate/generated-files.js'

/**
 * Modules that export `generate(): Promise<{ path: string, content: string }[]>`, relative to this file. The paths that
 * they return are relative to the root of the project. Every file in docs/reference/ is generated: a file there that no
 * generator returns is removed.
 *
 * @type {readonly string[]}
 */
const generators = [
  '../server/src/start/generate/open-api.ts',
  '../server/src/start/generate/errors.ts',
  '../server/src/start/generate/nodes.ts',
  '../server/src/start/generate/integrations.ts',
  '../server/src/start/generate/configuration.ts',
  './generate/web-operations.js',
]

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = await Promise.all(generators.map((path) => import(path)))
const wanted = await collectGenerated(modules)
const differences = compareGenerated(root, wanted)

if (process.argv.includes('--check')) {
  for (const { path, state } of differences) process.stdout.write(`${path} is ${state}\n`)
  if (differences.length > 0) {
    process.stdout.write('Generated files do not match their sources. Run `npm run generate`.\n')
    process.exitCode = 1
  }
} else {
  applyGenerated(root, wanted, differences)
  for (const { path } of differences) process.stdout.write(`${path}\n`)
}
