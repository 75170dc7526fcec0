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

/** The signature headers of each sender, as its documentation defines them. */
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

describe('signed requests', () => {
  for (const signature of SIGNATURES) {
    it(`A ${signature} signature is accepted, but not for another secret, body or style`, () => {
      assert.equal(check({ signature }, sign(signature)), true)
      assert.equal(check({ signature }, sign(signature), credential('another')), false)
      assert.equal(check({ signature }, sign(signature, 'another body')), false)
      assert.equal(check({ signature }, {}), false)
      for (const other of SIGNATURES.filter((style) => style !== signature)) {
        assert.equal(check({ signature }, sign(other)), false, other)
      }
    })
  }

  for (const signature of ['stripe', 'slack', 'standard-webhooks'] as const) {
    it(`A ${signature} signature is refused if its timestamp is off by more than five minutes`, () => {
      const signed = sign(signature)
      assert.equal(check({ signature }, signed, credential(), NOW + 300_000), true)
      assert.equal(check({ signature }, signed, credential(), NOW + 301_000), false)
      assert.equal(check({ signature }, signed, credential(), NOW - 301_000), false)
    })
  }

  it('A signature is refused if its timestamp is not a number', () => {
    const seconds = 'soon'
    const headers = {
      'x-slack-request-timestamp': seconds,
      'x-slack-signature': `v0=${hex(`v0:${seconds}:${BODY.toString()}`)}`,
    }
    assert.equal(check({ signature: 'slack' }, headers), false)
  })

  it('A Standard Webhooks secret with the prefix `whsec_` is decoded from base64', () => {
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

  for (const value of ['whsec_', 'whsec_!!!!', 'whsec_a']) {
    it(`The secret ${value} has nothing to decode and is used as text, so that the key is never empty`, () => {
      const signed = (key: string) => {
        const seconds = String(NOW / 1000)
        const signature = createHmac('sha256', key).update(`m.${seconds}.${BODY.toString()}`).digest('base64')
        return { 'webhook-id': 'm', 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` }
      }
      const style = { signature: 'standard-webhooks' } as const
      assert.equal(check(style, signed(''), credential(value)), false)
      assert.equal(check(style, signed(value), credential(value)), true)
    })
  }
})

describe('requests with a secret', () => {
  it('A request is accepted with the secret in the configured header', () => {
    assert.equal(check({ auth: 'header' }, { 'x-api-key': SECRET }), true)
    assert.equal(check({ auth: 'header' }, { 'x-api-key': `${SECRET} ` }), false)
    assert.equal(check({ auth: 'header' }, { 'x-other': SECRET }), false)
    assert.equal(check({ auth: 'header' }, {}), false)
    assert.equal(check({ auth: 'header' }, { 'x-api-key': '' }, credential('')), false)
  })

  it('A request is accepted with the prefix `Bearer` if the header is Authorization', () => {
    const webhook = { auth: 'header', authHeader: 'authorization' } as const
    assert.equal(check(webhook, { authorization: `Bearer ${SECRET}` }), true)
    assert.equal(check(webhook, { authorization: 'Bearer no' }), false)
  })

  it('A custom_header credential names the header itself', () => {
    const secret = credential('X-Partner: a:b', 'custom_header')
    assert.equal(check({ auth: 'header' }, { 'x-partner': 'a:b' }, secret), true)
    assert.equal(check({ auth: 'header' }, { 'x-api-key': 'a:b' }, secret), false)
  })

  it('A request is accepted with user name and password', () => {
    const secret = credential('ada:lovelace', 'basic_auth')
    const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })
    assert.equal(check({ auth: 'basic' }, basic('ada:lovelace'), secret), true)
    assert.equal(check({ auth: 'basic' }, basic('ada:other'), secret), false)
    assert.equal(check({ auth: 'basic' }, {}, secret), false)
  })
})
