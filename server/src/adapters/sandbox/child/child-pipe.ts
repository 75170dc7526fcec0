import { writeSync } from 'node:fs'
import process from 'node:process'
import { encodeFrame, type Frame, type FrameLimits } from '../protocol/encode-message.ts'
import { FrameDecoder } from '../protocol/message-decoder.ts'

const OUTPUT = 1
const RETRY_MS = 1

/** The requests, one after the other, until the service closes the pipe or dies. */
export async function* readFrames(limits: FrameLimits): AsyncGenerator<Frame> {
  const decoder = new FrameDecoder(limits)
  for await (const chunk of process.stdin) {
    const frames = decoder.push(chunk as Buffer)
    if (frames === undefined) return
    yield* frames
  }
}

const pause = new Int32Array(new SharedArrayBuffer(4))

/** Returns when all is written: a line must get out while the code that wrote it still runs, and may be killed. */
export function writeFrame(header: object, body?: Uint8Array): void {
  const frame = encodeFrame(header, body)
  for (let written = 0; written < frame.length;) {
    try {
      written += writeSync(OUTPUT, frame, written)
    } catch (error) {
      // The pipe is full until the service reads on.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      Atomics.wait(pause, 0, 0, RETRY_MS)
    }
  }
}
