import { setTimeout as pause } from 'node:timers/promises'
import {
  AppError,
  type ByteRange,
  collectChunks,
  LEFT_BEHIND,
  readElements,
  readElementText,
} from '#domain/index.ts'
import type { FileStore } from '#ports/index.ts'
import { fillParts, type Part } from './fill-parts.ts'
import { type S3Bucket, S3Failure, type S3Request } from './s3-bucket.ts'

/** The smallest part that S3 takes, and all that an upload holds in memory. */
const PART_BYTES = 5 * 1024 * 1024
/** What one request reads. A slow reader holds no connection open meanwhile. */
const WINDOW_BYTES = 1024 * 1024
const CHUNK_BYTES = 256 * 1024
const CONCURRENT_REMOVALS = 8
/** Always the same: what a check leaves that is killed, the next one removes. */
const CHECK_KEY = 'check'
/** Another process that starts at the same time may have removed the object. */
const CHECKS = 5
/** How long it may take to finish when the store is closed. */
const CHECK_END_MS = 1_000

/** The largest content: an upload has at most 10,000 parts. */
export const MAX_S3_CONTENT_BYTES = 10_000 * PART_BYTES

/**
 * Contents as objects of a bucket. A content up to one part is one request; a longer one is a multipart upload, of which nothing
 * can be read before it is complete. An upload that is abandoned is listed by its key, so `remove` finds it, whoever started it.
 */
export class S3FileStore implements FileStore {
  readonly #bucket: S3Bucket
  readonly #onClose: () => Promise<void>
  /** Whether the service can refuse to overwrite an object. Keys are unique, so this only guards against mistakes. */
  #canRefuse = true
  #isClosed = false
  #running: Promise<unknown> = Promise.resolve()

  constructor(bucket: S3Bucket, onClose: () => Promise<void> = async () => undefined) {
    this.#bucket = bucket
    this.#onClose = onClose
  }

  async write(key: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    let upload: Upload | undefined
    try {
      for await (const part of fillParts(PART_BYTES, collectChunks(chunks, LEFT_BEHIND.copied))) {
        if (part.isLast && upload === undefined) {
          await this.#create({ method: 'PUT', key, body: part.bytes, headers: TYPE }, part.bytes.length)
          return
        }
        upload ??= await this.#start(key)
        await this.#addPart(upload, part)
      }
      if (upload !== undefined) await this.#complete(upload)
    } catch (error) {
      // If this fails as well, `remove` finds the upload.
      if (upload !== undefined) await this.#abort(upload.key, upload.id).catch(() => undefined)
      throw asAppError(error)
    }
  }

  read(key: string, range?: ByteRange): AsyncIterable<Uint8Array> {
    return collectChunks(this.#readWindows(key, range), LEFT_BEHIND.collected)
  }

  async *#readWindows(key: string, range?: ByteRange): AsyncGenerator<Uint8Array> {
    let start = range?.start ?? 0
    let end = range?.end ?? Infinity
    while (start <= end) {
      const last = Math.min(end, start + WINDOW_BYTES - 1)
      const { size, body } = await this.#readWindow(key, start, last)
      for (let at = 0; at < body.length; at += CHUNK_BYTES) yield body.subarray(at, at + CHUNK_BYTES)
      start += body.length
      end = Math.min(end, size - 1)
    }
  }

