import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '#domain/index.ts'
import { failureOf, requestOf, runAction } from '#integrations/testing/run-action.ts'
import { testCredentials } from '#integrations/testing/test-credentials.ts'

const credential = testCredentials['http_api'] as (origin: string) => string
const headers = {
  authorization: `Basic ${Buffer.from('ada:CANARY-password').toString('base64')}`,
  'x-key': 'CANARY-header',
}

const requests: readonly [string, JsonObject, string, string][] = [
  [
    'request',
    {
      method: 'POST',
      path: '/a/b%20c',
      query: { q: ['1', 'ü'] },
      headers: { 'X-Own': 7, 'X-Key': 'by hand' },
      body: { a: 1 },
    },
    'POST /v1/a/b%20c?q=1&q=%C3%BC&key=CANARY-query',
    '{"a":1}',
  ],
  ['request', { method: 'GET', path: '/a' }, 'GET /v1/a?key=CANARY-query', ''],
]

describe('actions of an HTTP API', () => {
  for (const [action, parameters, line, body] of requests) {
    it(`The HTTP API action ${action} sends ${line} ${body}`.trimEnd(), async (t) => {
      const request = await requestOf(runAction(t, 'http_api', action, { credential, parameters }))
      assert.deepEqual([request.line, request.body], [line, body])
      for (const [name, value] of Object.entries(headers)) assert.equal(request.headers[name], value, name)
      assert.equal(request.headers['content-type'], body === '' ? undefined : 'application/json')
      assert.equal(request.headers['idempotency-key'], line.startsWith('GET') ? undefined : 'step-key')
    })
  }

  it('The HTTP API action request refuses paths that leave the base URL', async (t) => {
    for (const path of ['/../admin', '/a/%2e%2e/b', 'x', '/a?b', '//']) {
      const running = runAction(t, 'http_api', 'request', { credential, parameters: { method: 'GET', path } })
      if (path === '//') assert.equal((await requestOf(running)).line, 'GET /v1//?key=CANARY-query')
      else assert.equal((await failureOf(running)).code, 'INVALID_PARAMETERS')
    }
  })
})
