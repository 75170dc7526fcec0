import { readSync, writeSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { encodeMessage, type PipeMessage, type MessageLimits } from '../protocol/encode-message.ts'
import { MessageDecoder } from '../protocol/message-decoder.ts'

const INPUT = 0
const OUTPUT = 1
const CHUNK_BYTES = 64 * 1024
const RETRY_MS = 1
/** How many messages are read before the runtime gets the time for its own work, such as returning memory. */
const MESSAGES_PER_TURN = 100

/**
 * Yields the requests until the service closes the pipe or dies. Blocks until the next one arrives: a child has nothing else to
 * do, and a stream would take longer than a short run.
 */
export async function* readMessages(
  limits: MessageLimits,
  reader = new MessageReader(limits),
): AsyncGenerator<PipeMessage> {
  let read = 0
  for (let message = reader.next(); message !== undefined; message = reader.next()) {
    yield message
    read += 1
    if (read < MESSAGES_PER_TURN) continue
    read = 0
    await turn()
  }
}

/** The messages of the service, one by one. */
export class MessageReader {
  readonly #decoder: MessageDecoder
  readonly #waiting: PipeMessage[] = []

  constructor(limits: MessageLimits) {
    this.#decoder = new MessageDecoder(limits)
  }

  /** Blocks until there is a message; undefined at the end of the input. */
  next(): PipeMessage | undefined {
    while (this.#waiting.length === 0) {
      const chunk = readChunk()
      const messages = chunk.length === 0 ? undefined : this.#decoder.push(chunk)
      if (messages === undefined) return undefined
      this.#waiting.push(...messages)
    }
    return this.#waiting.shift()
  }
}

const received = Buffer.alloc(CHUNK_BYTES)

/** The next bytes; none at the end of the input. */
function readChunk(): Buffer {
  for (;;) {
    try {
      return Buffer.from(received.subarray(0, readSync(INPUT, received)))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EOF') return Buffer.alloc(0)
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      Atomics.wait(pause, 0, 0, RETRY_MS)
    }
  }
}

const pause = new Int32Array(new SharedArrayBuffer(4))

/** Blocks until everything is written: a log line must be sent while the code still runs, because the process can be killed. */
export function writeMessage(header: object, body?: Uint8Array): void {
  const message = encodeMessage(header, body)
  for (let written = 0; written < message.length;) {
    try {
      written += writeSync(OUTPUT, message, written)
    } catch (error) {
      // The pipe is full until the service reads more.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      Atomics.wait(pause, 0, 0, RETRY_MS)
    }
  }
}
