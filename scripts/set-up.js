// Runs before `npm start`, `npm test` and similar commands: installs the packages, builds the web app and bundles the
// server, each only if something changed. It must run on Node 20 and newer and before anything is installed, so it and
// everything it imports is plain JavaScript that uses only Node's own modules. It writes nothing to standard output, which
// belongs to the command that follows.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isReady } from './set-up/ready.js'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const mode = process.argv[2]

if (mode !== 'run' && mode !== 'develop') {
  process.stderr.write('Usage: node scripts/set-up.js run|develop\n')
  process.exitCode = 2
} else if (!isReady(root, mode)) {
  // Loaded late: a start usually has nothing to set up and should not pay for loading the rest.
  const { setUp } = await import('./set-up/set-up.js')
  process.exitCode = await setUp(root, mode)
}
