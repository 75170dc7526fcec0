import { setTimeout as sleep } from 'node:timers/promises'
import { encodeStrictly, readElementText, signHeaders, type SigningKey } from '#domain/index.ts'
import type { Clock, HttpAnswer, HttpClient, OutgoingFailure } from '#ports/index.ts'

/** A bucket and the key to it. */
export interface S3Location {
  /** Without the bucket, such as `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  /** What the keys of all objects start with; may be empty. */
  readonly prefix: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Without the prefix. Absent for requests about the bucket. */
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly maxResponseBytes?: number
}

export type S3Answer = Pick<HttpAnswer, 'status' | 'headers' | 'body'>

/** A request that the storage refused or that did not reach it. The message is for operators and contains no secret. */
export class S3Failure extends Error {
  readonly status: number | undefined
  /** The error code of the storage, such as `NoSuchBucket`. */
  readonly code: string | undefined
  /** An earlier attempt may have had its effect, and its answer got lost. */
  readonly isRepeated: boolean

  constructor(message: string, { status, code, isRepeated = false }: FailureDetails = {}) {
    super(message)
    this.name = 'S3Failure'
    this.status = status
    this.code = code
    this.isRepeated = isRepeated
  }
}

interface FailureDetails {
  readonly status?: number
  readonly code?: string | undefined
  readonly isRepeated?: boolean
}

const MAX_ATTEMPTS = 4
const FIRST_DELAY_MS = 100
/** Enough for a part of an upload at 0.5 Mbit/s. */
const DEADLINE_MS = 90_000
const MAX_RESPONSE_BYTES = 1024 * 1024
const TEMPORARY_STATUSES = new Set([408, 429, 500, 502, 503, 504])
/** Another request for the same key was in progress, such as an earlier attempt whose answer got lost. */
const TEMPORARY_CODES = new Set(['ConditionalRequestConflict', 'OperationAborted'])
const TEMPORARY_FAILURES = new Set<OutgoingFailure['reason']>([
  'dns',
  'connect',
  'timeout',
  'protocol',
  'busy',
])

/** Signed requests to one bucket, repeated when they fail for a moment. */
export class S3Bucket {
  readonly #http: HttpClient
  readonly #location: S3Location
  readonly #clock: Clock
  readonly #key: SigningKey
  readonly #closing = new AbortController()

  constructor(http: HttpClient, location: S3Location, clock: Clock) {
    this.#http = http
    this.#location = location
    this.#clock = clock
    const { accessKeyId, secretAccessKey, region } = location
    this.#key = { accessKeyId, secretAccessKey, region, service: 's3' }
  }

  get prefix(): string {
    return this.#location.prefix
  }

  /** Ends requests that run. */
  close(): void {
    this.#closing.abort()
  }

  /** @throws {S3Failure} */
  async send(request: S3Request): Promise<S3Answer> {
    let isRepeated = false
    for (let attempt = 1; ; attempt += 1) {
      const result = await this.#sendOnce(request)
      const isTemporary = result.ok
        ? isTemporaryAnswer(request, result)
        : TEMPORARY_FAILURES.has(result.reason)
      if (!isTemporary || attempt === MAX_ATTEMPTS) return this.#judge(request, result, isRepeated)
      isRepeated ||= result.ok || result.sent
      const delay = FIRST_DELAY_MS * 2 ** attempt * (0.5 + Math.random() / 2)
      await sleep(delay, undefined, { signal: this.#closing.signal }).catch(() => undefined)
    }
  }

  async #sendOnce({ method, key, query = {}, headers = {}, body, maxResponseBytes }: S3Request) {
    const url = new URL(this.#urlOf(key))
    url.search = Object.entries(query)
      .map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(value)}`)
      .join('&')
    // Signed anew in each attempt: a signature is valid for 15 minutes.
    const signed = signHeaders(this.#key, { method, url, headers, body }, this.#clock.now())
    return this.#http.send({
      method,
      url: url.href,
      headers: { ...headers, ...signed },
      ...(body !== undefined && { body }),
      deadlineMs: DEADLINE_MS,
      maxResponseBytes: maxResponseBytes ?? MAX_RESPONSE_BYTES,
      signal: this.#closing.signal,
    })
  }

  /** The bucket is in the path: this works with every service, including those without a host name per bucket. */
  #urlOf(key: string | undefined): string {
    const { endpoint, bucket, prefix } = this.#location
    const path = key === undefined ? [] : `${prefix}${key}`.split('/').map(encodeStrictly)
    return [endpoint, bucket, ...path].join('/')
  }

  #judge(request: S3Request, result: HttpAnswer | OutgoingFailure, isRepeated: boolean): S3Answer {
    if (!result.ok) {
      throw new S3Failure(`The file storage cannot be reached: ${result.message}`)
    }
    const { status, headers, body } = result
    if (status < 300 && !isLateFailure(request, result)) return { status, headers, body }
    const text = Buffer.from(body).toString()
    const code = readElementText(text, 'Code')
    const message = this.#explain(status, code, readElementText(text, 'Message'))
    throw new S3Failure(message, { status, code, isRepeated })
  }

  #explain(status: number, code: string | undefined, message: string | undefined): string {
    const { bucket, region } = this.#location
    if (code === 'NoSuchBucket') return `The bucket "${bucket}" does not exist in the file storage.`
    if (code === 'InvalidAccessKeyId') return 'The file storage does not know the access key ID.'
    if (code === 'SignatureDoesNotMatch') {
      return 'The file storage rejected the signature: the secret access key or the region is wrong.'
    }
    if (code === 'AuthorizationHeaderMalformed' || code === 'PermanentRedirect' || status === 301) {
      return `The bucket "${bucket}" is not in the region "${region}".`
    }
    if (code === 'RequestTimeTooSkewed') {
      return 'The clocks of this machine and of the file storage differ by more than 15 minutes.'
    }
    if (code === 'PreconditionFailed') return 'The file storage has a content with this key already.'
    if (status === 403)
      return `The access key lacks a permission for the bucket "${bucket}"${quote(message)}.`
    return `The file storage answered with the status ${status}${quote(code ?? message)}.`
  }
}

function isTemporaryAnswer(request: S3Request, answer: HttpAnswer): boolean {
  if (TEMPORARY_STATUSES.has(answer.status) || isLateFailure(request, answer)) return true
  if (answer.status !== 409) return false
  return TEMPORARY_CODES.has(readElementText(Buffer.from(answer.body).toString(), 'Code') ?? '')
}

/**
 * Completing an upload or copying an object takes long, so the storage answers 200 before it knows the end, sends white space
 * meanwhile, and may then report an error that otherwise has the status 500 or 503. An object that is read may look like that.
 */
function isLateFailure({ method }: S3Request, { status, body }: HttpAnswer): boolean {
  if (status >= 300 || method === 'GET') return false
  return /^\s*(?:<\?xml[^>]*>\s*)?<Error[\s>]/.test(Buffer.from(body).toString())
}

function quote(text: string | undefined): string {
  return text === undefined ? '' : ` (${text.slice(0, 200).replace(/\.$/, '')})`
}
