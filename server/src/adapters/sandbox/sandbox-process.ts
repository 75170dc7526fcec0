import { spawn, type ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import { parse } from 'node:path'
import type { Socket } from 'node:net'
import { childCommand } from './child-command.ts'
import { encodeMessage, type PipeMessage } from './protocol/encode-message.ts'
import { MessageDecoder } from './protocol/message-decoder.ts'
import { MAX_OUTPUT_BYTES, MAX_REPLY_HEADER_BYTES } from './protocol/sandbox-limits.ts'
import type { RunMessage } from './protocol/messages.ts'

export const CHILD_ENTRY = new URL('child/child.ts', import.meta.url)
/** Below the service: two endless loops on two cores must not slow its answers. */
const NICENESS = 5

export interface ProcessListener {
  onMessage(message: PipeMessage): void
  /** The process ended or spoke nonsense, and was killed; it is of no use any more. */
  onLost(why: string): void
}

/** One child process: the messages it exchanges, and its end. */
export class SandboxProcess {
  readonly ended: Promise<void>
  readonly #child: ChildProcess
  readonly #decoder = new MessageDecoder({ headerBytes: MAX_REPLY_HEADER_BYTES, bodyBytes: MAX_OUTPUT_BYTES })
  #listener: ProcessListener | undefined

  constructor(entry: URL) {
    const { file, args } = childCommand(entry)
    this.#child = spawn(file, args, {
      // Nothing of ours; dates inside must not depend on the machine.
      env: { TZ: 'UTC' },
      cwd: parse(process.execPath).root,
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
    })
    this.ended = new Promise((resolve) => {
      const end = (why: string) => {
        this.#lose(why)
        resolve()
      }
      this.#child.once('error', (error) => end(error.message))
      this.#child.once('close', (code, signal) => end(signal ?? `exit code ${code}`))
    })
    this.#child.stdout?.on('data', (chunk: Buffer) => this.#read(chunk))
    // A child that died takes its pipes along; `close` tells.
    for (const stream of [this.#child.stdin, this.#child.stdout]) stream?.on('error', () => {})
    this.#letTheServiceEnd()
    this.#lowerPriority()
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  send(message: RunMessage, globalsText: string, listener: ProcessListener): void {
    this.#listener = listener
    this.#child.stdin?.write(encodeMessage(message, Buffer.from(globalsText)))
  }

  /** No more words are taken from the process until the next message to it. */
  release(): void {
    this.#listener = undefined
  }

  /** Its end is awaited from here on, so it keeps the service alive until then. */
  kill(): void {
    this.#child.ref()
    this.#child.kill('SIGKILL')
  }

  #read(chunk: Buffer): void {
    const messages = this.#decoder.push(chunk)
    if (messages === undefined) return this.#refuse()
    for (const message of messages) {
      if (this.#listener === undefined) return this.#refuse()
      this.#listener.onMessage(message)
    }
  }

  /** Words that are too long or that nobody asked for: nothing it says later can be trusted either. */
  #refuse(): void {
    this.kill()
    this.#lose('it broke the protocol')
  }

  #lose(why: string): void {
    const listener = this.#listener
    this.#listener = undefined
    listener?.onLost(why)
  }

  /** A waiting child must not keep the process of the service alive; a run does, by its timer. */
  #letTheServiceEnd(): void {
    this.#child.unref()
    for (const stream of [this.#child.stdin, this.#child.stdout]) (stream as Socket | null)?.unref()
  }

  #lowerPriority(): void {
    if (this.#child.pid === undefined) return
    try {
      setPriority(this.#child.pid, NICENESS)
    } catch {
      // It may be gone already, or the system does not allow it: then it competes as an equal.
    }
  }
}
