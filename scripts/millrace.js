// Runs Millrace. If the bundle of the set-up matches the current sources exactly, it is loaded from the bundle, which takes
// a third of the time. Otherwise it is loaded from the sources.
import { dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isAtLeast, oldestNode } from './set-up/node-version.js'

if (isAtLeast(process.versions.node, oldestNode)) await run()
else {
  process.stderr.write(
    `Millrace needs Node ${oldestNode} or newer, but this is Node ${process.versions.node}: use \`npm start\` or \`npm run millrace\`, which bring their own.\n`,
  )
  process.exitCode = 1
}

async function run() {
  // Loaded after the check: an older Node does not have it, and would print a stack trace instead.
  const { enableCompileCache } = await import('node:module')
  enableCompileCache()
  const { findServerEntry } = await import('./set-up/server-bundle.js')
  const root = dirname(dirname(fileURLToPath(import.meta.url)))
  await import(pathToFileURL(findServerEntry(root, process.versions.node)).href)
}
