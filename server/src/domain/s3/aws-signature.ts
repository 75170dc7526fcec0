import { createHash, createHmac } from 'node:crypto'
import { encodeStrictly } from '../shared/encode-strictly.ts'

/** A key for AWS Signature Version 4, with the region and service it signs for. */
export interface SigningKey {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
  readonly region: string
  readonly service: string
}

interface CanonicalRequest {
  readonly method: string
  readonly url: URL
  /** Names are in lower case. All headers are signed. */
  readonly headers: Readonly<Record<string, string>>
  /** Hash of the body in hexadecimal, or a constant such as `UNSIGNED-PAYLOAD`. */
  readonly payloadHash: string
  readonly at: string
}

const ALGORITHM = 'AWS4-HMAC-SHA256'

/** Returns the headers that sign a request, including `x-amz-date` and the hash of the body. */
export function signHeaders(
  key: SigningKey,
  request: {
    readonly method: string
    readonly url: URL
    readonly headers: Readonly<Record<string, string>>
    /** A streamed body is signed by its digest. */
    readonly body: string | Uint8Array | { readonly sha256: string } | undefined
  },
  now: number,
): Record<string, string> {
  const { method, url, body = '' } = request
  const payloadHash = typeof body === 'object' && 'sha256' in body ? body.sha256 : hash(body)
  const at = timeOf(now)
  const added: Record<string, string> = {
    'x-amz-date': at,
    'x-amz-content-sha256': payloadHash,
    ...(key.sessionToken === undefined ? {} : { 'x-amz-security-token': key.sessionToken }),
  }
  const headers = { ...request.headers, ...added, host: url.host }
  const signature = sign(key, { method, url, headers, payloadHash, at })
  const credential = `${key.accessKeyId}/${scopeOf(key, at)}`
  return {
    ...added,
    authorization: `${ALGORITHM} Credential=${credential}, SignedHeaders=${signedNames(headers)}, Signature=${signature}`,
  }
}

export interface PresignOptions {
  readonly method: string
  readonly now: number
  readonly expiresInSeconds: number
}

/** Adds a signature to a URL. Takes long-term keys only: a session token would be part of the URL. */
export function presign(
  key: Omit<SigningKey, 'sessionToken'>,
  address: URL,
  { method, now, expiresInSeconds }: PresignOptions,
): string {
  const at = timeOf(now)
  const url = new URL(address)
  const query = [
    ['X-Amz-Algorithm', ALGORITHM],
    ['X-Amz-Credential', `${key.accessKeyId}/${scopeOf(key, at)}`],
    ['X-Amz-Date', at],
    ['X-Amz-Expires', String(expiresInSeconds)],
    ['X-Amz-SignedHeaders', 'host'],
  ]
  url.search = query
    .map(([name = '', value = '']) => `${encodeStrictly(name)}=${encodeStrictly(value)}`)
    .join('&')
  const headers = { host: url.host }
  const signature = sign(key, { method, url, headers, payloadHash: 'UNSIGNED-PAYLOAD', at })
  return `${url.href}&X-Amz-Signature=${signature}`
}

function sign(key: SigningKey, { method, url, headers, payloadHash, at }: CanonicalRequest): string {
  const names = Object.keys(headers).sort()
  const canonical = [
    method,
    url.pathname,
    canonicalQuery(url),
    ...names.map((name) => `${name}:${(headers[name] ?? '').trim().replaceAll(/ +/g, ' ')}`),
    '',
    signedNames(headers),
    payloadHash,
  ].join('\n')
  const text = [ALGORITHM, at, scopeOf(key, at), hash(canonical)].join('\n')
  const [date = ''] = at.split('T')
  const signingKey = [date, key.region, key.service, 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${key.secretAccessKey}`,
  )
  return createHmac('sha256', signingKey).update(text).digest('hex')
}

function signedNames(headers: Readonly<Record<string, string>>): string {
  return Object.keys(headers).sort().join(';')
}

/** Sorts pairs by encoded name, then value. The query is already strictly encoded. */
function canonicalQuery({ search }: URL): string {
  const pairs = search.length > 1 ? search.slice(1).split('&') : []
  return pairs
    .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
    .sort((a, b) => (a < b ? -1 : Number(a > b)))
    .join('&')
}

function scopeOf({ region, service }: SigningKey, at: string): string {
  return `${at.slice(0, 8)}/${region}/${service}/aws4_request`
}

/** `20130524T000000Z` */
function timeOf(now: number): string {
  return `${new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

function hash(body: string | Uint8Array): string {
  return createHash('sha256').update(body).digest('hex')
}
