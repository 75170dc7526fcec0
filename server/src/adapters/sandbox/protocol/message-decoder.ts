import { PREFIX_BYTES, readPrefix, type Frame, type FrameLimits } from './encode-message.ts'

/** Cuts the bytes a child writes into frames. Never holds more than one frame and one chunk. */
export class FrameDecoder {
  readonly #limits: FrameLimits
  #chunks: Buffer[] = []
  #bytes = 0
  /** Bytes of the frame under way, its prefix included; the prefix alone until that is known. */
  #wanted = PREFIX_BYTES
  #lengths: { headerBytes: number; bodyBytes: number } | undefined

  constructor(limits: FrameLimits) {
    this.#limits = limits
  }

  /** The frames that are complete now; undefined when the child announced one beyond the limits. */
  push(chunk: Buffer): Frame[] | undefined {
    const frames: Frame[] = []
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    while (this.#bytes >= this.#wanted) {
      const bytes = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks)
      this.#chunks = [bytes]
      if (this.#lengths === undefined) {
        this.#lengths = readPrefix(bytes, this.#limits)
        if (this.#lengths === undefined) return undefined
        this.#wanted = PREFIX_BYTES + this.#lengths.headerBytes + this.#lengths.bodyBytes
        continue
      }
      const bodyStart = PREFIX_BYTES + this.#lengths.headerBytes
      frames.push({
        header: bytes.subarray(PREFIX_BYTES, bodyStart),
        body: bytes.subarray(bodyStart, this.#wanted),
      })
      this.#chunks = [bytes.subarray(this.#wanted)]
      this.#bytes -= this.#wanted
      this.#wanted = PREFIX_BYTES
      this.#lengths = undefined
    }
    return frames
  }
}
