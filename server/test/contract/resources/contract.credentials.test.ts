import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Credential } from '@millrace/contract/credential.ts'
import { issuePaths } from '../support/api-response.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'

const SECRET = 'S3CRET-canary-value-0123456789'

const FORMS: Readonly<Record<string, { good: readonly string[]; bad: readonly string[] }>> = {
  api_key: { good: ['k-123'], bad: [''] },
  bearer_token: { good: ['token.with-parts_1'], bad: [''] },
  basic_auth: { good: ['user:password', 'user:pass:with:colons'], bad: ['no colon'] },
  custom_header: { good: ['X-Api-Key: value'], bad: ['no colon', 'Bad Name: x', 'X: a\r\nY: b'] },
  query_param: { good: ['key=value', 'key=a=b'], bad: ['key', '=value'] },
  oauth2_client: {
    good: ['{"token_url":"https://auth.example.com/token","client_id":"id","client_secret":"s"}'],
    bad: ['text', '{}', '[]', '{"token_url":"x","client_id":"id","client_secret":"s"}'],
  },
  smtp: {
    good: ['smtp://u:p@mail.example.com:587', 'smtps://mail.example.com'],
    bad: ['mail.example.com', 'http://x'],
  },
  postgres: { good: ['postgres://u:p@db.example.com:5432/app'], bad: ['db.example.com', 'mysql://u:p@h/d'] },
}

describeOnEveryStore('Contract: credentials', (shared) => {
  it('A credential response has `id, name, type, created_at, last_used_at`', async () => {
    const client = await shared.client()
    const body = { name: ' Billing ', type: 'api_key', value: SECRET }
    const created = (await client.post('/credentials', body)).expect(201).data<object>()
    assert.deepEqual(Object.keys(created).sort(), ['created_at', 'id', 'last_used_at', 'name', 'type'])
    assert.equal((created as Credential).name, 'Billing')
    assert.equal((created as Credential).last_used_at, null)
    assert.deepEqual((await client.get('/credentials')).expect(200).data(), [created])
  })

  it('The `type` of a credential is an identifier', async () => {
    const client = await shared.client()
    for (const type of ['x', 'my_type2', 'a__b', 'z'.repeat(64)]) {
      ;(await client.post('/credentials', { name: 'N', type, value: SECRET })).expect(201)
    }
    for (const type of [
      '',
      'X',
      'Api_key',
      '1a',
      '_a',
      'a-b',
      'a b',
      'ä',
      'z'.repeat(65),
      null,
      5,
      ['api_key'],
    ]) {
      const error = (await client.post('/credentials', { name: 'N', type, value: SECRET })).rejected()
      assert.deepEqual(issuePaths(error), ['type'], String(type))
    }
  })

  for (const [type, { good, bad }] of Object.entries(FORMS)) {
    it(`${type} accepts its documented single-string format`, async () => {
      const client = await shared.client()
      for (const value of good) (await client.post('/credentials', { name: 'N', type, value })).expect(201)
      for (const value of bad) {
        const error = (await client.post('/credentials', { name: 'N', type, value })).error(
          400,
          'VALIDATION_ERROR',
        )
        assert.deepEqual(issuePaths(error), ['value'], value)
      }
    })
  }

  it('Other credential types are opaque: any text except an empty one', async () => {
    const client = await shared.client()
    for (const value of ['x', ' ', '{"a":', '🔑', 'v'.repeat(65_536)]) {
      ;(await client.post('/credentials', { name: 'N', type: 'my_own', value })).expect(201)
    }
    for (const value of ['', null, 5, {}, ['x'], 'v'.repeat(65_537)]) {
      const error = (await client.post('/credentials', { name: 'N', type: 'my_own', value })).rejected()
      assert.deepEqual(issuePaths(error), ['value'])
    }
  })

  it('Name, type and value of a credential are required', async () => {
    const client = await shared.client()
    const error = (await client.post('/credentials', {})).error(400, 'VALIDATION_ERROR')
    assert.deepEqual(issuePaths(error), ['name', 'type', 'value'])
  })

  it('The `allowed_hosts` of a credential are host names', async () => {
    const client = await shared.client()
    const body = { name: 'N', type: 'api_key', value: SECRET }
    for (const hosts of [[], ['api.example.com', '*.example.com', 'localhost', '127.0.0.1', '[::1]']]) {
      ;(await client.post('/credentials', { ...body, allowed_hosts: hosts })).expect(201)
    }
    for (const host of [
      'https://example.com',
      'example.com:443',
      'example.com/path',
      'a b',
      '*',
      'x.*.com',
    ]) {
      const error = (
        await client.post('/credentials', { ...body, allowed_hosts: ['ok.example', host] })
      ).rejected()
      assert.deepEqual(issuePaths(error), ['allowed_hosts[1]'], host)
    }
    ;(await client.post('/credentials', { ...body, allowed_hosts: 'example.com' })).error(
      400,
      'VALIDATION_ERROR',
    )
  })

  it('The value of a credential is in no response: create, list, replay, conflict, delete or any other', async () => {
    const client = await shared.client()
    const body = { name: 'N', type: 'slack', value: SECRET, other: 'field' }
    const headers = { 'idempotency-key': 'one' }
    const created = await client.post('/credentials', body, { headers })
    const { id } = created.expect(201).data<{ id: string }>()
    const responses = [
      created,
      await client.post('/credentials', body, { headers }),
      await client.post('/credentials', { ...body, name: 'M' }, { headers }),
      await client.get('/credentials'),
      await client.get('/integrations'),
      await client.get(`/credentials/${id}`),
      await client.patch(`/credentials/${id}`, { value: SECRET }),
      await client.delete(`/credentials/${id}`),
    ]
    for (const response of responses) {
      assert.equal(JSON.stringify([response.body, [...response.headers]]).includes(SECRET), false)
    }
  })

  it('The value of a credential is in no error, whatever is wrong with the request', async () => {
    const client = await shared.client()
    const wrong = [
      { name: 'N', type: 'smtp', value: `smtp:/user:${SECRET}@host` },
      { name: 'N', type: 'postgres', value: `postgres://u:${SECRET}@:x/y` },
      { name: 'N', type: 'basic_auth', value: SECRET },
      { name: 'N', type: 'oauth2_client', value: `{"client_secret":"${SECRET}"` },
      { name: 'N', type: 'query_param', value: SECRET },
      { name: 'N', type: 'custom_header', value: SECRET },
      { name: '', type: 'Bad Type', value: SECRET },
      { name: 'N', type: 'x', value: [SECRET] },
    ]
    for (const body of wrong) {
      const { body: received } = await client.post('/credentials', body)
      assert.equal(JSON.stringify(received).includes(SECRET), false, body.type)
    }
  })

  it('A malformed JSON body is not quoted back with the credential in it', async () => {
    const client = await shared.client()
    const headers = { 'content-type': 'application/json' }
    for (const rawBody of [
      `{"value":"${SECRET}" oops`,
      `{"value":"${SECRET}",}`,
      `{"value":'${SECRET}'}`,
      SECRET,
      `{"value":"${SECRET}`,
    ]) {
      const response = await client.send('POST', '/credentials', { rawBody, headers })
      response.error(400, 'VALIDATION_ERROR')
      const received = JSON.stringify(response.body)
      for (let start = 0; start + 8 <= SECRET.length; start += 1) {
        assert.equal(received.includes(SECRET.slice(start, start + 8)), false, received)
      }
    }
  })
})
