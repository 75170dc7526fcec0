import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '#domain/index.ts'
import { requestOf, runAction } from '#integrations/testing/run-action.ts'
import { testCredentials } from '#integrations/testing/test-credentials.ts'

const credential = testCredentials['notion'] as (origin: string) => string
const headers = { authorization: 'Bearer CANARY-notion', 'notion-version': '2022-06-28' }

const requests: readonly [string, JsonObject, string, string][] = [
  [
    'create_page',
    { database_id: 'd', properties: { Name: { title: [] } } },
    'POST /v1/pages',
    '{"parent":{"database_id":"d"},"properties":{"Name":{"title":[]}}}',
  ],
  ['update_page', { page_id: 'p', archived: true }, 'PATCH /v1/pages/p', '{"archived":true}'],
  ['get_page', { page_id: 'p' }, 'GET /v1/pages/p', ''],
  [
    'query_database',
    { database_id: 'd', page_size: 5, filter: { property: 'Done' } },
    'POST /v1/databases/d/query',
    '{"filter":{"property":"Done"},"page_size":5}',
  ],
]

describe('actions of Notion', () => {
  for (const [action, parameters, line, body] of requests) {
    it(`The Notion action ${action} sends ${line} ${body}`.trimEnd(), async (t) => {
      const request = await requestOf(runAction(t, 'notion', action, { credential, parameters }))
      assert.deepEqual([request.line, request.body], [line, body])
      for (const [name, value] of Object.entries(headers)) assert.equal(request.headers[name], value, name)
      assert.equal(request.headers['content-type'], body === '' ? undefined : 'application/json')
      assert.equal(request.headers['idempotency-key'], line.startsWith('GET') ? undefined : 'step-key')
    })
  }
})
