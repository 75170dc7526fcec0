import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#domain/index.ts'
import { MAX_BODY_BYTES } from '../bodies/parse-json.ts'
import { isMultipart, type MultipartReader, readMultipart } from '../uploads/read-multipart.ts'
import { receiveBody } from '../uploads/receive-body.ts'

/** A body that is no text, such as an image or a multipart form. It can be read once, or again after `buffer`. */
export class InboundContent {
  readonly #request: FastifyRequest
  readonly isMultipart: boolean
  #body: Readable

  constructor(request: FastifyRequest, body: Readable) {
    this.#request = request
    this.#body = body
    this.isMultipart = isMultipart(request.headers['content-type'])
  }

  get announcedBytes(): number | undefined {
    const length = this.#request.headers['content-length']
    return length === undefined ? undefined : Number(length)
  }

  /** Reads the whole body into memory, for signatures. It has the limit of other bodies then. */
  async buffer(): Promise<Uint8Array> {
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of this.#body.iterator({ destroyOnReturn: false })) {
      bytes += (chunk as Uint8Array).length
      if (bytes > MAX_BODY_BYTES) {
        const message = `A signed body must not be larger than ${MAX_BODY_BYTES} bytes.`
        throw new AppError(
          'VALIDATION_ERROR',
          message,
          { issues: [{ path: '', message }] },
          { kind: 'too_large' },
        )
      }
      chunks.push(chunk as Uint8Array)
    }
    const body = Buffer.concat(chunks)
    this.#body = Readable.from([body], { objectMode: false })
    return body
  }

  chunks(): AsyncIterable<Uint8Array> {
    return receiveBody(this.#request.raw, this.#body)
  }

  parts(reader: Omit<MultipartReader, 'contentType'>): Promise<void> {
    const contentType = this.#request.headers['content-type'] ?? ''
    return readMultipart(this.chunks(), { contentType, ...reader })
  }
}