  async remove(keys: readonly string[]): Promise<void> {
    const waiting = [...keys]
    const removeNext = async () => {
      for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) await this.#remove(key)
    }
    try {
      await Promise.all(Array.from({ length: CONCURRENT_REMOVALS }, removeNext))
    } catch (error) {
      throw asAppError(error)
    }
  }

  /** Stores, reads and removes an object. Returns what does not work, for the operator; undefined if everything does. */
  findProblem(): Promise<string | undefined> {
    const check = this.#check()
    this.#running = check.catch(() => undefined)
    return check
  }

  /** A check that runs may finish, so that its object is not there until the next one. */
  async close(): Promise<void> {
    await Promise.race([this.#running, pause(CHECK_END_MS, undefined, { ref: false })])
    this.#isClosed = true
    this.#bucket.close()
    await this.#onClose()
  }

  async #check(): Promise<string | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#tryOut()
      } catch (error) {
        if (isS3Failure(error, 'NoSuchKey') && attempt < CHECKS) continue
        if (error instanceof S3Failure) return this.#isClosed ? undefined : error.message
        throw error
      }
    }
  }

  async #tryOut(): Promise<string | undefined> {
    await this.#bucket.send({ method: 'PUT', key: CHECK_KEY, body: CHECK_KEY, headers: TYPE })
    const { body } = await this.#bucket.send({ method: 'GET', key: CHECK_KEY })
    await this.#bucket.send({ method: 'DELETE', key: CHECK_KEY })
    await this.#listUploads(CHECK_KEY)
    return Buffer.from(body).toString() === CHECK_KEY
      ? undefined
      : 'The file storage returns other bytes than it got.'
  }

  async #readWindow(key: string, start: number, last: number): Promise<{ size: number; body: Uint8Array }> {
    const headers = { range: `bytes=${start}-${last}` }
    try {
      const answer = await this.#bucket.send({ method: 'GET', key, headers, maxResponseBytes: WINDOW_BYTES })
      const { status, body } = answer
      // Some services answer with the whole content if it is short.
      const size = Number(
        status === 206
          ? /\/(\d+)$/.exec(answer.headers['content-range'] ?? '')?.[1]
          : answer.headers['content-length'],
      )
      const length = Math.min(last, size - 1) - start + 1
      if (body.length === length && (status === 206 || start === 0)) return { size, body }
      throw new S3Failure(`The file storage answered a range with the status ${status} and other bytes.`)
    } catch (error) {
      if (isS3Failure(error, 'NoSuchKey')) throw missing(key)
      // No byte of an empty content is within a range.
      if (isS3Failure(error, 'InvalidRange') && start === 0) return { size: 0, body: Buffer.alloc(0) }
      throw asAppError(error)
    }
  }

  async #start(key: string): Promise<Upload> {
    const { body } = await this.#bucket.send({ method: 'POST', key, query: { uploads: '' }, headers: TYPE })
    const id = readElementText(Buffer.from(body).toString(), 'UploadId')
    if (id === undefined) throw new S3Failure('The file storage started an upload without an id.')
    return { key, id, tags: [], size: 0 }
  }

  async #addPart(upload: Upload, { bytes }: Part): Promise<void> {
    if (bytes.length === 0) return
    const { headers } = await this.#bucket.send({
      method: 'PUT',
      key: upload.key,
      query: { partNumber: String(upload.tags.length + 1), uploadId: upload.id },
      body: bytes,
    })
    upload.tags.push(headers['etag'] ?? '')
    upload.size += bytes.length
  }

  async #complete({ key, id, tags, size }: Upload): Promise<void> {
    const parts = tags.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escape(tag)}</ETag></Part>`,
    )
    const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
    const headers = { 'content-type': 'application/xml' }
    await this.#create({ method: 'POST', key, query: { uploadId: id }, headers, body }, size)
  }

  /** The request that makes an object appear, unless there is one already. */
  async #create(request: S3Request & { readonly key: string }, size: number): Promise<void> {
    const headers = { ...request.headers, ...(this.#canRefuse && { 'if-none-match': '*' }) }
    try {
      await this.#bucket.send({ ...request, headers })
    } catch (error) {
      if (!(error instanceof S3Failure)) throw error
      if (error.code === 'NotImplemented' && this.#canRefuse) {
        this.#canRefuse = false
        return this.#create(request, size)
      }
      // The object exists, or its upload is gone, because an earlier attempt succeeded and its answer got lost.
      const isDone = error.code === 'PreconditionFailed' || error.code === 'NoSuchUpload'
      if (error.isRepeated && isDone && (await this.#hasSize(request.key, size))) return
      throw error
    }
  }

  async #hasSize(key: string, size: number): Promise<boolean> {
    const { headers } = await this.#bucket.send({ method: 'HEAD', key })
    return headers['content-length'] === String(size)
  }

  async #remove(key: string): Promise<void> {
    await this.#delete({ method: 'DELETE', key }, 'NoSuchKey')
    for (const id of await this.#listUploads(key)) await this.#abort(key, id)
  }

  /** The ids of unfinished uploads. The exact key as the prefix: some services list uploads by nothing else. */
  async #listUploads(key: string): Promise<readonly string[]> {
    const name = `${this.#bucket.prefix}${key}`
    const { body } = await this.#bucket.send({ method: 'GET', query: { uploads: '', prefix: name } })
    return readElements(Buffer.from(body).toString(), 'Upload')
      .filter((upload) => readElementText(upload, 'Key') === name)
      .map((upload) => readElementText(upload, 'UploadId') ?? '')
  }

  #abort(key: string, id: string): Promise<void> {
    return this.#delete({ method: 'DELETE', key, query: { uploadId: id } }, 'NoSuchUpload')
  }

  /** @param absent the code for what does not exist, which is no failure */
  async #delete(request: S3Request, absent: string): Promise<void> {
    try {
      await this.#bucket.send(request)
    } catch (error) {
      if (!isS3Failure(error, absent)) throw error
    }
  }
}

interface Upload {
  readonly key: string
  readonly id: string
  readonly tags: string[]
  size: number
}

const TYPE = { 'content-type': 'application/octet-stream' }

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

function isS3Failure(error: unknown, code: string): boolean {
  return error instanceof S3Failure && error.code === code
}

/** The code is that of a missing file in a folder. */
function missing(key: string): Error {
  return Object.assign(new Error(`There is no content ${key}.`), { code: 'ENOENT' })
}

/** Callers learn that files are not available; the cause, which is for the operator, is logged. */
function asAppError(error: unknown): unknown {
  if (!(error instanceof S3Failure)) return error
  return new AppError(
    'INTERNAL_ERROR',
    'The file storage is not available. Try again later.',
    {},
    { kind: 'unavailable', cause: error },
  )
}
