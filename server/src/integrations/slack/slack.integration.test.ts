import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { answerJson, failureOf, outputOf, requestOf, runAction } from '#integrations/testing/run-action.ts'

const credential = { token: 'xoxb-secret-token' }
const answer = answerJson({ ok: true, ts: '1.2', user: { id: 'U1' } })
const headers = { accept: '*/*', authorization: 'Bearer xoxb-secret-token' }
const json = { ...headers, 'content-type': 'application/json; charset=utf-8', 'idempotency-key': 'step-key' }

describe('actions of Slack', () => {
  it('The Slack action post_message posts a message', async (t) => {
    const parameters = { channel: 'C1', text: 'Größe', thread_ts: null, unfurl_links: false }
    const run = runAction(t, 'slack', 'post_message', { credential, answer, parameters })
    assert.deepEqual(await requestOf(run), {
      line: 'POST /chat.postMessage',
      headers: json,
      body: '{"channel":"C1","text":"Größe","unfurl_links":false}',
    })
    assert.deepEqual(await outputOf(run), { ok: true, ts: '1.2', user: { id: 'U1' } })
  })

  it('The Slack action update_message replaces a message', async (t) => {
    const parameters = { channel: 'C1', ts: '1.2', text: 'x', blocks: [{ type: 'divider' }] }
    assert.deepEqual(
      await requestOf(runAction(t, 'slack', 'update_message', { credential, answer, parameters })),
      {
        line: 'POST /chat.update',
        headers: json,
        body: '{"channel":"C1","ts":"1.2","text":"x","blocks":[{"type":"divider"}]}',
      },
    )
  })

  it('The Slack actions list_channels and find_user send their query', async (t) => {
    const list = await requestOf(
      runAction(t, 'slack', 'list_channels', { credential, answer, parameters: { limit: 5, cursor: 'a=b' } }),
    )
    assert.deepEqual(list, { line: 'GET /conversations.list?limit=5&cursor=a%3Db', headers, body: '' })
    const run = runAction(t, 'slack', 'find_user', {
      credential,
      answer,
      parameters: { email: 'a+b@c.example' },
    })
    assert.equal((await requestOf(run)).line, 'GET /users.lookupByEmail?email=a%2Bb%40c.example')
    assert.deepEqual(await outputOf(run), { id: 'U1' })
  })

  it('A Slack action fails with advice when Slack rejects the request with status 200', async (t) => {
    const refuse = (error: string) =>
      failureOf(
        runAction(t, 'slack', 'post_message', { credential, answer: answerJson({ ok: false, error }) }),
      )
    assert.deepEqual(await refuse('not_in_channel'), {
      ok: false,
      code: 'SLACK_REFUSED',
      message:
        'Slack rejected the request: not_in_channel. The app is not in the channel. Invite the app to the channel.',
      permanent: true,
    })
    assert.equal((await refuse('internal_error')).permanent, undefined)
    assert.match((await refuse('xoxb-secret-token')).message, /\*\*\*/)
  })
})
