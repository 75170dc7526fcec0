import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#domain/index.ts'
import { PAGE_HEADERS } from '../public/security-headers.ts'
import { PageLinks } from './page-links.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
}
const COMPRESSIBLE = new Set(['.html', '.js', '.css', '.svg', '.webmanifest', '.txt'])
/** The build leaves a better compressed copy beside its scripts and style sheets. */
const COMPRESSED = '.br'
/** Those, and the list of the files of each page. */
const NOT_SENT = /\.br$|^pages\.json$/
/** Everything that the build creates, and the script that sets the colour scheme before the page is painted. */
const SCRIPT_PATHS = ['/assets/', '/theme.js']
const NONCE_PLACEHOLDER = '__CSP_NONCE__'

/** First path segments that belong to the single-page app; a browser that opens one gets the page. */
const APP_PATHS: ReadonlySet<string> = new Set([
  '',
  'sign-in',
  'setup',
  'join',
  'settings',
  'workflows',
  'executions',
  'forms',
  'connections',
  'templates',
  'state',
  'triggers',
  'webhooks',
  'inbox',
])

interface WebFile {
  readonly path: string
  readonly extension: string
  readonly immutable: boolean
  content?: Buffer
  tag?: string
  readonly encoded: Map<string, Buffer>
}

/**
 * Serves the built web app. The server lists the files once at start and looks requests up in that list: no part of a
 * request ever becomes a file path.
 */
export function registerWebFiles(app: FastifyInstance, folder: string, publicUrl?: () => string): void {
  const files = listFiles(folder)
  const links = new PageLinks(folder)
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    if (request.method === 'GET' || request.method === 'HEAD') {
      const file = path.endsWith('/index.html') ? undefined : files.get(path)
      if (file !== undefined) return sendFile(file, request, reply)
      if (wantsPage(request)) {
        return sendPage(files.get('/index.html'), links.of(path, isKnown(request)), reply, publicUrl?.())
      }
    }
    throw new AppError('NOT_FOUND', 'There is no such path.')
  })
}

function listFiles(folder: string): Map<string, WebFile> {
  const files = new Map<string, WebFile>()
  if (!existsSync(folder)) return files
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith('.') || NOT_SENT.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const address = `/${relative(folder, path).split(sep).join('/')}`
    const immutable = address.startsWith('/assets/')
    files.set(address, { path, extension: extname(path), immutable, encoded: new Map() })
  }
  return files
}

function wantsPage(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('text/html') === true
}

function sendFile(file: WebFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const content = readContent(file)
  file.tag ??= `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
  reply
    .headers(PAGE_HEADERS)
    .header('content-type', TYPES[file.extension] ?? 'application/octet-stream')
    .header('cache-control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('etag', file.tag)
  if (request.headers['if-none-match'] === file.tag) return reply.code(304).send()
  const encoding = COMPRESSIBLE.has(file.extension)
    ? chooseEncoding(request.headers['accept-encoding'])
    : undefined
  if (encoding === undefined) return reply.send(content)
  return reply
    .header('content-encoding', encoding)
    .header('vary', 'accept-encoding')
    .send(encode(file, encoding))
}

/** Whether a session may exist. Without one, the app shows the sign-in page. */
function isKnown(request: FastifyRequest): boolean {
  return request.headers.cookie?.includes('millrace=') === true
}

function sendPage(
  index: WebFile | undefined,
  links: string,
  reply: FastifyReply,
  publicUrl: string | undefined,
): FastifyReply {
  if (index === undefined) {
    throw new AppError('NOT_FOUND', 'The web app is not built. `npm start` builds it.')
  }
  const nonce = randomBytes(16).toString('base64')
  const isAppPath = APP_PATHS.has(reply.request.url.split(/[/?]/, 2)[1] ?? '')
  return reply
    .code(isAppPath ? 200 : 404)
    .header('content-type', TYPES['.html'])
    .header('cache-control', 'no-store')
    .headers(PAGE_HEADERS)
    .header('content-security-policy', pagePolicy(nonce, scriptSources(reply.request.host, publicUrl)))
    .send(
      readContent(index)
        .toString('utf8')
        .replaceAll(NONCE_PLACEHOLDER, nonce)
        .replace('</head>', () => `${links}</head>`),
    )
}

/**
 * The scripts of the app, and not those of its whole origin: answers of inbound webhooks come from there, too. A source with a
 * path must name its host. An address of IPv6 cannot be written in a policy.
 */
function scriptSources(host: string, publicUrl: string | undefined): string {
  const hosts = new Set([
    host,
    ...(publicUrl === undefined || publicUrl === '' ? [] : [new URL(publicUrl).host]),
  ])
  if (![...hosts].every((each) => /^[a-z\d.-]+(?::\d{1,5})?$/i.test(each))) return "'self'"
  return [...hosts].flatMap((each) => SCRIPT_PATHS.map((path) => `${each}${path}`)).join(' ')
}

/** Allows only scripts of the app, and only styles of this origin or with the nonce of this response. */
function pagePolicy(nonce: string, scripts: string): string {
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function readContent(file: WebFile): Buffer {
  file.content ??= readFileSync(file.path)
  return file.content
}

function chooseEncoding(header: string | string[] | undefined): 'br' | 'gzip' | undefined {
  const accepted = String(header ?? '')
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : undefined
}

function encode(file: WebFile, encoding: 'br' | 'gzip'): Buffer {
  const cached = file.encoded.get(encoding)
  if (cached !== undefined) return cached
  const content = readContent(file)
  const encoded =
    encoding === 'br'
      ? (readCompressed(file) ??
        brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }))
      : gzipSync(content)
  file.encoded.set(encoding, encoded)
  return encoded
}

function readCompressed({ path }: WebFile): Buffer | undefined {
  const compressed = `${path}${COMPRESSED}`
  return existsSync(compressed) ? readFileSync(compressed) : undefined
}
