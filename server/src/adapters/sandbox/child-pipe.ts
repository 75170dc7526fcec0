import { readSync, writeSync } from 'node:fs'
import { encodeFrame, PREFIX_BYTES, readPrefix, type Frame, type FrameLimits } from './frame.ts'

const INPUT = 0
const OUTPUT = 1

/**
 * The next request; undefined when the service closed the pipe or died. Blocks: a child does one thing at a time, and
 * without streams there is no socket object around.
 */
export function readFrame(limits: FrameLimits): Frame | undefined {
  const prefix = readExactly(PREFIX_BYTES)
  const lengths = prefix === undefined ? undefined : readPrefix(prefix, limits)
  if (lengths === undefined) return undefined
  const header = readExactly(lengths.headerBytes)
  const body = readExactly(lengths.bodyBytes)
  return header === undefined || body === undefined ? undefined : { header, body }
}

export function writeFrame(header: object, body?: Uint8Array): void {
  const frame = encodeFrame(header, body)
  for (let written = 0; written < frame.length;) written += writeSync(OUTPUT, frame, written)
}

function readExactly(bytes: number): Buffer | undefined {
  const buffer = Buffer.alloc(bytes)
  for (let read = 0; read < bytes;) {
    const count = readChunk(buffer, read)
    if (count === 0) return undefined
    read += count
  }
  return buffer
}

function readChunk(buffer: Buffer, offset: number): number {
  try {
    return readSync(INPUT, buffer, offset, buffer.length - offset, null)
  } catch (error) {
    // Windows reports the end of a pipe as an error.
    if ((error as NodeJS.ErrnoException).code === 'EOF') return 0
    throw error
  }
}
