import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { createApp } from '../create-app.ts'
import { registerWebFiles } from './web-files.ts'

const PAGE =
  '<html><head></head><style nonce="__CSP_NONCE__"></style><script src="/assets/app.js"></script></html>'
const PAGES = {
  '/workflows': { scripts: ['/assets/workflows.js'], styles: [] },
  '/workflows/$': { scripts: ['/assets/editor.js'], styles: ['/assets/graph.css'] },
  '/sign-in': { scripts: ['/assets/sign-in.js'], styles: [] },
}
const SCRIPT = 'console.log("ready")\n'.repeat(50)
const PAGE_HEADERS = {
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

describe('The web app', () => {
  let folder: string
  let app: FastifyInstance

  before(async () => {
    const parent = mkdtempSync(join(tmpdir(), 'millrace-web-files-'))
    folder = join(parent, 'dist')
    mkdirSync(join(folder, 'assets'), { recursive: true })
    writeFileSync(join(parent, 'secret.txt'), 'outside of the folder')
    writeFileSync(join(folder, '.stamp'), 'a dot file')
    writeFileSync(join(folder, 'index.html'), PAGE)
    writeFileSync(join(folder, 'pages.json'), JSON.stringify(PAGES))
    writeFileSync(join(folder, 'favicon.svg'), '<svg/>')
    writeFileSync(join(folder, 'data.unknown'), 'x')
    writeFileSync(join(folder, 'assets', 'app.js'), SCRIPT)
    writeFileSync(join(folder, 'assets', 'large.js'), SCRIPT)
    writeFileSync(join(folder, 'assets', 'large.js.br'), brotliCompressSync('left by the build'))
    writeFileSync(join(folder, 'assets', 'inter.woff2'), 'a font')
    app = await openApp(folder)
  })
  after(async () => {
    await app.close()
    rmSync(join(folder, '..'), { recursive: true })
  })

  const get = (path: string, headers: Record<string, string> = {}) => send(app, 'GET', path, headers)

  it('sends an asset that browsers may cache for ever', async () => {
    const answer = await get('/assets/app.js?v=1')
    assert.equal(answer.status, 200)
    assert.equal(answer.body, SCRIPT)
    assertHeaders(answer.headers, {
      ...PAGE_HEADERS,
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': String(SCRIPT.length),
      etag: `"${createHash('sha256').update(SCRIPT).digest('base64url').slice(0, 22)}"`,
    })
    assert.equal(answer.headers['content-encoding'], undefined)
  })

  it('sends the compressed copy that the build left, and only to clients that take it', async () => {
    const answer = await get('/assets/large.js', { 'accept-encoding': 'br' })
    assert.equal(answer.headers['content-encoding'], 'br')
    assert.equal(answer.headers['content-length'], String(brotliCompressSync('left by the build').length))
    assert.equal((await get('/assets/large.js')).body, SCRIPT)
    assert.equal((await get('/assets/large.js.br')).status, 404)
  })

  it('sends other files with a tag that browsers must check', async () => {
    const answer = await get('/favicon.svg')
    assert.equal(answer.status, 200)
    assertHeaders(answer.headers, { 'content-type': 'image/svg+xml', 'cache-control': 'no-cache' })
    const again = await get('/favicon.svg', { 'if-none-match': String(answer.headers.etag) })
    assert.equal(again.status, 304)
    assert.equal(again.body, '')
    assert.equal(again.headers.etag, answer.headers.etag)
    assert.equal((await get('/favicon.svg', { 'if-none-match': '"another"' })).status, 200)
  })

  it('sends a file of an unknown type as bytes', async () => {
    assert.equal((await get('/data.unknown')).headers['content-type'], 'application/octet-stream')
  })

  it('compresses text with Brotli or gzip, as the client accepts, and sends fonts unchanged', async () => {
    const brotli = await get('/assets/app.js', { 'accept-encoding': 'gzip, deflate, br' })
    assertHeaders(brotli.headers, { 'content-encoding': 'br', vary: 'accept-encoding' })
    assert.equal(brotliDecompressSync(brotli.bytes).toString(), SCRIPT)
    const gzip = await get('/assets/app.js', { 'accept-encoding': 'gzip' })
    assertHeaders(gzip.headers, { 'content-encoding': 'gzip', vary: 'accept-encoding' })
    assert.equal(gunzipSync(gzip.bytes).toString(), SCRIPT)
    const font = await get('/assets/inter.woff2', { 'accept-encoding': 'gzip, br' })
    assertHeaders(font.headers, { 'content-type': 'font/woff2' })
    assert.equal(font.headers['content-encoding'], undefined)
    assert.equal(font.body, 'a font')
  })

  it('names the files of a page, so that the browser loads them at once', async () => {
    const open = async (path: string, headers = {}) =>
      (await get(path, { accept: 'text/html', cookie: 'millrace=token', ...headers })).body
    const editor =
      '<link rel="stylesheet" crossorigin href="/assets/graph.css"><link rel="modulepreload" crossorigin href="/assets/editor.js">'
    assert.ok((await open('/workflows/018f?node=a')).includes(`${editor}</head>`))
    assert.ok((await open('/workflows/018f/')).includes(`${editor}</head>`))
    assert.ok((await open('/workflows')).includes('href="/assets/workflows.js"></head>'))
    assert.ok((await open('/workflows/018f/unknown')).includes('<head></head>'))
    assert.ok((await open('/workflows', { cookie: '' })).includes('href="/assets/sign-in.js"></head>'))
    assert.ok((await open('/setup', { cookie: '' })).includes('<head></head>'))
    assert.equal((await get('/pages.json')).status, 404)
  })

  it('answers HEAD with the headers alone', async () => {
    const answer = await send(app, 'HEAD', '/assets/app.js')
    assert.equal(answer.status, 200)
    assert.equal(answer.body, '')
    assert.equal(answer.headers['content-length'], String(SCRIPT.length))
  })

  it('sends its page at its own addresses, with a new nonce each time', async () => {
    const nonces = new Set<string>()
    for (const url of ['/', '/sign-in', '/settings/keys?tab=1']) {
      const answer = await get(url, { accept: 'text/html' })
      assert.equal(answer.status, 200, url)
      assertHeaders(answer.headers, {
        ...PAGE_HEADERS,
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
      })
      const nonce = /nonce="([^"]+)"/.exec(answer.body)?.[1] ?? assert.fail(answer.body)
      assert.equal(answer.body.replaceAll(/<link[^>]*>/g, ''), PAGE.replace('__CSP_NONCE__', nonce))
      assert.equal(
        answer.headers['content-security-policy'],
        `default-src 'none'; script-src ${host(app)}/assets/ ${host(app)}/theme.js; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; ` +
          "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; " +
          "frame-ancestors 'none'",
      )
      nonces.add(nonce)
    }
    assert.equal(nonces.size, 3)
  })

  it('allows the scripts of its public address too, and of nothing else below it', async () => {
    const own = await openApp(folder, 'https://millrace.example/base')
    const policyFor = async (name: string) => {
      const answer = await send(own, 'GET', '/', { accept: 'text/html', host: name })
      return /script-src ([^;]*)/.exec(String(answer.headers['content-security-policy']))?.[1]
    }
    const expected = 'a.test/assets/ a.test/theme.js millrace.example/assets/ millrace.example/theme.js'
    assert.equal(await policyFor('a.test'), expected)
    // Neither can be written in a policy.
    assert.equal(await policyFor('[::1]:8080'), "'self'")
    assert.equal(await policyFor("a.test;script-src'unsafe-inline'"), "'self'")
    await own.close()
  })

  it('sends its page with 404 to a browser at any other address', async () => {
    const answer = await get('/nowhere', { accept: 'text/html' })
    assert.equal(answer.status, 404)
    assert.match(answer.body, /<html>/)
  })

  it('never sends index.html as a file, because it would lack its nonce', async () => {
    assert.equal((await get('/index.html')).status, 404)
  })

  for (const url of [
    '/nowhere',
    '/assets',
    '/assets/',
    '/.stamp',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/../favicon.svg',
    '//favicon.svg',
    '/ASSETS/app.js',
  ]) {
    it(`answers ${url} with a 404 in JSON`, async () => {
      const answer = await get(url)
      assert.equal(answer.status, 404)
      assert.equal(readErrorCode(answer.body), 'NOT_FOUND')
    })
  }

  it('answers other methods with a 404 in JSON', async () => {
    const answer = await send(app, 'POST', '/assets/app.js', { accept: 'text/html' })
    assert.equal(answer.status, 404)
    assert.equal(readErrorCode(answer.body), 'NOT_FOUND')
  })

  it('says how to build it if it is missing', async () => {
    const empty = await openApp(join(folder, 'missing'))
    const answer = await send(empty, 'GET', '/', { accept: 'text/html' })
    assert.equal(answer.status, 404)
    assert.match(answer.body, /The web app is not built\. `npm start` builds it\./)
    await empty.close()
  })
})

async function openApp(folder: string, publicUrl = ''): Promise<FastifyInstance> {
  const app = createApp({
    logger: pino({ level: 'silent' }),
    trustedProxies: [],
    isDraining: () => false,
    admitBadUrl: () => Promise.resolve(),
  })
  registerWebFiles(app, folder, () => publicUrl)
  await app.listen({ host: '127.0.0.1', port: 0 })
  return app
}

function host(app: FastifyInstance): string {
  return `127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  readonly body: string
}

/** Sends the path exactly as given: `fetch` would resolve dot segments first. */
function send(app: FastifyInstance, method: string, path: string, headers = {}): Promise<Answer> {
  const { port } = app.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
      buffer(response).then((bytes) => {
        const { statusCode: status = 0, headers: received } = response
        resolve({ status, headers: received, bytes, body: bytes.toString() })
      }, reject)
    })
    call.on('error', reject).end()
  })
}

function readErrorCode(body: string): string {
  return (JSON.parse(body) as { error: { code: string } }).error.code
}

function assertHeaders(found: Readonly<Record<string, unknown>>, expected: Readonly<Record<string, string>>) {
  const names = Object.keys(expected)
  assert.deepEqual(Object.fromEntries(names.map((name) => [name, found[name]])), expected)
}
