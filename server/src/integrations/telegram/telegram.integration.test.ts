import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '#domain/index.ts'
import { answerJson, failureOf, outputOf, requestOf, runAction } from '#integrations/testing/run-action.ts'
import { testCredentials } from '#integrations/testing/test-credentials.ts'

const credential = testCredentials['telegram'] as (origin: string) => string
const headers = { authorization: undefined }

const requests: readonly [string, JsonObject, string, string][] = [
  [
    'send_message',
    { chat_id: 7, text: 'ü', reply_to_message_id: 3, parse_mode: 'HTML' },
    'POST /bot1234:CANARY-telegram/sendMessage',
    '{"chat_id":7,"text":"ü","parse_mode":"HTML","reply_parameters":{"message_id":3}}',
  ],
  [
    'send_message',
    { chat_id: '@c', text: 'x' },
    'POST /bot1234:CANARY-telegram/sendMessage',
    '{"chat_id":"@c","text":"x"}',
  ],
  [
    'send_photo',
    { chat_id: 7, photo: 'https://e.example/p.png', caption: 'c' },
    'POST /bot1234:CANARY-telegram/sendPhoto',
    '{"chat_id":7,"photo":"https://e.example/p.png","caption":"c"}',
  ],
  [
    'edit_message',
    { chat_id: 7, message_id: 3, text: 'x' },
    'POST /bot1234:CANARY-telegram/editMessageText',
    '{"chat_id":7,"message_id":3,"text":"x"}',
  ],
  ['get_chat', { chat_id: '@c' }, 'GET /bot1234:CANARY-telegram/getChat?chat_id=%40c', ''],
]

describe('actions of Telegram', () => {
  for (const [action, parameters, line, body] of requests) {
    it(`The Telegram action ${action} sends ${line} ${body}`.trimEnd(), async (t) => {
      const answer = answerJson({ ok: true, result: { message_id: 1 } })
      const request = await requestOf(runAction(t, 'telegram', action, { credential, parameters, answer }))
      assert.deepEqual([request.line, request.body], [line, body])
      for (const [name, value] of Object.entries(headers)) assert.equal(request.headers[name], value, name)
      assert.equal(request.headers['content-type'], body === '' ? undefined : 'application/json')
      assert.equal(request.headers['idempotency-key'], line.startsWith('GET') ? undefined : 'step-key')
    })
  }

  it('A Telegram action outputs the result and fails when Telegram rejects the request with status 200', async (t) => {
    const answer = answerJson({ ok: true, result: { message_id: 1 } })
    assert.deepEqual(await outputOf(runAction(t, 'telegram', 'get_chat', { credential, answer })), {
      message_id: 1,
    })
    const refused = await failureOf(
      runAction(t, 'telegram', 'get_chat', {
        credential,
        answer: answerJson({ ok: false, description: 'chat not found' }),
      }),
    )
    assert.deepEqual(
      [refused.code, refused.message],
      ['TELEGRAM_REFUSED', 'Telegram rejected the request: chat not found.'],
    )
  })
})
