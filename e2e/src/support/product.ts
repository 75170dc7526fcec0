import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../../server/src/main.js', import.meta.url))
const START_TIMEOUT_MS = 30_000

/** Millrace, started from its sources in a separate process with its own data folder. */
export interface Product {
  readonly url: string
  /** The one-time setup link from the output. */
  readonly setupLink: string
  readonly firstKey: string
  /** Where the database is. */
  readonly dataFolder: string
  /** Ends the process without warning, as a crash or a power failure would. */
  kill(): Promise<void>
  /** Starts the service again after `kill`, at the same address and on the same data. */
  restart(): Promise<void>
  /** Runs a command of the command line on the data of the product, and returns what it prints. */
  runCommand(args: readonly string[], input?: string): Promise<string>
  stop(): Promise<void>
}

export async function startProduct(env: Readonly<Record<string, string>> = {}): Promise<Product> {
  const data = await mkdtemp(join(tmpdir(), 'millrace-e2e-'))
  let child = spawnServer({ ...env, PORT: '0', MILLRACE_DATA: data })
  try {
    const output = await readUntil(child, /mr_[\w-]{20,}/)
    const url = find(output, /http:\/\/127\.0\.0\.1:\d+/)
    return {
      url,
      setupLink: find(output, /http:\S+\/setup\?token=\S+/),
      firstKey: find(output, /mr_[\w-]{20,}/),
      dataFolder: data,
      kill: () => kill(child),
      async restart() {
        // A test that failed before it killed the process must not leave it behind.
        await kill(child)
        child = spawnServer({ ...env, PORT: new URL(url).port, MILLRACE_DATA: data })
        await readUntil(child, /http:\/\/127\.0\.0\.1:\d+/)
      },
      async runCommand(args, input = '') {
        const command = spawn(process.execPath, [MAIN, ...args], {
          env: { PATH: process.env['PATH'], ...env, MILLRACE_DATA: data },
          stdio: ['pipe', 'pipe', 'inherit'],
        })
        command.stdin.end(input)
        const output = Buffer.concat(await command.stdout.toArray()).toString()
        if (command.exitCode === null) await once(command, 'exit')
        if (command.exitCode !== 0) throw new Error(`${args.join(' ')} failed: ${output}`)
        return output
      },
      stop: () => end(child, data),
    }
  } catch (error) {
    await end(child, data)
    throw error
  }
}

function spawnServer(env: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, [MAIN, 'serve'], {
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function readUntil(child: ChildProcess, wanted: RegExp): Promise<string> {
  let output = ''
  const timeout = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS)
  try {
    for await (const chunk of child.stdout ?? []) {
      output += String(chunk)
      if (wanted.test(output)) return output
    }
  } finally {
    clearTimeout(timeout)
  }
  throw new Error(`Millrace exited before it was ready: ${output}`)
}

function find(text: string, pattern: RegExp): string {
  const found = pattern.exec(text)?.[0]
  if (found === undefined) throw new Error(`The output does not match ${String(pattern)}: ${text}`)
  return found
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

async function end(child: ChildProcess, data: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  await rm(data, { recursive: true, force: true })
}
