import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { appendFile, readFile, rename, rm, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { checkSignature, type S3Account, S3Refusal } from './check-signature.ts'

const MIN_PART_BYTES = 5 * 1024 * 1024

interface StoredObject {
  readonly path: string
  readonly size: number
  readonly etag: string
  readonly type: string
}

interface Upload {
  readonly key: string
  readonly type: string
  readonly parts: Map<number, StoredObject>
}

/**
 * Decides about a request before it is handled: a status refuses it, `reset` breaks the connection, `lost` handles it and breaks it,
 * `late` answers 200 and then reports an error. A promise keeps the request waiting.
 */
export type S3Fault = (line: string) => Fault | Promise<Fault>
type Fault = number | 'reset' | 'lost' | 'late' | undefined

/**
 * A server with the part of the S3 protocol that we use, on a free loopback port. It checks every signature and digest, refuses
 * small parts, and keeps contents in a folder, so that it can be given more than its memory holds.
 */
export class S3Server {
  readonly account: S3Account = {
    accessKeyId: 'AKIDOFTHETEST',
    secretAccessKey: 'CANARY/secret+of/the+test',
    region: 'eu-central-1',
  }
  readonly bucket = 'test-bucket'
  readonly objects = new Map<string, StoredObject>()
  readonly uploads = new Map<string, Upload>()
  /** Method and path with query, of every request. */
  readonly requests: string[] = []
  fault: S3Fault = () => undefined
  readonly #folder = mkdtempSync(join(tmpdir(), 'millrace-s3-'))
  readonly #server = createServer((request, response) => void this.#answer(request, response))
  #files = 0

  static async start(): Promise<S3Server> {
    const server = new S3Server()
    server.#server.listen(0, '127.0.0.1')
    await once(server.#server, 'listening')
    return server
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The bucket with the key to it, for objects below a prefix. */
  location(prefix: string) {
    return { ...this.account, endpoint: this.endpoint, bucket: this.bucket, prefix }
  }

  /** The settings of a service that stores its files here. */
  get settings() {
    const { accessKeyId, secretAccessKey, region } = this.account
    return {
      MILLRACE_FILES: `s3://${this.bucket}/files/?region=${region}&endpoint=${this.endpoint}`,
      MILLRACE_S3_ACCESS_KEY_ID: accessKeyId,
      MILLRACE_S3_SECRET_ACCESS_KEY: secretAccessKey,
    }
  }

  /** Adds an object with a content. */
  async add(key: string, chunks: Iterable<Buffer>): Promise<void> {
    const path = join(this.#folder, String((this.#files += 1)))
    await pipeline(chunks, createWriteStream(path))
    const { size } = await stat(path)
    this.objects.set(key, { path, size, etag: '"added"', type: 'application/octet-stream' })
  }

  /** The content of an object, for those that are too large for `contentOf`. */
  read(key: string): AsyncIterable<Buffer> {
    return createReadStream(this.objects.get(key)?.path ?? '')
  }

  async contentOf(key: string): Promise<Buffer> {
    return readFile(this.objects.get(key)?.path ?? '')
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const line = `${request.method ?? ''} ${request.url ?? ''}`
    this.requests.push(line)
    const fault = await this.fault(line)
    try {
      if (fault === 'reset') {
        request.socket.destroy()
        return
      }
      const digest = checkSignature(request, this.account)
      if (typeof fault === 'number') throw new S3Refusal(fault, FAULT_CODES[fault] ?? 'InternalError')
      if (fault === 'late') {
        request.resume()
        response.writeHead(200, { 'content-type': 'application/xml' })
        response.write('<?xml version="1.0" encoding="UTF-8"?>\n')
        // Keeps the connection busy while the storage works.
        response.write(' '.repeat(5_000))
        response.end('\n<Error><Code>InternalError</Code><Message>We failed.</Message></Error>')
        return
      }
      const answer = await this.#handle(request, digest)
      if (fault === 'lost') {
        request.socket.destroy()
        return
      }
      response.writeHead(answer.status ?? 200, answer.headers)
      if (answer.object !== undefined && request.method !== 'HEAD') {
        const { path, start, end } = answer.object
        await pipeline(createReadStream(path, { start, end }), response)
      } else response.end(answer.text)
    } catch (error) {
      if (response.headersSent || response.destroyed) {
        response.destroy()
        return
      }
      const { status, code, message } =
        error instanceof S3Refusal ? error : new S3Refusal(500, 'InternalError', String(error))
      request.resume()
      response.writeHead(status, { 'content-type': 'application/xml', connection: 'close' })
      response.end(
        request.method === 'HEAD' ? '' : `<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
      )
    }
  }

  async #handle(request: IncomingMessage, digest: string | undefined): Promise<Answer> {
    const url = new URL(request.url ?? '', this.endpoint)
    const [, bucket = '', ...segments] = url.pathname.split('/')
    if (decodeURIComponent(bucket) !== this.bucket) throw new S3Refusal(404, 'NoSuchBucket')
    const key = segments.map(decodeURIComponent).join('/')
    const query = url.searchParams
    if (key === '') return query.has('uploads') ? this.#listUploads(query) : this.#list(query)
    switch (request.method) {
      case 'PUT': {
        const stored = await this.#store(request, digest)
        return query.has('uploadId') ? this.#putPart(query, stored) : this.#putObject(request, key, stored)
      }
      case 'POST':
        return query.has('uploads') ? this.#startUpload(request, key) : this.#complete(request, key, digest)
      case 'DELETE':
        return query.has('uploadId') ? this.#abort(query) : this.#delete(key)
      default:
        return this.#read(request, key)
    }
  }

  async #store(request: IncomingMessage, digest: string | undefined): Promise<StoredObject> {
    const path = join(this.#folder, String((this.#files += 1)))
    const [sha256, md5] = [createHash('sha256'), createHash('md5')]
    await pipeline(
      request,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          sha256.update(chunk)
          md5.update(chunk)
          yield chunk
        }
      },
      createWriteStream(path),
    )
    if (digest !== undefined && sha256.digest('hex') !== digest) {
      throw new S3Refusal(400, 'XAmzContentSHA256Mismatch')
    }
    const { size } = await stat(path)
    const type = request.headers['content-type'] ?? 'binary/octet-stream'
    return { path, size, etag: `"${md5.digest('hex')}"`, type }
  }

  #refuseExisting(request: IncomingMessage, key: string): void {
    if (request.headers['if-none-match'] === '*' && this.objects.has(key)) {
      throw new S3Refusal(412, 'PreconditionFailed')
    }
  }

  #putObject(request: IncomingMessage, key: string, stored: StoredObject): Answer {
    this.#refuseExisting(request, key)
    this.objects.set(key, stored)
    return { headers: { etag: stored.etag } }
  }

  #uploadOf(query: URLSearchParams): readonly [string, Upload] {
    const id = query.get('uploadId') ?? ''
    const upload = this.uploads.get(id)
    if (upload === undefined) throw new S3Refusal(404, 'NoSuchUpload')
    return [id, upload]
  }

  #startUpload(request: IncomingMessage, key: string): Answer {
    const id = `upload-${(this.#files += 1)}`
    const type = request.headers['content-type'] ?? 'binary/octet-stream'
    this.uploads.set(id, { key, type, parts: new Map() })
    return {
      text: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    }
  }

  #putPart(query: URLSearchParams, stored: StoredObject): Answer {
    const [, upload] = this.#uploadOf(query)
    upload.parts.set(Number(query.get('partNumber')), stored)
    return { headers: { etag: stored.etag } }
  }

  async #complete(request: IncomingMessage, key: string, digest: string | undefined): Promise<Answer> {
    const { searchParams } = new URL(request.url ?? '', this.endpoint)
    const body = await readFile((await this.#store(request, digest)).path, 'utf8')
    const [id, upload] = this.#uploadOf(searchParams)
    const named = [...body.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g)]
    const parts = named.map(([, number, etag = '']) => {
      const part = upload.parts.get(Number(number))
      if (part?.etag !== etag.replaceAll('&quot;', '"')) throw new S3Refusal(400, 'InvalidPart')
      return part
    })
    if (parts.slice(0, -1).some(({ size }) => size < MIN_PART_BYTES))
      throw new S3Refusal(400, 'EntityTooSmall')
    this.#refuseExisting(request, key)
    const path = join(this.#folder, String((this.#files += 1)))
    for (const part of parts) await appendFile(path, createReadStream(part.path))
    await rename(path, `${path}-complete`)
    const size = parts.reduce((sum, part) => sum + part.size, 0)
    const etag = `"${id}-${parts.length}"`
    this.objects.set(key, { path: `${path}-complete`, size, etag, type: upload.type })
    this.uploads.delete(id)
    return { text: `<CompleteMultipartUploadResult><ETag>${etag}</ETag></CompleteMultipartUploadResult>` }
  }

  #abort(query: URLSearchParams): Answer {
    const [id] = this.#uploadOf(query)
    this.uploads.delete(id)
    return { status: 204 }
  }

  async #delete(key: string): Promise<Answer> {
    const object = this.objects.get(key)
    this.objects.delete(key)
    if (object !== undefined) await rm(object.path)
    return { status: 204 }
  }

  #read(request: IncomingMessage, key: string): Answer {
    const object = this.objects.get(key)
    if (object === undefined) throw new S3Refusal(404, 'NoSuchKey')
    const { path, size, etag, type } = object
    const headers = { etag, 'content-type': type, 'last-modified': new Date(0).toUTCString() }
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    if (first === undefined) {
      return { headers: { ...headers, 'content-length': size }, object: { path, start: 0, end: size } }
    }
    const start = Number(first)
    const end = last === undefined || last === '' ? size - 1 : Math.min(Number(last), size - 1)
    if (start >= size) throw new S3Refusal(416, 'InvalidRange')
    return {
      status: 206,
      headers: {
        ...headers,
        'content-length': end - start + 1,
        'content-range': `bytes ${start}-${end}/${size}`,
      },
      object: { path, start, end },
    }
  }

  #list(query: URLSearchParams): Answer {
    const [prefix, delimiter] = [query.get('prefix') ?? '', query.get('delimiter') ?? '']
    const after = query.get('continuation-token') ?? ''
    const limit = Number(query.get('max-keys') ?? 1000)
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted()
    const page = keys.slice(0, limit)
    const groupOf = (key: string) => {
      const at = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length)
      return at === -1 ? undefined : key.slice(0, at + delimiter.length)
    }
    const contents = page
      .filter((key) => groupOf(key) === undefined)
      .map((key) => {
        const { size, etag } = this.objects.get(key) ?? { size: 0, etag: '' }
        return `<Contents><Key>${xml(key)}</Key><LastModified>1970-01-01T00:00:00.000Z</LastModified><ETag>${xml(etag)}</ETag><Size>${size}</Size></Contents>`
      })
    const groups = new Set(page.map(groupOf).filter((group) => group !== undefined))
    const next =
      keys.length > limit ? `<NextContinuationToken>${xml(page.at(-1) ?? '')}</NextContinuationToken>` : ''
    const prefixes = [...groups].map(
      (group) => `<CommonPrefixes><Prefix>${xml(group)}</Prefix></CommonPrefixes>`,
    )
    return {
      headers: { 'content-type': 'application/xml' },
      text: `<ListBucketResult>${contents.join('')}${prefixes.join('')}${next}</ListBucketResult>`,
    }
  }

  #listUploads(query: URLSearchParams): Answer {
    const prefix = query.get('prefix') ?? ''
    const uploads = [...this.uploads]
      .filter(([, { key }]) => key.startsWith(prefix))
      .map(([id, { key }]) => `<Upload><Key>${xml(key)}</Key><UploadId>${id}</UploadId></Upload>`)
    return { text: `<ListMultipartUploadsResult>${uploads.join('')}</ListMultipartUploadsResult>` }
  }
}

interface Answer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string | number>>
  readonly text?: string
  readonly object?: { readonly path: string; readonly start: number; readonly end: number }
}

const FAULT_CODES: Readonly<Record<number, string>> = {
  403: 'AccessDenied',
  409: 'ConditionalRequestConflict',
  501: 'NotImplemented',
  503: 'SlowDown',
}

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
