import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, FairQueue } from '#domain/index.ts'
import type { WorkerPool } from '#ports/index.ts'
import { hangUpSignal } from '../access/hang-up-signal.ts'
import { MAX_BODY_BYTES } from '../bodies/parse-json.ts'
import { type LongBodyReader, UnreadBody } from '../api/unread-body.ts'
import { splitJob } from './split-job.ts'

/** Bounds the memory of bodies that are received or read at the same time. */
const MAX_LONG_BODIES = 4

/** Few long bodies are received at the same time, fairly by account. They are parsed in a worker: the main thread never sees the text. */
export class LongBodies implements LongBodyReader {
  readonly #workers: WorkerPool
  readonly #slots = new FairQueue({ slots: MAX_LONG_BODIES, maxWaiting: 0 })

  constructor(workers: WorkerPool) {
    this.#workers = workers
  }

  async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const length = request.headers['content-length']
    if (length !== undefined && Number(length) <= MAX_BODY_BYTES) return
    const slot = await this.#slots.acquire(request.caller.account.id)
    if (!slot.ok) throw unavailable('The service is busy with other large requests. Try again in a moment.')
    if (reply.raw.destroyed) slot.release()
    else reply.raw.once('close', slot.release)
  }

  async read(
    request: FastifyRequest,
    reply: FastifyReply,
    member: string,
  ): Promise<Uint8Array<ArrayBuffer> | undefined> {
    if (!(request.body instanceof UnreadBody)) return undefined
    const body = ownMemory(request.body.bytes)
    request.body = undefined
    const result = await this.#workers.run(splitJob, {
      owner: request.caller.account.id,
      input: { body, member },
      moved: [body.buffer],
      signal: hangUpSignal(reply.raw),
    })
    if (!result.ok) {
      if (result.reason === 'full' || result.reason === 'aborted') throw unavailable(result.message)
      throw refuse(result.message, 'too_large')
    }
    const split = result.value
    if (!split.ok) {
      const options = split.kind === undefined ? {} : { kind: split.kind }
      throw new AppError('VALIDATION_ERROR', split.message, { issues: split.issues }, options)
    }
    request.body = JSON.parse(split.rest)
    return split.text
  }
}

/** The bytes in memory that nothing else uses, so that it can be moved to another thread. */
function ownMemory(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = bytes
  const isAlone = buffer instanceof ArrayBuffer && byteOffset === 0 && buffer.byteLength === byteLength
  return isAlone ? new Uint8Array(buffer) : new Uint8Array(bytes)
}

function refuse(message: string, kind: 'too_large'): AppError {
  return new AppError('VALIDATION_ERROR', message, { issues: [{ path: '', message }] }, { kind })
}

function unavailable(message: string): AppError {
  return new AppError('INTERNAL_ERROR', message, {}, { kind: 'unavailable' })
}
