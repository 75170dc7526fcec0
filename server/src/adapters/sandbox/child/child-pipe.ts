import { writeSync } from 'node:fs'
import process from 'node:process'
import { encodeMessage, type PipeMessage, type MessageLimits } from '../protocol/encode-message.ts'
import { MessageDecoder } from '../protocol/message-decoder.ts'

const OUTPUT = 1
const RETRY_MS = 1

/** Yields the requests until the service closes the pipe or dies. */
export async function* readMessages(limits: MessageLimits): AsyncGenerator<PipeMessage> {
  const decoder = new MessageDecoder(limits)
  for await (const chunk of process.stdin) {
    const messages = decoder.push(chunk as Buffer)
    if (messages === undefined) return
    yield* messages
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
