import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '#domain/index.ts'
import { answerJson, outputOf, requestOf, runAction } from '#integrations/testing/run-action.ts'
import { testCredentials } from '#integrations/testing/test-credentials.ts'

const credential = testCredentials['openai'] as (origin: string) => string
const headers = { authorization: 'Bearer CANARY-openai' }

const requests: readonly [string, JsonObject, string, string][] = [
  [
    'chat_completion',
    { model: 'm', messages: [{ role: 'user', content: 'ü' }], temperature: 0 },
    'POST /v1/chat/completions',
    '{"model":"m","messages":[{"role":"user","content":"ü"}],"temperature":0}',
  ],
  ['embeddings', { model: 'm', input: ['a'] }, 'POST /v1/embeddings', '{"model":"m","input":["a"]}'],
  ['list_models', {}, 'GET /v1/models', ''],
]

describe('actions of OpenAI-compatible services', () => {
  for (const [action, parameters, line, body] of requests) {
    it(`The OpenAI action ${action} sends ${line} ${body}`.trimEnd(), async (t) => {
      const request = await requestOf(runAction(t, 'openai', action, { credential, parameters }))
      assert.deepEqual([request.line, request.body], [line, body])
      for (const [name, value] of Object.entries(headers)) assert.equal(request.headers[name], value, name)
      assert.equal(request.headers['content-type'], body === '' ? undefined : 'application/json')
      assert.equal(request.headers['idempotency-key'], line.startsWith('GET') ? undefined : 'step-key')
    })
  }

  it('The OpenAI action chat_completion outputs the text of the response', async (t) => {
    const body = {
      choices: [{ message: { content: 'Hello' }, finish_reason: 'stop' }],
      usage: { total_tokens: 3 },
    }
    assert.deepEqual(
      await outputOf(runAction(t, 'openai', 'chat_completion', { credential, answer: answerJson(body) })),
      { text: 'Hello', finish_reason: 'stop', usage: { total_tokens: 3 }, answer: body },
    )
  })
})
