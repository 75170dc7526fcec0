import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '#domain/index.ts'
import { requestOf, runAction } from '#integrations/testing/run-action.ts'
import { testCredentials } from '#integrations/testing/test-credentials.ts'

const credential = testCredentials['stripe'] as (origin: string) => string
const headers = { authorization: 'Bearer CANARY-stripe' }

const requests: readonly [string, JsonObject, string, string][] = [
  [
    'create_customer',
    { email: 'a@b.example', metadata: { order: 7, 'a b': 'c&d' } },
    'POST /v1/customers',
    'email=a%40b.example&metadata%5Border%5D=7&metadata%5Ba+b%5D=c%26d',
  ],
  ['get_customer', { customer: 'cus_1' }, 'GET /v1/customers/cus_1', ''],
  [
    'list_customers',
    { email: 'a+b@c.example', limit: 3 },
    'GET /v1/customers?email=a%2Bb%40c.example&limit=3',
    '',
  ],
  [
    'create_payment_intent',
    { amount: 1099, currency: 'eur', confirm: false, automatic_payment_methods: { enabled: true } },
    'POST /v1/payment_intents',
    'amount=1099&currency=eur&confirm=false&automatic_payment_methods%5Benabled%5D=true',
  ],
  [
    'create_refund',
    { payment_intent: 'pi_1', reason: 'duplicate' },
    'POST /v1/refunds',
    'payment_intent=pi_1&reason=duplicate',
  ],
]

describe('actions of Stripe', () => {
  for (const [action, parameters, line, body] of requests) {
    it(`The Stripe action ${action} sends ${line} ${body}`.trimEnd(), async (t) => {
      const request = await requestOf(runAction(t, 'stripe', action, { credential, parameters }))
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
