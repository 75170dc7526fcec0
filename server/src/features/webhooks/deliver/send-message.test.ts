import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { HttpAnswer, HttpRequest, HttpResult } from '#ports/index.ts'
import { sendMessage } from './send-message.ts'

const MESSAGE = {
  id: 'm1',
  url: 'https://example.com/h',
  body: '{}',
  secrets: ['whsec_c2VjcmV0'],
  at: 1_700_000_000_999,
}

async function send(result: Partial<HttpAnswer> | HttpResult) {
  const sent: HttpRequest[] = []
  const answer = {
    ok: true,
    status: 200,
    headers: {},
    body: new Uint8Array(),
    truncated: false,
    url: '',
    ...result,
  }
  const http = {
    async send(request: HttpRequest) {
      sent.push(request)
      return answer as HttpResult
    },
  }
  return { ...(await sendMessage(http, MESSAGE, AbortSignal.abort())), sent: sent[0] as HttpRequest }
}

describe('a message to a webhook', () => {
  it('is posted once, within 15 seconds, follows no redirect and reads at most 64 KiB', async () => {
    const { sent, request } = await send({})
    assert.deepEqual(
      [sent.method, sent.url, sent.body, sent.deadlineMs, sent.redirects, sent.maxResponseBytes],
      ['POST', MESSAGE.url, '{}', 15_000, 0, 65_536],
    )
    assert.equal(sent.headers?.['webhook-timestamp'], '1700000000')
    assert.deepEqual(request, { url: MESSAGE.url, headers: sent.headers })
  })

  it('says in words why it failed', async () => {
    assert.equal((await send({ status: 204 })).error, null)
    assert.equal((await send({ status: 503 })).error, 'The receiver answered 503.')
    assert.match((await send({ status: 307 })).error ?? '', /redirects are not followed/)
    assert.match((await send({ status: 410 })).error ?? '', /disables the webhook/)
    const failure = { ok: false, reason: 'dns', message: 'No such host.', sent: false } as const
    const failed = await send(failure)
    assert.deepEqual([failed.error, failed.response], ['No such host.', null])
  })

  it('keeps the beginning of an answer and no more, whatever its bytes', async () => {
    const body = Buffer.concat([Buffer.from([0xff, 0x00]), Buffer.alloc(5_000, 'x')])
    const headers = { small: 'kept', large: 'y'.repeat(4_000), ...many(100) }
    const { response } = await send({ body, headers })
    assert.equal(response?.body, `\ufffd\u0000${'x'.repeat(1_022)}`)
    assert.equal(response?.headers['small'], 'kept')
    assert.equal('large' in (response?.headers ?? {}), false)
    assert.ok(JSON.stringify(response?.headers).length < 4_000)
  })

  it('keeps no secret that the receiver repeats, also where the answer is cut', async () => {
    const { response } = await send({
      status: 400,
      headers: { 'x-expected': 'whsec_c2VjcmV0' },
      body: Buffer.from(`${'x'.repeat(1_018)}c2VjcmV0 is my secret`),
    })
    assert.deepEqual(response, { headers: { 'x-expected': '***' }, body: `${'x'.repeat(1_018)}*** is` })
  })
})

function many(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`x-${n}`, 'z'.repeat(50)]))
}
