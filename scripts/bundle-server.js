// Bundles the server into the given folder. The set-up runs this script with the Node of the project.
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleServer } from './bundle/bundle-server.js'

const folder = process.argv[2]

if (folder === undefined) {
  process.stderr.write('Usage: node scripts/bundle-server.js <folder>\n')
  process.exitCode = 2
} else {
  await bundleServer(dirname(dirname(fileURLToPath(import.meta.url))), resolve(folder))
}
