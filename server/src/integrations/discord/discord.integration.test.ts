import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '#domain/index.ts'
import { requestOf, runAction } from '#integrations/testing/run-action.ts'
import { testCredentials } from '#integrations/testing/test-credentials.ts'

const credential = testCredentials['discord'] as (origin: string) => string
const headers = { authorization: 'Bot CANARY-discord' }

const requests: readonly [string, JsonObject, string, string][] = [
  ['send_message', { channel_id: '1', content: 'ü' }, 'POST /channels/1/messages', '{"content":"ü"}'],
  [
    'edit_message',
    { channel_id: '1', message_id: '2', content: 'x', embeds: [{ title: 't' }] },
    'PATCH /channels/1/messages/2',
    '{"content":"x","embeds":[{"title":"t"}]}',
  ],
  [
    'list_messages',
    { channel_id: '1', limit: 5, before: '9' },
    'GET /channels/1/messages?limit=5&before=9',
    '',
  ],
]

describe('actions of Discord', () => {
  for (const [action, parameters, line, body] of requests) {
    it(`The Discord action ${action} sends ${line} ${body}`.trimEnd(), async (t) => {
      const request = await requestOf(runAction(t, 'discord', action, { credential, parameters }))
      assert.deepEqual([request.line, request.body], [line, body])
      for (const [name, value] of Object.entries(headers)) assert.equal(request.headers[name], value, name)
      assert.equal(request.headers['content-type'], body === '' ? undefined : 'application/json')
      assert.equal(request.headers['idempotency-key'], line.startsWith('GET') ? undefined : 'step-key')
    })
  }
})
