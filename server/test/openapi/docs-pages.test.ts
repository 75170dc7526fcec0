import { ProcessSandbox } from '#adapters/index.ts'
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ERROR_CODES } from '@millrace/contract/errors.ts'
import { OPERATIONS } from '@millrace/contract/operations.ts'
import { integrationCatalogue } from '#integrations/index.ts'
import { GUIDE_NAMES, guidePath } from '#http/index.ts'
import { loopbackNodeKinds } from '#nodes/testing/loopback-node-kinds.ts'
import { SETTINGS } from '#start/settings/settings-table.ts'
import { startService, type TestService } from '#test/support/test-service.ts'

const sandbox = new ProcessSandbox()
const NODE_KINDS = loopbackNodeKinds(sandbox)

const PAGES = [
  '/docs',
  '/docs/guides',
  ...GUIDE_NAMES.map(guidePath),
  '/docs/nodes',
  '/docs/integrations',
  '/docs/errors',
  '/docs/configuration',
]
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Text that only a real response of the media type contains. */
const SHOWN_RESPONSES = {
  json: /&quot;success&quot;: true/,
  'text/csv': /created_at,/,
  'application/json': /&quot;|\{/,
  '*/*': /order/,
  'text/event-stream': /event: status\ndata: /,
}

describe('the documentation pages', () => {
  let service: TestService
  const texts = new Map<string, string>()

  before(async () => {
    service = await startService()
    for (const page of PAGES) {
      const response = await service.request('GET', page, { key: null })
      assert.equal(response.status, 200, page)
      assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8')
      assert.equal(response.headers.get('content-security-policy'), POLICY)
      texts.set(page, response.body as string)
    }
  })
  after(() => service.destroy())

  it('The reference pages load nothing but their own style, scripts and pictures', async () => {
    for (const text of texts.values()) {
      const loaded = [...text.matchAll(/<(?:link|script)\b[^>]*\b(?:href|src)="([^"]*)"/g)].map(
        (found) => found[1],
      )
      assert.deepEqual(loaded, ['/favicon.svg', '/docs/docs.css', '/docs/docs.js', '/docs/search.js'])
      for (const [, picture = ''] of text.matchAll(/<img\b[^>]*\bsrc="([^"]*)"/g)) {
        assert.match(picture, /^\/docs\/images\/[\w-]+\.png$/)
        const response = await service.request('GET', picture, { key: null })
        assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/png'])
      }
      assert.doesNotMatch(text, /<style|<script>|<[^>]*(?:\s(?:style|on[a-z]+)=|"javascript:)/i)
    }
    for (const [path, type] of [
      ['/docs/docs.css', 'text/css; charset=utf-8'],
      ['/docs/docs.js', 'text/javascript; charset=utf-8'],
      ['/docs/search.js', 'text/javascript; charset=utf-8'],
    ] as const) {
      const response = await service.request('GET', path, { key: null })
      assert.equal(response.headers.get('content-type'), type)
      assert.doesNotMatch(response.body as string, /https?:|url\(|@import/)
    }
  })

  it('The reference pages have no dead internal link', () => {
    const ids = new Map([...texts].map(([page, text]) => [page, listIds(text)]))
    for (const [page, text] of texts) {
      const links = [...text.matchAll(/<a\b[^>]*\bhref="([^"]*)"/g)].map((found) => String(found[1]))
      assert.ok(links.length > 10)
      for (const link of links.filter(
        (href) => !/^(?:\/openapi\.json$|\/docs\/images\/|https:)/.test(href),
      )) {
        const [path = '', id] = link.split('#')
        const target = ids.get(path === '' ? page : path)
        assert.ok(
          target !== undefined && (id === undefined || target.includes(id)),
          `${page} links to ${link}`,
        )
      }
    }
  })

  it('The reference pages have unique ids, one first-level heading and no skipped heading level', () => {
    for (const [page, text] of texts) {
      const ids = listIds(text)
      assert.equal(new Set(ids).size, ids.length, page)
      const levels = [...text.matchAll(/<h([1-6])\b/g)].map((found) => Number(found[1]))
      assert.equal(levels.filter((level) => level === 1).length, 1, page)
      for (const [index, level] of levels.entries()) assert.ok(level <= (levels[index - 1] ?? 0) + 1, page)
    }
  })

  it('The reference pages describe every operation with a request to copy and a real response', () => {
    const text = texts.get('/docs') ?? ''
    for (const { id, scope, method, extension, success } of OPERATIONS) {
      const section = new RegExp(`<section id="${id}"[^]*?</section>`).exec(text)?.[0] ?? ''
      assert.match(section, new RegExp(`class="method ${method.toLowerCase()}"`), id)
      assert.match(section, new RegExp(`<code>${scope}</code>`), id)
      assert.match(section, new RegExp(`curl &quot;${service.url}/v1/`), id)
      assert.match(section, SHOWN_RESPONSES[success.mediaType ?? 'json'], id)
      assert.equal(section.includes('class="extension"'), extension === true, id)
    }
  })

  it('The reference pages describe every node, integration, error and setting', () => {
    for (const { type } of integrationCatalogue) {
      assert.ok(listIds(texts.get('/docs/integrations') ?? '').includes(type), type)
    }
    for (const { type } of NODE_KINDS) assert.ok(listIds(texts.get('/docs/nodes') ?? '').includes(type), type)
    for (const code of ERROR_CODES) assert.ok(listIds(texts.get('/docs/errors') ?? '').includes(code), code)
    for (const { env } of Object.values(SETTINGS)) {
      assert.ok(listIds(texts.get('/docs/configuration') ?? '').includes(env), env)
    }
  })

  it('The reference pages describe the fields of nodes and edges', () => {
    const text = texts.get('/docs/nodes') ?? ''
    const section = (id: string) => new RegExp(`<section id="${id}"[^]*?</section>`).exec(text)?.[0] ?? ''
    for (const name of ['credential_', 'retry.', 'on_', 'timeout_', 'join', 'disabled', 'position']) {
      assert.ok(section('node').includes(name), name)
    }
    assert.match(section('edge'), /sourceHandle/)
  })

  it('The reference pages have a search index whose entries lead to a section', async () => {
    const { body, headers } = await service.request('GET', '/docs/search.json', { key: null })
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
    const entries = body as { page: string; url: string; title: string; text: string }[]
    for (const { url, title } of entries) {
      const [path = '', id] = url.split('#')
      assert.ok(id === undefined || listIds(texts.get(path) ?? '').includes(id), url)
      assert.notEqual(title, '', url)
    }
    for (const page of PAGES)
      assert.ok(
        entries.some(({ url }) => url === page),
        page,
      )
    const urls = new Set(entries.map(({ url }) => url))
    for (const url of [
      '/docs/nodes#http',
      '/docs/guides/workflows#loops',
      '/docs/configuration#PORT',
      '/docs#createWorkflow',
    ]) {
      assert.ok(urls.has(url), url)
    }
  })

  it('The reference pages are sent again only if they have changed', async () => {
    const { headers } = await service.request('GET', '/docs', { key: null })
    const again = await service.request('GET', '/docs', {
      key: null,
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    })
    assert.equal(again.status, 304)
  })

  it('The reference pages are the only files that are served', async () => {
    const { status } = await service.request('GET', '/docs/assets/tsconfig.json', { key: null })
    assert.equal(status, 404)
  })
})

function listIds(text: string): string[] {
  return [...text.matchAll(/\sid="([^"]*)"/g)].map((found) => String(found[1]))
}
