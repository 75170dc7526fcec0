import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** What a storage answers to a request that it refuses. */
export class S3Refusal extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message = code) {
    super(message)
    this.status = status
    this.code = code
  }
}

export interface S3Account {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly region: string
}

const MAX_SKEW_MS = 15 * 60_000

/**
 * Checks the signature of a request, in its headers or in its URL, by the description that AWS publishes. Deliberately separate from
 * the code that signs: a mistake in one of them does not hide in the other. Returns the digest that the body must have;
 * undefined if the body is not signed.
 */
export function checkSignature(request: IncomingMessage, account: S3Account): string | undefined {
  const [path = '', search = ''] = (request.url ?? '').split('?', 2)
  const query = new URLSearchParams(search.replaceAll('+', '%2B'))
  const header = request.headers.authorization
  const isPresigned = header === undefined && query.has('X-Amz-Signature')
  const given = isPresigned ? fromQuery(query) : fromHeader(header ?? '')
  const [accessKeyId = '', date = '', region = '', service = ''] = given.credential.split('/')
  if (accessKeyId !== account.accessKeyId) throw new S3Refusal(403, 'InvalidAccessKeyId')
  if (region !== account.region) throw new S3Refusal(400, 'AuthorizationHeaderMalformed')
  const at = isPresigned ? (query.get('X-Amz-Date') ?? '') : String(request.headers['x-amz-date'])
  checkTime(at, isPresigned ? Number(query.get('X-Amz-Expires')) * 1000 : MAX_SKEW_MS)
  const payload = isPresigned ? 'UNSIGNED-PAYLOAD' : String(request.headers['x-amz-content-sha256'])
  const canonical = [
    request.method,
    path,
    canonicalQuery(query),
    ...given.signedHeaders.map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    given.signedHeaders.join(';'),
    payload,
  ].join('\n')
  if (!given.signedHeaders.includes('host'))
    throw new S3Refusal(403, 'AccessDenied', 'The host is not signed.')
  const digest = createHash('sha256').update(canonical).digest('hex')
  const toSign = `AWS4-HMAC-SHA256\n${at}\n${date}/${region}/${service}/aws4_request\n${digest}`
  let key: Buffer = Buffer.from(`AWS4${account.secretAccessKey}`)
  for (const step of [date, region, service, 'aws4_request']) key = hmac(key, step)
  if (hmac(key, toSign).toString('hex') !== given.signature) throw new S3Refusal(403, 'SignatureDoesNotMatch')
  return payload === 'UNSIGNED-PAYLOAD' ? undefined : payload
}

function fromHeader(header: string) {
  const match = /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/.exec(
    header,
  )
  if (match === null) throw new S3Refusal(403, 'AccessDenied', 'The request is not signed.')
  const [, credential = '', names = '', signature = ''] = match
  return { credential, signedHeaders: names.split(';'), signature }
}

function fromQuery(query: URLSearchParams) {
  const read = (name: string) => query.get(`X-Amz-${name}`) ?? ''
  const given = { credential: read('Credential'), signature: read('Signature') }
  query.delete('X-Amz-Signature')
  return { ...given, signedHeaders: read('SignedHeaders').split(';') }
}

function checkTime(at: string, validMs: number): void {
  const iso = at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')
  const age = Date.now() - Date.parse(iso)
  if (!(age < validMs && age > -MAX_SKEW_MS)) throw new S3Refusal(403, 'RequestTimeTooSkewed')
}

function canonicalQuery(query: URLSearchParams): string {
  const encode = (text: string) =>
    encodeURIComponent(text).replaceAll(
      /[!'()*]/g,
      (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
    )
  return [...query]
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&')
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
