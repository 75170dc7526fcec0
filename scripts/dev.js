// Runs the service, which restarts when its sources change, and the web app with live reload. Both stop if one of them
// exits or on Ctrl-C.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
const stopTimeoutMs = 10_000

const children = [
  start(['--watch', join(root, 'server', 'src', 'main.js'), 'serve'], root),
  start([vite, '--clearScreen', 'false'], join(root, 'web')),
]
let isStopping = false
process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop)

/**
 * @param {string[]} args
 * @param {string} cwd
 */
function start(args, cwd) {
  const child = spawn(process.execPath, args, { cwd, stdio: 'inherit' })
  child.on('exit', (code) => {
    if (!isStopping) process.exitCode = code ?? 1
    stop()
  })
  return child
}

function stop() {
  if (isStopping) return
  isStopping = true
  const running = children.filter((child) => child.exitCode === null && child.signalCode === null)
  for (const child of running) child.kill('SIGTERM')
  setTimeout(() => {
    for (const child of running) child.kill('SIGKILL')
  }, stopTimeoutMs).unref()
}
