import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(import.meta.resolve('../../main.js'))
const SHORT_INTERVAL_SERVICE = fileURLToPath(import.meta.resolve('./short-interval-service.ts'))

export interface Finished {
  /** Null when a signal ended it. */
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A response with the members of its body that tests read. */
export interface ServiceAnswer<Data> {
  readonly status: number
  readonly headers: Headers
  readonly body: {
    readonly data: Data
    readonly error: { readonly code: string; readonly details: Readonly<Record<string, unknown>> }
    readonly problems: readonly string[]
  }
}

export type Settings = Readonly<Record<string, string>>

/** Runs one command in a separate process. */
export async function runProgram(
  words: readonly string[],
  settings: Settings,
  input = '',
): Promise<Finished> {
  const program = new Program([MAIN, ...words], settings)
  program.child.stdin.on('error', () => undefined).end(input)
  return program.finished
}

/** The program in a separate process, with the given settings only. */
class Program {
  readonly child: ChildProcessWithoutNullStreams
  readonly finished: Promise<Finished>
  stdout = ''
  stderr = ''

  constructor(command: readonly string[], settings: Settings) {
    this.child = spawn(process.execPath, command, { env: { ...inherited(), ...settings } })
    this.child.stdout.setEncoding('utf8').on('data', (text: string) => (this.stdout += text))
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => (this.stderr += text))
    this.finished = once(this.child, 'close').then(([code]) => ({
      code: code as number | null,
      stdout: this.stdout,
      stderr: this.stderr,
    }))
  }
}

/** A running service. */
export class ServiceProcess {
  readonly url: string
  readonly #program: Program

  private constructor(program: Program, url: string) {
    this.#program = program
    this.url = url
  }

  /** Starts the service and waits until it prints its address. */
  static start(settings: Settings): Promise<ServiceProcess> {
    return ServiceProcess.#start([MAIN, 'serve'], settings)
  }

  /** The same, from another entry file than that of the sources. */
  static startFrom(main: string, settings: Settings): Promise<ServiceProcess> {
    return ServiceProcess.#start([main, 'serve'], settings)
  }

  /** The same, with the flags of Node that `npm start` sets. */
  static startWithFlags(settings: Settings): Promise<ServiceProcess> {
    return ServiceProcess.#start(['--expose-gc', MAIN, 'serve'], settings)
  }

  /** The same, with short heartbeat, lease and poll intervals. */
  static startWithShortIntervals(settings: Settings): Promise<ServiceProcess> {
    return ServiceProcess.#start([SHORT_INTERVAL_SERVICE], settings)
  }

  static async #start(command: readonly string[], settings: Settings): Promise<ServiceProcess> {
    const program = new Program(command, { PORT: '0', MILLRACE_DISK_FLOOR_MB: '0', ...settings })
    const { child } = program
    const address = async (): Promise<string> => {
      for (;;) {
        const url = /^Millrace is running at (\S+)$/m.exec(program.stdout)?.[1]
        // The announcement is written at once, so it is complete.
        if (url !== undefined) return url
        await once(child.stdout, 'data')
      }
    }
    const failed = program.finished.then(({ stdout, stderr }): string => {
      throw new Error(`The service did not start.\n${stdout}${stderr}`)
    })
    const url = await Promise.race([address(), failed])
    failed.catch(() => undefined)
    return new ServiceProcess(program, url)
  }

  get stdout(): string {
    return this.#program.stdout
  }

  /** The API key that the service printed, if it printed one. */
  get printedKey(): string | undefined {
    return /^ {2}(mr_\S+)$/m.exec(this.stdout)?.[1]
  }

  async request<Data>(
    method: string,
    path: string,
    options: { key?: string; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<ServiceAnswer<Data>> {
    const answer = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(options.key === undefined ? {} : { authorization: `Bearer ${options.key}` }),
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    })
    const body = (await answer.json()) as ServiceAnswer<Data>['body']
    return { status: answer.status, headers: answer.headers, body }
  }

  signal(signal: NodeJS.Signals): void {
    this.#program.child.kill(signal)
  }

  /** Resolves as soon as the log contains the text. */
  async logged(text: string): Promise<void> {
    while (!this.#program.stderr.includes(text)) await once(this.#program.child.stderr, 'data')
  }

  get finished(): Promise<Finished> {
    return this.#program.finished
  }

  /** Kills the process if it still runs; for the end of tests. */
  async end(): Promise<void> {
    if (this.#program.child.exitCode === null && this.#program.child.signalCode === null) {
      this.#program.child.kill('SIGKILL')
    }
    await this.#program.finished
  }
}

/** Variables that a process needs to run, and those by which the test runner finds leftover processes. */
function inherited(): NodeJS.ProcessEnv {
  const names = Object.keys(process.env).filter(
    (name) => /^(?:PATH|HOME|TMPDIR|TEMP|TMP|SYSTEMROOT)$/i.test(name) || name.startsWith('MILLRACE_TEST_'),
  )
  return Object.fromEntries(names.map((name) => [name, process.env[name]]))
}
