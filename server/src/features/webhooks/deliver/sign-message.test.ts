import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { signMessage } from './sign-message.ts'

const MESSAGE = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', seconds: 1_614_265_330, body: '{"test": 2432232314}' }
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

describe('signMessage', () => {
  it('The signature matches the test vector of Standard Webhooks', () => {
    assert.equal(signMessage([SECRET], MESSAGE), 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  it('The reference library accepts the signature and refuses every change', () => {
    const body = '{"text":"Grüße \\u0000 🔑"}'
    const seconds = Math.floor(Date.now() / 1_000)
    const headers = {
      'webhook-id': 'a',
      'webhook-timestamp': String(seconds),
      'webhook-signature': signMessage([SECRET], { id: 'a', seconds, body }),
    }
    const verifier = new Webhook(SECRET)
    assert.deepEqual(verifier.verify(body, headers), JSON.parse(body))
    assert.throws(() => verifier.verify(`${body} `, headers))
    assert.throws(() => verifier.verify(body, { ...headers, 'webhook-id': 'b' }))
    assert.throws(() => verifier.verify(body, { ...headers, 'webhook-timestamp': String(seconds + 1) }))
    assert.throws(() => new Webhook('whsec_c2VjcmV0').verify(body, headers))
  })

  it('A secret without the prefix is used as UTF-8 bytes', () => {
    for (const secret of ['x', 'ключ 🔑', 'c2VjcmV0']) {
      const raw = new Webhook(Buffer.from(secret, 'utf8'), { format: 'raw' })
      const expected = raw.sign(MESSAGE.id, new Date(MESSAGE.seconds * 1_000), MESSAGE.body)
      assert.equal(signMessage([secret], MESSAGE), expected)
    }
  })

  it('A secret that decodes to nothing is used as text, so that the key is never empty', () => {
    const expected = new Webhook('whsec_', { format: 'raw' }).sign(
      MESSAGE.id,
      new Date(MESSAGE.seconds * 1_000),
      MESSAGE.body,
    )
    assert.equal(signMessage(['whsec_'], MESSAGE), expected)
  })

  it('Two secrets result in two signatures', () => {
    const [first, second, ...rest] = signMessage([SECRET, 'other'], MESSAGE).split(' ')
    assert.deepEqual([first, second], [signMessage([SECRET], MESSAGE), signMessage(['other'], MESSAGE)])
    assert.deepEqual(rest, [])
  })
})
