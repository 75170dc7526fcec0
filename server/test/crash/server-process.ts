import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(import.meta.resolve('../../src/main.js'))
const ERROR_LEVEL = 50

/** Ends with this process, however that ends: a service that nobody kills would run for ever. */
const running = new Set<ChildProcess>()
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')))

/** One process of the real service, from its sources. */
export class ServerProcess {
  readonly spawnedAt = performance.now()
  /** Resolves to the address once the service has said it; undefined when the process ended before. */
  readonly ready: Promise<string | undefined>
  readonly ended: Promise<void>
  /** The address, while it listens. */
  url: string | undefined
  exitCode: number | null = null
  hasEnded = false
  readonly #child: ChildProcess
  #said = ''
  #log = ''

  constructor(settings: Readonly<Record<string, string>>) {
    this.#child = spawn(process.execPath, ['--expose-gc', MAIN, 'serve'], {
      env: { ...inherited(), PORT: '0', MILLRACE_DISK_FLOOR_MB: '0', LOG_LEVEL: 'warn', ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.add(this.#child)
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#log += text))
    this.ended = once(this.#child, 'close').then(([code]) => {
      running.delete(this.#child)
      this.hasEnded = true
      this.exitCode = code as number | null
      this.url = undefined
    })
    this.ready = Promise.race([this.#untilReady(), this.ended.then(() => undefined)])
  }

  get isReady(): boolean {
    return this.url !== undefined
  }

  async kill(): Promise<void> {
    this.url = undefined
    this.#child.kill('SIGKILL')
    await this.ended
  }

  /** Asks it to stop in order. */
  async stop(): Promise<void> {
    this.url = undefined
    this.#child.kill('SIGTERM')
    await this.ended
  }

  /**
   * Lines of its log that tell of an error, but for a database that could not be reached for a moment, which happens on a
   * machine with too much to do. A last line that was cut off by the kill is none.
   */
  errors(): readonly string[] {
    return this.#log
      .split('\n')
      .slice(0, -1)
      .filter((line) => levelOf(line) >= ERROR_LEVEL)
  }

  async #untilReady(): Promise<string> {
    return await new Promise((resolve) => {
      this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        this.#said += text
        const url = /^Millrace is running at (\S+)$/m.exec(this.#said)?.[1]
        if (url === undefined || this.url !== undefined) return
        this.url = url
        resolve(url)
      })
    })
  }
}

/** What is no line of the log was printed by something that broke. */
function levelOf(line: string): number {
  if (line.trim() === '' || isNotice(line)) return 0
  try {
    const { level, err } = JSON.parse(line) as { level: number; err?: { kind?: string } }
    return err?.kind === 'unavailable' ? 0 : level
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** Node's own notices, such as that of an experimental module. */
function isNotice(line: string): boolean {
  return /^\(node:\d+\)|^\(Use `node --trace/.test(line)
}

/** What a process needs to run at all, and the mark by which a test run finds what it left behind. */
function inherited(): NodeJS.ProcessEnv {
  const names = Object.keys(process.env).filter(
    (name) => /^(?:PATH|HOME|TMPDIR|TEMP|TMP|SYSTEMROOT)$/i.test(name) || name.startsWith('MILLRACE_TEST_'),
  )
  return Object.fromEntries(names.map((name) => [name, process.env[name]]))
}
