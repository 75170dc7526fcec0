import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'

type Settings = Readonly<Record<string, string>>
type Child = ChildProcessByStdio<Writable, Readable, Readable>

/** A checkout of a release with its packages installed, as an operator uses it: by its program and its port. */
export class Release {
  readonly #main: string

  constructor(checkout: string) {
    const folder = join(checkout, 'server')
    const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      bin: { millrace: string }
    }
    this.#main = join(folder, bin.millrace)
  }

  /** Runs one command and returns what it printed. */
  async command(settings: Settings, words: readonly string[], input = ''): Promise<string> {
    const child = this.#spawn(settings, words)
    const output = collect(child)
    child.stdin.end(input)
    const [code] = (await once(child, 'close')) as [number | null]
    if (code !== 0) throw new Error(`millrace ${words.join(' ')} failed:\n${output.text}`)
    return output.text
  }

  /** Starts the service; resolves once it listens. */
  async serve(settings: Settings): Promise<ServingRelease> {
    const port = await findFreePort()
    const child = this.#spawn({ ...settings, PORT: String(port) }, ['serve'])
    const output = collect(child)
    const exited = once(child, 'close')
    for (;;) {
      // It says its public address, which need not lead here.
      if (/^Millrace is running at /m.test(output.text)) {
        const url = `http://127.0.0.1:${port}`
        return { url, stop: () => end(child, exited, 'SIGTERM'), kill: () => end(child, exited, 'SIGKILL') }
      }
      const isOver = await Promise.race([
        once(child.stdout, 'data').then(() => false),
        exited.then(() => true),
      ])
      if (isOver) throw new Error(`The service did not start:\n${output.text}`)
    }
  }

  #spawn(settings: Settings, words: readonly string[]): Child {
    const { PATH = '', HOME = '' } = process.env
    const mark = process.env['MILLRACE_TEST_RUN']
    return spawn(process.execPath, [this.#main, ...words], {
      env: { PATH, HOME, ...(mark !== undefined && { MILLRACE_TEST_RUN: mark }), ...settings },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
  }
}

export interface ServingRelease {
  readonly url: string
  /** Lets the process write what it has in memory. */
  stop(): Promise<void>
  /** Ends the process as a crash does: what it had under way stays under way in its database. */
  kill(): Promise<void>
}

async function end(child: Child, exited: Promise<unknown>, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal)
  await exited
}

function collect(child: Child): { text: string } {
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output.text += text))
  }
  return output
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
