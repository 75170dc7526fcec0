import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'

/** Chunks of this size are passed on as they are. */
const LARGE_CHUNK = 1_024
/** No client sends a body in more chunks that are as small as this on average. */
const MAX_SMALL_CHUNKS = 1_000
const SMALL_AVERAGE = 64
/** How many bytes are joined before they are passed on. */
const JOINED_BYTES = 16 * 1024
/** How long small chunks are read in one turn of the event loop before a connection has to wait for the next one. */
const SLICE_MS = 10

/**
 * Joins the small chunks of bodies with `Transfer-Encoding: chunked`. One read from a connection can contain ten thousand chunks of
 * one byte, and handling each as a part of the body takes a hundred times as long as the bytes. A body in too many small
 * chunks is refused.
 */
export function joinSmallChunks(
  server: Server,
  refuse: (request: IncomingMessage, response: ServerResponse) => void,
): void {
  const turn = new ReadingTurn()
  server.prependListener('request', (request, response) => {
    if (request.headers['transfer-encoding'] === undefined) return
    const joined = new JoinedChunks(request, turn, () => refuse(request, response))
    request.push = (chunk: Buffer | null) => joined.push(chunk)
  })
}

/** Shared by all connections: how long small chunks have been read in this turn of the event loop. */
class ReadingTurn {
  #startedAt: number | undefined

  get isOver(): boolean {
    if (this.#startedAt !== undefined) return performance.now() - this.#startedAt >= SLICE_MS
    this.#startedAt = performance.now()
    setImmediate(() => (this.#startedAt = undefined))
    return false
  }
}

class JoinedChunks {
  readonly #passOn: (chunk: Buffer | null) => boolean
  readonly #turn: ReadingTurn
  readonly #refuse: () => void
  #joined: Buffer | undefined
  #length = 0
  #chunks = 0
  #bytes = 0
  #isRefused = false
  #isScheduled = false

  constructor(request: IncomingMessage, turn: ReadingTurn, refuse: () => void) {
    this.#passOn = request.push.bind(request)
    this.#turn = turn
    this.#refuse = refuse
  }

  /** False if the connection should not be read for now. */
  push(chunk: Buffer | null): boolean {
    // What has been read already is still parsed. The first refusal has stopped the reading.
    if (this.#isRefused) return true
    if (chunk === null || chunk.length >= LARGE_CHUNK) {
      if (chunk !== null) this.#bytes += chunk.length
      this.#flush()
      return this.#passOn(chunk)
    }
    this.#chunks += 1
    this.#bytes += chunk.length
    if (this.#chunks > MAX_SMALL_CHUNKS && this.#bytes < this.#chunks * SMALL_AVERAGE) {
      this.#isRefused = true
      this.#refuse()
      return false
    }
    const hasSpace = this.#length + chunk.length > JOINED_BYTES ? this.#flush() : true
    this.#joined ??= Buffer.allocUnsafeSlow(JOINED_BYTES)
    this.#length += chunk.copy(this.#joined, this.#length)
    if (!this.#isScheduled) {
      this.#isScheduled = true
      setImmediate(() => {
        this.#isScheduled = false
        if (!this.#isRefused) this.#flush()
      })
    }
    return hasSpace && !this.#turn.isOver
  }

  #flush(): boolean {
    if (this.#joined === undefined) return true
    const part = this.#joined.subarray(0, this.#length)
    this.#joined = undefined
    this.#length = 0
    return this.#passOn(part)
  }
}
