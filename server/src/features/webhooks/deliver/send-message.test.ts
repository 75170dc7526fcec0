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

describe('sendMessage', () => {
  it('A message is posted once, with a timeout of 15 seconds, without redirects, reading at most 64 KiB', async () => {
    const { sent, request } = await send({})
    assert.deepEqual(
      [sent.method, sent.url, sent.body, sent.deadlineMs, sent.redirects, sent.maxResponseBytes],
      ['POST', MESSAGE.url, '{}', 15_000, 0, 65_536],
    )
    assert.equal(sent.headers?.['webhook-timestamp'], '1700000000')
    assert.deepEqual(request, { url: MESSAGE.url, headers: sent.headers })
  })

  it('A failed message has an explanation', async () => {
    assert.equal((await send({ status: 204 })).error, null)
    assert.equal((await send({ status: 503 })).error, 'The receiver responded with status 503.')
    assert.match((await send({ status: 307 })).error ?? '', /Redirects are not followed/)
    assert.match((await send({ status: 410 })).error ?? '', /disables the webhook/)
    const failure = { ok: false, reason: 'dns', message: 'No such host.', sent: false } as const
    const failed = await send(failure)
    assert.deepEqual([failed.error, failed.response], ['No such host.', null])
  })

  it('Only the beginning of a response is stored, whatever its bytes', async () => {
    const body = Buffer.concat([Buffer.from([0xff, 0x00]), Buffer.alloc(5_000, 'x')])
    const headers = { small: 'stored', large: 'y'.repeat(4_000), ...many(100) }
    const { response } = await send({ body, headers })
    assert.equal(response?.body, `\ufffd\u0000${'x'.repeat(1_022)}`)
    assert.equal(response?.headers['small'], 'stored')
    assert.equal('large' in (response?.headers ?? {}), false)
    assert.ok(JSON.stringify(response?.headers).length < 4_000)
  })

  it('A secret that the receiver repeats is not stored, even where the response is cut off', async () => {
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
