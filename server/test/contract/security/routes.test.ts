import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { OPERATIONS } from '@millrace/contract/operations.ts'
import { startService, type TestService } from '#test/support/test-service.ts'
import { sendRaw } from '../support/raw-http.ts'

const SOME_ID = '018f0000-0000-7000-8000-000000000000'
const WEB_FOLDER = join(import.meta.dirname, '../../../../web/dist')

/** The prefixes under which all operations are served. */
const ENTRANCES = ['/v1', '/app/v1']

/** The routes that respond without a key or a session. No other route may. */
const PUBLIC = [
  'GET /app/session',
  'POST /app/session',
  'DELETE /app/session',
  'POST /app/setup',
  'POST /app/invitations/accept',
  'POST /app/invitations/open',
  'GET /f/:id',
  'GET /f/:id/thanks',
  'POST /f/:id',
  ...['DELETE', 'GET', 'OPTIONS', 'PATCH', 'POST', 'PUT'].flatMap((method) =>
    ['/hooks/:key', '/hooks/:key*', '/hooks/test/:key', '/hooks/test/:key*'].map(
      (path) => `${method} ${path}`,
    ),
  ),
  'GET /livez',
  'GET /metrics',
  'GET /openapi.json',
  'GET /readyz',
  'GET /resume/:token',
  'GET /resume/:token/done',
  'POST /resume/:token',
]

interface Route {
  readonly method: string
  readonly path: string
}

describe('The route table', () => {
  let service: TestService
  let routes: readonly Route[] = []
  before(async () => {
    service = await startService()
    await service.service.app.ready()
    routes = parseRoutes(service.service.app.printRoutes({ commonPrefix: false }))
  })
  after(() => service.destroy())

  for (const prefix of ENTRANCES) {
    it(`The routes under ${prefix} are exactly the list of operations`, () => {
      const found = routes.filter(({ path }) => path.startsWith(`${prefix}/`)).map(describeRoute)
      const expected = OPERATIONS.flatMap(({ method, path }) =>
        (method === 'GET' ? ['GET', 'HEAD'] : [method]).map((name) => `${name} ${prefix}${path}`),
      )
      assert.deepEqual(found.sort(), expected.sort())
    })
  }

  it('Without a key or a session every operation responds with 401, whatever is sent', async () => {
    const guarded = routes.filter(({ path }) => ENTRANCES.some((prefix) => path.startsWith(`${prefix}/`)))
    assert.ok(guarded.length > 2 * OPERATIONS.length)
    for (const { method, path } of guarded) {
      const url = path.replace(':id', SOME_ID)
      assert.equal((await service.request(method, url, { key: null })).status, 401, `${method} ${path}`)
      if (method === 'GET' || method === 'HEAD') continue
      const response = await service.request(method, url, { key: null, body: { name: 'x' } })
      assert.equal(response.status, 401, `${method} ${path}`)
    }
  })

  it('Outside /v1 only the listed paths respond without a session', async () => {
    const open: string[] = []
    for (const { method, path } of routes.filter((route) => !route.path.startsWith('/v1'))) {
      if (method === 'HEAD' || path.startsWith('/docs')) continue
      const { status } = await service.request(method, path.replace(':id', SOME_ID), { key: null })
      if (status !== 401) open.push(`${method} ${path}`)
    }
    assert.deepEqual(open.sort(), [...PUBLIC].sort())
  })

  it('A guessed path under /v1 or /app/v1 is answered with 401 without a key or a session', async () => {
    const guesses = [
      '/v1',
      '/v1/',
      '/v1?x=1',
      '/v1/nothing',
      '/v1//workflows',
      '/v1/workflows/',
      '/v1/workflows/../workflows',
      '/v1/./workflows',
      '/v1/%77orkflows',
      '/%76%31/workflows',
      '/v1/workflows%2f',
      '/v1/workflows/%E0%A4%A',
      '/v1/%',
      '/v1/livez',
      '/v1/openapi.json',
      '/v1/docs',
      '/v1/app/session',
      '/v1/keys',
      '/v1/;/livez',
      '/v1/workflows;livez',
      `/v1/${'x'.repeat(5_000)}`,
      `/v1/workflows/${'x'.repeat(5_000)}`,
    ]
    const appPaths = guesses.filter((path) => path.startsWith('/v1')).map((path) => `/app${path}`)
    for (const path of [...guesses, ...appPaths, '/%61pp/v1/workflows', '/app/%76%31/workflows']) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD']) {
        const { status } = await sendRaw(service, { method, path })
        assert.equal(status, 401, `${method} ${path.slice(0, 60)}`)
      }
    }
  })

  it('A guessed path elsewhere is answered with 404', async () => {
    const paths = [
      '/',
      '/admin',
      '/api',
      '/app',
      '/app/',
      '/app/members',
      '/app/keys/all',
      '/debug',
      '/health',
      '/v0/workflows',
      '/v2/workflows',
      '/V1/workflows',
      '/workflows',
      '/.env',
      '/.git/config',
      '/index.html',
      '/master.key',
      '/millrace.db',
      '/data/millrace.db',
      '/package.json',
      '/server/src/main.js',
      '//v1/workflows',
      '/../v1/workflows',
    ]
    for (const path of paths) {
      const { status } = await sendRaw(service, { method: 'GET', path })
      assert.equal(status, 404, path)
    }
  })

  it('No request escapes the folder of the web files', async () => {
    for (const path of [
      '/../package.json',
      '/../../package.json',
      '/%2e%2e/package.json',
      '/..%2fpackage.json',
      '/assets/../../package.json',
      '/assets/..%2f..%2fpackage.json',
      '/assets/%2e%2e/%2e%2e/package.json',
      '/..\\package.json',
      '/%00',
      '/assets/%00.js',
    ]) {
      const { status, text } = await sendRaw(service, { method: 'GET', path })
      assert.ok(status === 404 || status === 400, `${path}: ${status}`)
      assert.equal(text.includes('millrace"'), false, path)
    }
  })

  it('The web files are public, and served only for GET and HEAD', async () => {
    const entries = await readdir(WEB_FOLDER, { recursive: true, withFileTypes: true }).catch(() => [])
    const files = entries.filter(
      // A compressed copy is served at the address of its original.
      (entry) =>
        entry.isFile() && /^[^.]/.test(entry.name) && !/\.(?:html|br)$|^pages\.json$/.test(entry.name),
    )
    // What the server alone reads.
    for (const path of ['/.stamp', '/pages.json']) {
      assert.equal((await sendRaw(service, { method: 'GET', path })).status, 404, path)
    }
    for (const file of files) {
      const path = `/${relative(WEB_FOLDER, join(file.parentPath, file.name)).split(sep).join('/')}`
      assert.equal((await sendRaw(service, { method: 'GET', path })).status, 200, path)
      assert.equal((await sendRaw(service, { method: 'POST', path })).status, 404, path)
    }
  })

  it('No response allows content sniffing, cross-origin access or reveals the software', async () => {
    for (const path of ['/livez', '/v1/workflows', '/app/session', '/nothing', '/openapi.json', '/docs']) {
      const { headers } = await sendRaw(service, { method: 'GET', path })
      assert.equal(headers.get('x-content-type-options'), 'nosniff', path)
      for (const name of ['access-control-allow-origin', 'server', 'x-powered-by']) {
        assert.equal(headers.get(name), null, `${path}: ${name}`)
      }
    }
  })

  it('A page cannot be framed and runs only our own scripts', async () => {
    const { headers } = await sendRaw(service, { method: 'GET', path: '/docs' })
    assert.equal(headers.get('x-frame-options'), 'DENY')
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'/)
    assert.doesNotMatch(policy, /unsafe-|\*/)
  })
})

