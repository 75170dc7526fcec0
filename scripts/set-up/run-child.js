import { spawn } from 'node:child_process'

/**
 * Runs a command and keeps what it prints. Ends the command when the signal aborts, and answers only after it
 * is gone.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, signal: AbortSignal, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export function runChild(command, args, { cwd, signal, env = process.env }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const stop = () => child.kill('SIGTERM')
    signal.addEventListener('abort', stop, { once: true })
    child.stdout.setEncoding('utf8').on('data', (text) => (output += text))
    child.stderr.setEncoding('utf8').on('data', (text) => (output += text))
    child.on('error', (error) => {
      output += `${command}: ${error.message}\n`
      resolve({ ok: false, output })
    })
    child.on('close', (code) => {
      signal.removeEventListener('abort', stop)
      resolve({ ok: code === 0, output })
    })
  })
}
