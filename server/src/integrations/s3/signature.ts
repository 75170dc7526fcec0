import { createHash, createHmac } from 'node:crypto'
import { encodeStrictly } from '#integrations/entry/encode-text.ts'

/** Who signs, and for which service: AWS Signature Version 4. */
export interface SigningKey {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
  readonly region: string
  readonly service: string
}

interface SignedParts {
  readonly method: string
  readonly url: URL
  /** Names in lower case; all of them are signed. */
  readonly headers: Readonly<Record<string, string>>
  /** Hash of the body in hexadecimal digits, or a word that stands for it. */
  readonly payloadHash: string
  readonly at: string
}

const ALGORITHM = 'AWS4-HMAC-SHA256'

/** The headers that sign a request, `x-amz-date` and the hash of the body among them. */
export function signHeaders(
  key: SigningKey,
  request: {
    readonly method: string
    readonly url: URL
    readonly headers: Readonly<Record<string, string>>
    readonly body: string | Uint8Array | undefined
  },
  now: number,
): Record<string, string> {
  const { method, url } = request
  const payloadHash = hash(request.body ?? '')
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

/** The address with a signature in it, good for so many seconds. Of a key that lasts: a session token would stand in it. */
export function presign(
  key: Omit<SigningKey, 'sessionToken'>,
  method: string,
  address: URL,
  now: number,
  seconds: number,
): string {
  const at = timeOf(now)
  const url = new URL(address)
  const query = [
    ['X-Amz-Algorithm', ALGORITHM],
    ['X-Amz-Credential', `${key.accessKeyId}/${scopeOf(key, at)}`],
    ['X-Amz-Date', at],
    ['X-Amz-Expires', String(seconds)],
    ['X-Amz-SignedHeaders', 'host'],
  ]
  url.search = query
    .map(([name = '', value = '']) => `${encodeStrictly(name)}=${encodeStrictly(value)}`)
    .join('&')
  const headers = { host: url.host }
  const signature = sign(key, { method, url, headers, payloadHash: 'UNSIGNED-PAYLOAD', at })
  return `${url.href}&X-Amz-Signature=${signature}`
}

function sign(key: SigningKey, parts: SignedParts): string {
  const { method, url, headers, payloadHash, at } = parts
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

/** Sorted by the encoded names, then values. The query was encoded strictly when it was made. */
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
