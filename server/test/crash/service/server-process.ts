import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(import.meta.resolve('../../../src/main.js'))
const ERROR_LEVEL = 50

/** Ends with this process, however that ends: an orphaned service would run forever. */
const running = new Set<ChildProcess>()
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')))

/** One process of the real service, from its sources unless `main` says otherwise. */
export class ServerProcess {
  readonly spawnedAt = performance.now()
  /** Resolves to the URL once the service has printed it; undefined when the process ended before. */
  readonly ready: Promise<string | undefined>
  readonly ended: Promise<void>
  /** The URL, while it listens. */
  url: string | undefined
  exitCode: number | null = null
  hasEnded = false
  readonly #child: ChildProcess
  #output = ''
  #log = ''

  constructor(settings: Readonly<Record<string, string>>, main = MAIN) {
    this.#child = spawn(process.execPath, ['--expose-gc', main, 'serve'], {
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

  get pid(): number | undefined {
    return this.#child.pid
  }

  async kill(): Promise<void> {
    this.url = undefined
    this.#child.kill('SIGKILL')
    await this.ended
  }

  /** Asks it to stop gracefully. */
  async stop(): Promise<void> {
    this.url = undefined
    this.#child.kill('SIGTERM')
    await this.ended
  }

  /**
   * Error lines of its log, except for a database that was briefly unreachable, which happens on an overloaded
   * machine. A last line that the kill cut off does not count.
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
        this.#output += text
        const url = /^Millrace is running at (\S+)$/m.exec(this.#output)?.[1]
        if (url === undefined || this.url !== undefined) return
        this.url = url
        resolve(url)
      })
    })
  }
}

/** A line that is not JSON was printed by something that crashed. */
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

/** What a process needs to run at all, and the marker by which a test run finds stray processes. */
function inherited(): NodeJS.ProcessEnv {
  const names = Object.keys(process.env).filter(
    (name) => /^(?:PATH|HOME|TMPDIR|TEMP|TMP|SYSTEMROOT)$/i.test(name) || name.startsWith('MILLRACE_TEST_'),
  )
  return Object.fromEntries(names.map((name) => [name, process.env[name]]))
}
