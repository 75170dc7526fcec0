import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '#domain/index.ts'
import { requestOf, runAction } from '#integrations/testing/run-action.ts'
import { testCredentials } from '#integrations/testing/test-credentials.ts'

const credential = testCredentials['twilio'] as (origin: string) => string
const headers = { authorization: `Basic ${Buffer.from('AC0123456789:CANARY-twilio').toString('base64')}` }

const requests: readonly [string, JsonObject, string, string][] = [
  [
    'send_sms',
    {
      to: '+491',
      from: '+1500',
      body: 'Größe & mehr',
      media_url: ['https://a.example/1', 'https://a.example/2'],
    },
    'POST /2010-04-01/Accounts/AC0123456789/Messages.json',
    'To=%2B491&From=%2B1500&Body=Gr%C3%B6%C3%9Fe+%26+mehr&MediaUrl=https%3A%2F%2Fa.example%2F1&MediaUrl=https%3A%2F%2Fa.example%2F2',
  ],
  ['get_message', { sid: 'SM1' }, 'GET /2010-04-01/Accounts/AC0123456789/Messages/SM1.json', ''],
  [
    'list_messages',
    { to: '+491', page_size: 2 },
    'GET /2010-04-01/Accounts/AC0123456789/Messages.json?To=%2B491&PageSize=2',
    '',
  ],
]

describe('actions of Twilio', () => {
  for (const [action, parameters, line, body] of requests) {
    it(`The Twilio action ${action} sends ${line} ${body}`.trimEnd(), async (t) => {
      const request = await requestOf(runAction(t, 'twilio', action, { credential, parameters }))
      assert.deepEqual([request.line, request.body], [line, body])
      for (const [name, value] of Object.entries(headers)) assert.equal(request.headers[name], value, name)
      assert.equal(
        request.headers['content-type'],
        body === '' ? undefined : 'application/x-www-form-urlencoded',
      )
      assert.equal(request.headers['idempotency-key'], line.startsWith('GET') ? undefined : 'step-key')
    })
  }
})
