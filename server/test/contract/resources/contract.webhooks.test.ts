import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { CreatedWebhook } from '@millrace/contract/webhook.ts'
import { issuePaths } from '../support/api-response.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'

const FIELDS = ['created_at', 'events', 'id', 'status', 'url']
const EVENTS = ['workflow.executed']
const URL_OK = 'https://example.com/hook'

describeOnEveryStore('Contract: webhooks', (shared) => {
  it('A webhook response has `id, url, events, status, created_at`, and a supplied secret is never returned', async () => {
    const client = await shared.client()
    const secret = 'S3CRET-of-the-client'
    const headers = { 'idempotency-key': 'hook' }
    const body = { url: URL_OK, events: EVENTS, secret }
    const created = (await client.post('/webhooks', body, { headers })).expect(201)
    assert.deepEqual(Object.keys(created.data<object>()).sort(), FIELDS)
    assert.equal(created.data<CreatedWebhook>().status, 'active')
    const listed = (await client.get('/webhooks')).expect(200)
    assert.deepEqual(listed.data(), [created.data()])
    const replayed = await client.post('/webhooks', body, { headers })
    const conflict = await client.post('/webhooks', { ...body, events: ['form.submitted'] }, { headers })
    const deleted = await client.delete(`/webhooks/${created.data<CreatedWebhook>().id}`)
    for (const response of [created, listed, replayed, conflict, deleted]) {
      assert.equal(JSON.stringify(response.body).includes(secret), false)
    }
  })

  it('Without a secret, one is generated and shown once, in the format of Standard Webhooks', async () => {
    const client = await shared.client()
    const create = async () => (await client.post('/webhooks', { url: URL_OK, events: EVENTS })).expect(201)
    const created = (await create()).data<CreatedWebhook>()
    const other = (await create()).data<CreatedWebhook>()
    assert.deepEqual(Object.keys(created).sort(), [...FIELDS, 'secret'].sort())
    assert.match(created.secret ?? '', /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.notEqual(created.secret, other.secret)
    for (const webhook of (await client.get('/webhooks')).data<object[]>()) {
      assert.deepEqual(Object.keys(webhook).sort(), FIELDS)
    }
  })

  it('The `url` of a webhook is http or https without user info', async () => {
    const client = await shared.client()
    const good = [
      URL_OK,
      'http://example.com',
      'https://example.com:8443/a/b?c=d',
      'http://127.0.0.1:9/x',
      'https://[::1]/',
    ]
    for (const url of [...good, `https://example.com/${'x'.repeat(2_028)}`]) {
      const { url: stored } = (await client.post('/webhooks', { url, events: EVENTS }))
        .expect(201)
        .data<CreatedWebhook>()
      assert.equal(stored, url)
    }
    const bad = [
      '',
      'example.com/hook',
      '/hook',
      'ftp://example.com',
      'javascript:alert(1)',
      'file:///etc/passwd',
      'https://',
      'http://user:password@example.com',
      'https://user@example.com',
      'https://exa mple.com',
      'https://example.com:99999',
      `https://example.com/${'x'.repeat(2_029)}`,
      'https://example.com/\u0000',
      null,
      5,
      [URL_OK],
    ]
    for (const url of bad) {
      const error = (await client.post('/webhooks', { url, events: EVENTS })).error(400, 'VALIDATION_ERROR')
      assert.deepEqual(issuePaths(error), ['url'], String(url))
    }
  })

  it('The `events` of a webhook are non-empty, known and unique', async () => {
    const client = await shared.client()
    const both = ['form.submitted', 'workflow.executed']
    const created = (await client.post('/webhooks', { url: URL_OK, events: both })).expect(201)
    assert.deepEqual(created.data<CreatedWebhook>().events, both)
    for (const [events, paths] of [
      [[], ['events']],
      [undefined, ['events']],
      [null, ['events']],
      ['workflow.executed', ['events']],
      [{}, ['events']],
      [['workflow.executed', 'workflow.executed'], ['events']],
      [['*'], ['events[0]']],
      [
        ['workflow.executed', 'Workflow.Executed', 7],
        ['events[1]', 'events[2]'],
      ],
    ] as const) {
      const error = (await client.post('/webhooks', { url: URL_OK, events })).error(400, 'VALIDATION_ERROR')
      assert.deepEqual(issuePaths(error), paths, JSON.stringify(events))
    }
    assert.equal((await client.get('/webhooks')).pageMeta.total, 1)
  })

  it('The `secret` of a webhook is a text of 1 to 1,024 characters', async () => {
    const client = await shared.client()
    for (const secret of ['x', 'ключ 🔑', 'x'.repeat(1_024), 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']) {
      ;(await client.post('/webhooks', { url: URL_OK, events: EVENTS, secret })).expect(201)
    }
    for (const secret of ['', 'x'.repeat(1_025), 5, null, ['x'], 'a\u0000b']) {
      const error = (await client.post('/webhooks', { url: URL_OK, events: EVENTS, secret })).rejected()
      assert.deepEqual(issuePaths(error), ['secret'], JSON.stringify(secret))
    }
  })

  it('Unknown and read-only fields of a webhook are ignored', async () => {
    const client = await shared.client()
    const extra = { id: 'mine', status: 'disabled', created_at: 1, name: 'x' }
    const created = await client.post('/webhooks', { url: URL_OK, events: EVENTS, secret: 's', ...extra })
    assert.equal(created.expect(201).data<CreatedWebhook>().status, 'active')
  })
})