describe('Information on the paths outside /v1', () => {
  it('/metrics is served to this machine only and can be disabled', async () => {
    const service = await startService({ environment: { MILLRACE_METRICS: 'off' } })
    assert.equal((await service.request('GET', '/metrics', { key: null })).status, 404)
    await service.destroy()
  })

  it('/livez, /readyz and /metrics contain no account, key or path of the machine', async () => {
    const service = await startService()
    await service.request('POST', '/v1/workflows', { body: { name: 'CANARY-name' } })
    for (const path of ['/livez', '/readyz', '/metrics']) {
      const { text, status } = await sendRaw(service, { method: 'GET', path })
      assert.equal(status, 200)
      for (const secret of [service.key, service.dataFolder, 'CANARY', service.firstStart.account.id]) {
        assert.equal(text.includes(secret), false, `${path} contains ${secret}`)
      }
    }
    await service.destroy()
  })
})

/** Parses the tree that Fastify prints of its routes: four characters of indentation per level. */
function parseRoutes(graph: string): Route[] {
  const routes: Route[] = []
  const parents: string[] = []
  for (const line of graph.split('\n')) {
    const match = /^((?:[│ ] {3})*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line)
    if (match === null) continue
    const depth = (match[1] ?? '').length / 4
    parents.splice(depth, Infinity, match[2] ?? '')
    for (const method of match[3]?.split(', ') ?? []) routes.push({ method, path: parents.join('') })
  }
  return routes
}

function describeRoute({ method, path }: Route): string {
  return `${method} ${path}`
}
