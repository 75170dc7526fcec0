import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { AppError } from '#domain/index.ts'

/** How often the service notes whether it is waiting for a sender. */
const TICK_MS = 1_000
/** How many ticks a sender may pause. */
const MAX_PAUSE_TICKS = 30
/** How many ticks of waiting a sender may take for as many bytes: one KiB per second, so that nobody holds a slot for ever. */
const WINDOW_TICKS = 60
const WINDOW_BYTES = 60 * 1024

export const TOO_SLOW = 'The request did not arrive in time.'

const receiving = new WeakMap<IncomingMessage['socket'], IncomingMessage>()

/**
 * The chunks of a body that may take as long as it needs, as long as its sender goes on. The server has one time limit for whole
 * requests, which is far too short for large files over slow lines, and Node has no setting for a single request. It leaves the
 * decision to the handler of client errors, though, which asks `takesLong`.
 *
 * If the reader stops, the connection stays open, so that the sender gets an answer.
 */
export function receiveBody(request: IncomingMessage, body: Readable): AsyncIterable<Uint8Array> {
  receiving.set(request.socket, request)
  return new PacedChunks(body)
}

/** Whether the connection is receiving a body without a time limit. */
export function takesLong(socket: IncomingMessage['socket']): boolean {
  return receiving.get(socket)?.complete === false
}

/**
 * Fails when the sender is too slow. Only time in which the reader waits for a chunk counts: while a chunk is being stored, nothing
 * is read, and a sender that is kept waiting by a slow storage has done nothing wrong. Ticks are counted rather than clocks
 * compared, so that a process that stands still for a while does not blame its senders.
 */
class PacedChunks implements AsyncIterableIterator<Uint8Array> {
  readonly #chunks: AsyncIterator<Uint8Array>
  #timer: NodeJS.Timeout | undefined
  /** Rejects the chunk that the reader waits for. */
  #reject: ((error: Error) => void) | undefined
  #pauseTicks = 0
  #windowTicks = 0
  #windowBytes = 0

  constructor(body: Readable) {
    this.#chunks = body.iterator({ destroyOnReturn: false })
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<IteratorResult<Uint8Array>> {
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS).unref()
    return new Promise((resolve, reject) => {
      this.#reject = reject
      this.#read().then(resolve, reject)
    })
  }

  async #read(): Promise<IteratorResult<Uint8Array>> {
    try {
      const result = await this.#chunks.next()
      this.#reject = undefined
      if (result.done === true) this.#stop()
      else this.#count(result.value)
      return result
    } catch (error) {
      this.#stop()
      throw error
    }
  }

  async return(): Promise<IteratorResult<Uint8Array>> {
    this.#stop()
    await this.#chunks.return?.()
    return { done: true, value: undefined }
  }

  #count({ length }: Uint8Array): void {
    this.#pauseTicks = 0
    this.#windowBytes += length
    if (this.#windowBytes < WINDOW_BYTES) return
    this.#windowTicks = 0
    this.#windowBytes = 0
  }

  #tick(): void {
    if (this.#reject === undefined) return
    this.#pauseTicks += 1
    this.#windowTicks += 1
    if (this.#pauseTicks < MAX_PAUSE_TICKS && this.#windowTicks < WINDOW_TICKS) return
    this.#reject(tooSlow())
    this.#stop()
  }

  #stop(): void {
    clearInterval(this.#timer)
    this.#reject = undefined
  }
}

function tooSlow(): AppError {
  const issues = [{ path: '', message: TOO_SLOW }]
  return new AppError('VALIDATION_ERROR', TOO_SLOW, { issues }, { kind: 'timeout' })
}
