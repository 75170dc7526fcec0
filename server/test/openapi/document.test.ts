import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { ERROR_CATALOGUE } from '@millrace/contract/errors.ts'
import { OPERATIONS } from '@millrace/contract/operations.ts'
import { ERROR_RESPONSES } from '#http/index.ts'
import type { OpenApiDocument, Response } from '#http/openapi/open-api-document.ts'
import { startService, type TestAnswer, type TestService } from '#test/support/test-service.ts'
import { breaches } from './document-rules.ts'
import { ServedDocument } from './served-document.ts'

let service: TestService
let document: ServedDocument

before(async () => {
  service = await startService()
  document = await ServedDocument.of(service)
})
after(() => service.destroy())

describe('the OpenAPI document', () => {
  it('keeps the rules of OpenAPI 3.1, and its examples fit their schemas', () => {
    assert.deepEqual(breaches(document.document), [])
  })

  it('tells of every operation with its method, path and scope', () => {
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

  it('shows a real answer for every operation and every status of success', () => {
    for (const { id, described } of document.operations) {
      for (const [status, response] of Object.entries(described.responses)) {
        if (!status.startsWith('2')) continue
        const { content } = document.resolve<Response>(response)
        const media = Object.values(content)
        assert.ok(media.length === 1 && media[0]?.example !== undefined, `${id} ${status} has no example`)
      }
    }
  })

  it('has for every error of the catalogue its usual status', () => {
    for (const [code, { status }] of Object.entries(ERROR_CATALOGUE)) {
      assert.ok(
        ERROR_RESPONSES.some((error) => error.code === code && error.status === status),
        code,
      )
    }
  })

  it('is the one in the reference folder', () => {
    const file = new URL('../../../docs/reference/openapi.json', import.meta.url)
    assert.deepEqual(document.document, JSON.parse(readFileSync(file, 'utf8')))
  })

  it('is served without a key, and sent again only when it changed', async () => {
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

describe('the rules for the document', () => {
  const read = ['paths', '/workflows/{id}', 'get']
  const refusal = ['components', 'responses', 'NotFound', 'content', 'application/json', 'example']
  const planted: { what: string; at: string[]; value?: unknown; finds: RegExp }[] = [
    { what: 'a reference leads nowhere', at: ['components', 'schemas', 'Workflow'], finds: /leads nowhere/ },
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
      what: 'a status is none',
      at: [...read, 'responses', '20x'],
      value: { description: '', content: {} },
      finds: /answers with the status 20x/,
    },
    { what: 'a member is unknown', at: [...read, 'produces'], value: [], finds: /unknown member produces/ },
    {
      what: 'an example does not fit',
      at: [...refusal, 'error', 'code'],
      value: 'GONE',
      finds: /does not fit/,
    },
    {
      what: 'an example has a member that the schema does not know',
      at: [...refusal, 'status'],
      value: 404,
      finds: /does not fit/,
    },
  ]
  for (const { what, at, value, finds } of planted) {
    it(`see it when ${what}`, () => {
      assert.match(breaches(damaged(document.document, at, value)).join('\n'), finds)
    })
  }

  it('see it when an answer is not as described', async () => {
    const operation = document.operations.find(({ id }) => id === 'listWorkflows')
    assert.ok(operation !== undefined)
    const answer = await service.request('GET', '/v1/workflows')
    assert.deepEqual(document.complaints(operation, answer), [])
    const spoilt = (changes: Partial<TestAnswer>) =>
      document.complaints(operation, { ...answer, ...changes }).length
    assert.ok(spoilt({ status: 418 }) > 0)
    assert.ok(spoilt({ body: { success: true, data: [] } }) > 0)
    assert.ok(spoilt({ body: { ...(answer.body as object), extra: 1 } }) > 0)
    assert.ok(spoilt({ headers: new Headers() }) > 0)
    const asCsv = new Headers(answer.headers)
    asCsv.set('content-type', 'text/csv')
    assert.ok(spoilt({ headers: asCsv }) > 0)
    assert.ok(spoilt({ headers: new Headers([...answer.headers, ['etag', '"1"']]) }) > 0)
    const item = { id: 'x', name: 'x', status: 'draft', created_at: 'today', updated_at: 'today' }
    assert.ok(spoilt({ body: { ...(answer.body as object), data: [item] } }) > 0)
  })
})

/** A copy with another value, or none, in one place. */
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
