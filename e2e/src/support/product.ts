import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../../server/src/main.js', import.meta.url))
const START_WITHIN_MS = 30_000

/** The product, from its sources, in a process and a folder of its own. */
export interface Product {
  readonly url: string
  /** The one-time link that was printed. */
  readonly setupLink: string
  readonly firstKey: string
  stop(): Promise<void>
}

export async function startProduct(): Promise<Product> {
  const data = await mkdtemp(join(tmpdir(), 'millrace-e2e-'))
  const child = spawn(process.execPath, [MAIN, 'serve'], {
    env: { PATH: process.env['PATH'], PORT: '0', MILLRACE_DATA: data, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const printed = await readUntil(child, /mr_[\w-]{20,}/)
    return {
      url: find(printed, /http:\/\/127\.0\.0\.1:\d+/),
      setupLink: find(printed, /http:\S+\/setup\?token=\S+/),
      firstKey: find(printed, /mr_[\w-]{20,}/),
      stop: () => end(child, data),
    }
  } catch (error) {
    await end(child, data)
    throw error
  }
}

async function readUntil(child: ChildProcess, wanted: RegExp): Promise<string> {
  let printed = ''
  const overdue = setTimeout(() => child.kill('SIGKILL'), START_WITHIN_MS)
  try {
    for await (const chunk of child.stdout ?? []) {
      printed += String(chunk)
      if (wanted.test(printed)) return printed
    }
  } finally {
    clearTimeout(overdue)
  }
  throw new Error(`The product ended before it was ready: ${printed}`)
}

function find(text: string, pattern: RegExp): string {
  const found = pattern.exec(text)?.[0]
  if (found === undefined) throw new Error(`Nothing like ${String(pattern)} was printed: ${text}`)
  return found
}

async function end(child: ChildProcess, data: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  await rm(data, { recursive: true, force: true })
}
