import { PREFIX_BYTES, readPrefix, type PipeMessage, type MessageLimits } from './encode-message.ts'

/** Splits the byte stream of a child into messages. Buffers at most one message and one chunk. */
export class MessageDecoder {
  readonly #limits: MessageLimits
  #chunks: Buffer[] = []
  #bytes = 0
  /** Bytes of the current message including its prefix; the prefix alone until the lengths are known. */
  #expectedBytes = PREFIX_BYTES
  #lengths: { headerBytes: number; bodyBytes: number } | undefined

  constructor(limits: MessageLimits) {
    this.#limits = limits
  }

  /** The messages that are now complete; undefined if the child announced a message that exceeds the limits. */
  push(chunk: Buffer): PipeMessage[] | undefined {
    const messages: PipeMessage[] = []
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    while (this.#bytes >= this.#expectedBytes) {
      const bytes = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks)
      this.#chunks = [bytes]
      if (this.#lengths === undefined) {
        this.#lengths = readPrefix(bytes, this.#limits)
        if (this.#lengths === undefined) return undefined
        this.#expectedBytes = PREFIX_BYTES + this.#lengths.headerBytes + this.#lengths.bodyBytes
        continue
      }
      const bodyStart = PREFIX_BYTES + this.#lengths.headerBytes
      messages.push({
        header: bytes.subarray(PREFIX_BYTES, bodyStart),
        body: bytes.subarray(bodyStart, this.#expectedBytes),
      })
      this.#chunks = [bytes.subarray(this.#expectedBytes)]
      this.#bytes -= this.#expectedBytes
      this.#expectedBytes = PREFIX_BYTES
      this.#lengths = undefined
    }
    return messages
  }
}
