import { spawn } from 'node:child_process'

/**
 * `signal` is the one that killed the process, if any.
 *
 * @typedef {{ ok: boolean, output: string, signal: NodeJS.Signals | null }} ChildResult
 */

/**
 * Runs a command and collects its output. Ends the command if the signal aborts, and resolves only after the process
 * has ended.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, signal: AbortSignal, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<ChildResult>}
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
      resolve({ ok: false, output, signal: null })
    })
    child.on('close', (code, killedBy) => {
      signal.removeEventListener('abort', stop)
      resolve({ ok: code === 0, output, signal: killedBy })
    })
  })
}
