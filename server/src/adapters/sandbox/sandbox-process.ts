import { spawn, type ChildProcess } from 'node:child_process'
import { constants, getPriority, setPriority } from 'node:os'
import { parse } from 'node:path'
import type { Socket } from 'node:net'
import { childCommand } from './child-command.ts'
import { encodeMessage, type PipeMessage } from './protocol/encode-message.ts'
import { MessageDecoder } from './protocol/message-decoder.ts'
import { MAX_CODE_FILE_BYTES, MAX_REPLY_HEADER_BYTES } from './protocol/sandbox-limits.ts'
import type { FileAnswer, PrepareMessage, RunMessage } from './protocol/messages.ts'

export const CHILD_ENTRY = new URL('child/child.ts', import.meta.url)
/** How much lower the priority is than that of the service: two endless loops on two cores must not slow its responses. */
const NICENESS = 5

export interface ProcessListener {
  onMessage(message: PipeMessage): void
  /** The process exited, or was killed because it violated the protocol. It cannot be used again. */
  onExit(reason: string): void
}

/** One child process: its messages and its exit. */
export class SandboxProcess {
  readonly ended: Promise<void>
  readonly #child: ChildProcess
  readonly #decoder = new MessageDecoder({
    headerBytes: MAX_REPLY_HEADER_BYTES,
    bodyBytes: MAX_CODE_FILE_BYTES,
  })
  #listener: ProcessListener | undefined

  constructor(entry: URL) {
    const { file, args } = childCommand(entry)
    this.#child = spawn(file, args, {
      // Nothing of the service's environment. Dates must not depend on the machine.
      env: { TZ: 'UTC' },
      cwd: parse(process.execPath).root,
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
    })
    this.ended = new Promise((resolve) => {
      const end = (reason: string) => {
        this.#reportExit(reason)
        resolve()
      }
      this.#child.once('error', (error) => end(error.message))
      this.#child.once('close', (code, signal) => end(signal ?? `exit code ${code}`))
    })
    this.#child.stdout?.on('data', (chunk: Buffer) => this.#read(chunk))
    // The pipes of a child that dies fail too; the `close` event reports the exit.
    for (const stream of [this.#child.stdin, this.#child.stdout]) stream?.on('error', () => {})
    this.#unref()
    this.#lowerPriority()
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  send(message: RunMessage | PrepareMessage, globalsText: string, listener: ProcessListener): void {
    this.#listener = listener
    this.#child.stdin?.write(encodeMessage(message, Buffer.from(globalsText)))
  }

  /** Answers a request for a file. */
  answer(answer: FileAnswer, content?: Uint8Array): void {
    this.#child.stdin?.write(encodeMessage(answer, content))
  }

  /** Rejects messages from the process until the next `send`. */
  release(): void {
    this.#listener = undefined
  }

  /** Refs the child, because its exit is awaited from now on. */
  kill(): void {
    this.#child.ref()
    this.#child.kill('SIGKILL')
  }

  #read(chunk: Buffer): void {
    const messages = this.#decoder.push(chunk)
    if (messages === undefined) return this.#killForProtocolViolation()
    for (const message of messages) {
      if (this.#listener === undefined) return this.#killForProtocolViolation()
      this.#listener.onMessage(message)
    }
  }

  /** After an oversized or unsolicited message, later messages cannot be trusted either. */
  #killForProtocolViolation(): void {
    this.kill()
    this.#reportExit('it violated the protocol')
  }

  #reportExit(reason: string): void {
    const listener = this.#listener
    this.#listener = undefined
    listener?.onExit(reason)
  }

  /** An idle child must not keep the service's process alive. A run does, through its timer. */
  #unref(): void {
    this.#child.unref()
    for (const stream of [this.#child.stdin, this.#child.stdout]) (stream as Socket | null)?.unref()
  }

  #lowerPriority(): void {
    if (this.#child.pid === undefined) return
    try {
      setPriority(this.#child.pid, Math.min(constants.priority.PRIORITY_LOW, getPriority() + NICENESS))
    } catch {
      // The process may have exited, or the system may not allow it: it then keeps the normal priority.
    }
  }
}
