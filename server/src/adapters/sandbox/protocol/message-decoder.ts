import { PREFIX_BYTES, readPrefix, type PipeMessage, type MessageLimits } from './encode-message.ts'

/** Cuts the bytes a child writes into messages. Never holds more than one message and one chunk. */
export class MessageDecoder {
  readonly #limits: MessageLimits
  #chunks: Buffer[] = []
  #bytes = 0
  /** Bytes of the message under way, its prefix included; the prefix alone until that is known. */
  #wanted = PREFIX_BYTES
  #lengths: { headerBytes: number; bodyBytes: number } | undefined

  constructor(limits: MessageLimits) {
    this.#limits = limits
  }

  /** The messages that are complete now; undefined when the child announced one beyond the limits. */
  push(chunk: Buffer): PipeMessage[] | undefined {
    const messages: PipeMessage[] = []
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
      messages.push({
        header: bytes.subarray(PREFIX_BYTES, bodyStart),
        body: bytes.subarray(bodyStart, this.#wanted),
      })
      this.#chunks = [bytes.subarray(this.#wanted)]
      this.#bytes -= this.#wanted
      this.#wanted = PREFIX_BYTES
      this.#lengths = undefined
    }
    return messages
  }
}
