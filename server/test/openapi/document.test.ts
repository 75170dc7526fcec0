import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { ERROR_CATALOGUE } from '@millrace/contract/errors.ts'
import { OPERATIONS } from '@millrace/contract/operations.ts'
import { ERROR_RESPONSES } from '#http/index.ts'
import type { OpenApiDocument, Response } from '#http/openapi/open-api-document.ts'
import { startService, type TestResponse, type TestService } from '#test/support/test-service.ts'
import { violations } from './document-rules.ts'
import { ServedDocument } from './served-document.ts'

let service: TestService
let document: ServedDocument

before(async () => {
  service = await startService()
  document = await ServedDocument.of(service)
})
after(() => service.destroy())

describe('The OpenAPI document', () => {
  it('The document conforms to OpenAPI 3.1, and its examples match their schemas', () => {
    assert.deepEqual(violations(document.document), [])
  })

  it('The document describes every operation with its method, path and scope', () => {
    assert.deepEqual(
      document.operations
        .map(({ id, method, path, described }) => ({
          id,
          method,
          path,
          scope: described.security[0]?.['apiKey']?.[0],
          extension: described['x-extension'] ?? false,
        }))
        .toSorted(byId),
      OPERATIONS.map(({ id, method, path, scope, extension = false }) => ({
        id,
        method,
        path: path.replaceAll(/:(\w+)/g, '{$1}'),
        scope,
        extension,
      })).toSorted(byId),
    )
  })

  it('The document shows a real response for every operation and every success status', () => {
    for (const { id, described } of document.operations) {
      for (const [status, response] of Object.entries(described.responses)) {
        if (!status.startsWith('2')) continue
        const { content } = document.resolve<Response>(response)
        const media = Object.values(content)
        assert.ok(media.length === 1 && media[0]?.example !== undefined, `${id} ${status} has no example`)
      }
    }
  })

  it('The document has every error of the catalogue with its usual status', () => {
    for (const [code, { status }] of Object.entries(ERROR_CATALOGUE)) {
      assert.ok(
        ERROR_RESPONSES.some((error) => error.code === code && error.status === status),
        code,
      )
    }
  })

  it('The document matches the one in the reference folder', () => {
    const file = new URL('../../../docs/reference/openapi.json', import.meta.url)
    assert.deepEqual(document.document, JSON.parse(readFileSync(file, 'utf8')))
  })

  it('The document is served without a key, and sent again only when it changed', async () => {
    const first = await fetch(`${service.url}/openapi.json`)
    assert.equal(first.status, 200)
    assert.equal(first.headers.get('content-type'), 'application/json; charset=utf-8')
    assert.equal(first.headers.get('content-encoding'), 'gzip')
    const tag = first.headers.get('etag')
    assert.ok(tag !== null)
    const again = await fetch(`${service.url}/openapi.json`, {
      headers: { 'if-none-match': `"old", ${tag}` },
    })
    assert.equal(again.status, 304)
    assert.equal(await again.text(), '')
    const plain = await fetch(`${service.url}/openapi.json`, { headers: { 'accept-encoding': 'identity' } })
    assert.equal(plain.headers.get('content-encoding'), null)
    assert.equal(await plain.text(), await first.text())
  })
})

describe('The rules for the OpenAPI document', () => {
  const read = ['paths', '/workflows/{id}', 'get']
  const notFound = ['components', 'responses', 'NotFound', 'content', 'application/json', 'example']
  const planted: { what: string; at: string[]; value?: unknown; finds: RegExp }[] = [
    { what: 'a reference has no target', at: ['components', 'schemas', 'Workflow'], finds: /has no target/ },
    {
      what: 'a component is not used',
      at: ['components', 'schemas', 'Spare'],
      value: {},
      finds: /Spare is never used/,
    },
    {
      what: 'two operations share an id',
      at: [...read, 'operationId'],
      value: 'listForms',
      finds: /listForms names two operations/,
    },
    { what: 'a path parameter is not declared', at: [...read, 'parameters'], finds: /does not declare/ },
    { what: 'a tag is not described', at: [...read, 'tags'], value: ['Other'], finds: /not described/ },
    {
      what: 'a status is invalid',
      at: [...read, 'responses', '20x'],
      value: { description: '', content: {} },
      finds: /responds with the status 20x/,
    },
    { what: 'a member is unknown', at: [...read, 'produces'], value: [], finds: /unknown member produces/ },
    {
      what: 'an example does not match its schema',
      at: [...notFound, 'error', 'code'],
      value: 'GONE',
      finds: /does not match its schema/,
    },
    {
      what: 'an example has a member that the schema does not declare',
      at: [...notFound, 'status'],
      value: 404,
      finds: /does not match its schema/,
    },
  ]
  for (const { what, at, value, finds } of planted) {
    it(`The rules report when ${what}`, () => {
      assert.match(violations(damaged(document.document, at, value)).join('\n'), finds)
    })
  }

  it('The rules report a response that differs from its description', async () => {
    const operation = document.operations.find(({ id }) => id === 'listWorkflows')
    assert.ok(operation !== undefined)
    const response = await service.request('GET', '/v1/workflows')
    assert.deepEqual(document.problems(operation, response), [])
    const problemsWith = (changes: Partial<TestResponse>) =>
      document.problems(operation, { ...response, ...changes }).length
    assert.ok(problemsWith({ status: 418 }) > 0)
    assert.ok(problemsWith({ body: { success: true, data: [] } }) > 0)
    assert.ok(problemsWith({ body: { ...(response.body as object), extra: 1 } }) > 0)
    assert.ok(problemsWith({ headers: new Headers() }) > 0)
    const asCsv = new Headers(response.headers)
    asCsv.set('content-type', 'text/csv')
    assert.ok(problemsWith({ headers: asCsv }) > 0)
    assert.ok(problemsWith({ headers: new Headers([...response.headers, ['etag', '"1"']]) }) > 0)
    const item = { id: 'x', name: 'x', status: 'draft', created_at: 'today', updated_at: 'today' }
    assert.ok(problemsWith({ body: { ...(response.body as object), data: [item] } }) > 0)
  })
})

/** A copy with another value, or none, at one path. */
function damaged(original: OpenApiDocument, at: readonly string[], value: unknown): OpenApiDocument {
  const copy = structuredClone(original)
  let holder = copy as unknown as Record<string, unknown>
  for (const member of at.slice(0, -1)) holder = holder[member] as Record<string, unknown>
  const last = at.at(-1) ?? ''
  if (value === undefined) delete holder[last]
  else holder[last] = value
  return copy
}

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1
}
