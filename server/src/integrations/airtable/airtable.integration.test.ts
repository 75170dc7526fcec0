import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '#domain/index.ts'
import { requestOf, runAction } from '#integrations/testing/run-action.ts'
import { testCredentials } from '#integrations/testing/test-credentials.ts'

const credential = testCredentials['airtable'] as (origin: string) => string
const headers = { authorization: 'Bearer CANARY-airtable' }

const requests: readonly [string, JsonObject, string, string][] = [
  [
    'create_record',
    { base_id: 'app1', table: 'My orders', fields: { Name: 'ü' }, typecast: true },
    'POST /v0/app1/My%20orders',
    '{"fields":{"Name":"ü"},"typecast":true}',
  ],
  [
    'update_record',
    { base_id: 'app1', table: 'T', record_id: 'rec1', fields: { Paid: null } },
    'PATCH /v0/app1/T/rec1',
    '{"fields":{"Paid":null}}',
  ],
  [
    'list_records',
    { base_id: 'app1', table: 'T', formula: '{Paid}=1', fields: ['a', 'b'], page_size: 5 },
    'GET /v0/app1/T?filterByFormula=%7BPaid%7D%3D1&fields%5B%5D=a&fields%5B%5D=b&pageSize=5',
    '',
  ],
  ['get_record', { base_id: 'app1', table: 'T', record_id: 'rec1' }, 'GET /v0/app1/T/rec1', ''],
  ['delete_record', { base_id: 'app1', table: 'T', record_id: 'rec1' }, 'DELETE /v0/app1/T/rec1', ''],
]

describe('actions of Airtable', () => {
  for (const [action, parameters, line, body] of requests) {
    it(`The Airtable action ${action} sends ${line} ${body}`.trimEnd(), async (t) => {
      const request = await requestOf(runAction(t, 'airtable', action, { credential, parameters }))
      assert.deepEqual([request.line, request.body], [line, body])
      for (const [name, value] of Object.entries(headers)) assert.equal(request.headers[name], value, name)
      assert.equal(request.headers['content-type'], body === '' ? undefined : 'application/json')
      assert.equal(request.headers['idempotency-key'], line.startsWith('GET') ? undefined : 'step-key')
    })
  }
})
