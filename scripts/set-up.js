// Runs before `npm start`, `npm test` and their kin: installs the packages, builds the web app and bundles
// the server, each only when something changed. It must start on any Node from 20 up and before anything is
// installed, so it and everything it imports is plain JavaScript on Node's own modules. Nothing is written to
// standard output: that belongs to the command that follows.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isReady } from './set-up/ready.js'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const mode = process.argv[2]

if (mode !== 'run' && mode !== 'develop') {
  process.stderr.write('Usage: node scripts/set-up.js run|develop\n')
  process.exitCode = 2
} else if (!isReady(root, mode)) {
  // Loaded only now: the usual start has nothing to do and should not pay for the rest.
  const { setUp } = await import('./set-up/set-up.js')
  process.exitCode = await setUp(root, mode)
}
