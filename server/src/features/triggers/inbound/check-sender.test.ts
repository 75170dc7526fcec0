import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import { SIGNATURES } from '#nodes/webhook/read-webhook.ts'
import type { SignatureStyle } from '#nodes/index.ts'
import { isFromSender } from './check-sender.ts'

const NOW = Date.UTC(2026, 0, 31, 8, 30)
const BODY = Buffer.from('{"order":7,"text":"ü"}')
const SECRET = 'it is a secret'
const credential = (value = SECRET, type = 'api_key') => ({ type, value, allowedHosts: null })

const hex = (text: string, secret = SECRET) => createHmac('sha256', secret).update(text).digest('hex')

/** What each kind of sender sends, by its own documentation. */
function sign(style: SignatureStyle, body = BODY.toString(), at = NOW): Record<string, string> {
  const seconds = String(Math.floor(at / 1000))
  switch (style) {
    case 'github':
      return { 'x-hub-signature-256': `sha256=${hex(body)}` }
    case 'stripe':
      return { 'stripe-signature': `t=${seconds},v0=old,v1=${hex(`${seconds}.${body}`)}` }
    case 'slack':
      return {
        'x-slack-request-timestamp': seconds,
        'x-slack-signature': `v0=${hex(`v0:${seconds}:${body}`)}`,
      }
    case 'standard-webhooks': {
      const signature = createHmac('sha256', SECRET).update(`msg_1.${seconds}.${body}`).digest('base64')
      return {
        'webhook-id': 'msg_1',
        'webhook-timestamp': seconds,
        'webhook-signature': `v1,AAAA v2,x v1,${signature}`,
      }
    }
    default:
      return style satisfies never
  }
}

const check = (
  webhook: Partial<Parameters<typeof isFromSender>[0]>,
  headers: Record<string, string | string[]>,
  secret = credential(),
  now = NOW,
) =>
  isFromSender(
    { auth: 'hmac', authHeader: 'x-api-key', signature: 'github', ...webhook },
    secret,
    { headers, body: BODY },
    now,
  )

describe('a request that has to be signed', () => {
  for (const signature of SIGNATURES) {
    it(`is taken when it is signed the way of ${signature}, and for no other secret, body or form`, () => {
      assert.equal(check({ signature }, sign(signature)), true)
      assert.equal(check({ signature }, sign(signature), credential('another')), false)
      assert.equal(check({ signature }, sign(signature, 'another body')), false)
      assert.equal(check({ signature }, {}), false)
      for (const other of SIGNATURES.filter((one) => one !== signature)) {
        assert.equal(check({ signature }, sign(other)), false, other)
      }
    })
  }

  for (const signature of ['stripe', 'slack', 'standard-webhooks'] as const) {
    it(`is refused the way of ${signature} when its time is more than five minutes off`, () => {
      const signed = sign(signature)
      assert.equal(check({ signature }, signed, credential(), NOW + 300_000), true)
      assert.equal(check({ signature }, signed, credential(), NOW + 301_000), false)
      assert.equal(check({ signature }, signed, credential(), NOW - 301_000), false)
    })
  }

  it('is refused when its time is none', () => {
    const seconds = 'soon'
    const headers = {
      'x-slack-request-timestamp': seconds,
      'x-slack-signature': `v0=${hex(`v0:${seconds}:${BODY.toString()}`)}`,
    }
    assert.equal(check({ signature: 'slack' }, headers), false)
  })

  it('may be signed with a secret of Standard Webhooks, which is base64', () => {
    const key = Buffer.from('thirty-two bytes of a random key')
    const seconds = String(NOW / 1000)
    const signature = createHmac('sha256', key).update(`m.${seconds}.${BODY.toString()}`).digest('base64')
    const headers = {
      'webhook-id': 'm',
      'webhook-timestamp': seconds,
      'webhook-signature': `v1,${signature}`,
    }
    const secret = credential(`whsec_${key.toString('base64')}`)
    assert.equal(check({ signature: 'standard-webhooks' }, headers, secret), true)
  })
})

describe('a request that has to carry a secret', () => {
  it('is taken with the secret in the header that is named', () => {
    assert.equal(check({ auth: 'header' }, { 'x-api-key': SECRET }), true)
    assert.equal(check({ auth: 'header' }, { 'x-api-key': `${SECRET} ` }), false)
    assert.equal(check({ auth: 'header' }, { 'x-other': SECRET }), false)
    assert.equal(check({ auth: 'header' }, {}), false)
    assert.equal(check({ auth: 'header' }, { 'x-api-key': '' }, credential('')), false)
  })

  it('is taken with `Bearer` in front where the header is Authorization', () => {
    const webhook = { auth: 'header', authHeader: 'authorization' } as const
    assert.equal(check(webhook, { authorization: `Bearer ${SECRET}` }), true)
    assert.equal(check(webhook, { authorization: 'Bearer no' }), false)
  })

  it('goes by the name in a credential that has one', () => {
    const secret = credential('X-Partner: a:b', 'custom_header')
    assert.equal(check({ auth: 'header' }, { 'x-partner': 'a:b' }, secret), true)
    assert.equal(check({ auth: 'header' }, { 'x-api-key': 'a:b' }, secret), false)
  })

  it('is taken with user and password', () => {
    const secret = credential('ada:lovelace', 'basic_auth')
    const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })
    assert.equal(check({ auth: 'basic' }, basic('ada:lovelace'), secret), true)
    assert.equal(check({ auth: 'basic' }, basic('ada:other'), secret), false)
    assert.equal(check({ auth: 'basic' }, {}, secret), false)
  })
})
