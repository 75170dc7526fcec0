import assert from 'node:assert/strict'
import { it } from 'node:test'
import { serveRecording } from '#nodes/http/testing/http-under-test.ts'
import type { TestService } from '#test/support/test-service.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import { readStoredBytes } from './support/read-stored-bytes.ts'

describeOnEveryStore('Secrets at rest', (shared) => {
  it('The search finds a value that is stored in plain text', async () => {
    const client = await shared.client()
    await client.createWorkflow({ name: 'CLEAR-canary-name', variables: { text: 'CLEAR-canary-variable' } })
    const stored = await readStoredBytes(shared.running)
    assert.ok(stored.includes('CLEAR-canary-name') && stored.includes('CLEAR-canary-variable'))
  })

  it('A credential is not stored in plain text, also not in a stored response', async () => {
    const client = await shared.client()
    const values = ['AT-REST-credential-1-S3CRET', 'AT-REST-credential-2-S3CRET']
    for (const [index, value] of values.entries()) {
      const headers: Record<string, string> = index === 0 ? {} : { 'idempotency-key': 'kept' }
      ;(await client.post('/credentials', { name: 'N', type: 'api_key', value }, { headers })).expect(201)
    }
    await assertAbsent(shared.running, values)
  })

  it('A webhook secret, supplied or generated, is not stored in plain text, also not in a stored response', async () => {
    const client = await shared.client()
    const endpoint = { url: 'https://example.com/', events: ['form.submitted'] }
    const sent = 'AT-REST-webhook-S3CRET'
    ;(await client.post('/webhooks', { ...endpoint, secret: sent })).expect(201)
    const created = (await client.post('/webhooks', endpoint)).expect(201).data<{ secret: string }>().secret
    const headers = { 'idempotency-key': 'hook' }
    const remembered = (await client.post('/webhooks', endpoint, { headers })).data<{ secret: string }>()
      .secret
    await assertAbsent(shared.running, [sent, created, remembered])
  })

  it('The secrets of actions and tokens are not stored in plain text, whatever the service repeats', async (t) => {
    const client = await shared.client()
    const server = await serveRecording(t, (response, seen) => {
      const token = { access_token: 'AT-REST-token-S3CRET', expires_in: 60 }
      const body = seen.url === '/token' ? token : { ok: seen.url !== '/fail', error: 'no', seen }
      const json = { 'content-type': 'application/json' }
      response.writeHead(seen.url === '/fail' ? 500 : 200, json).end(JSON.stringify(body))
    })
    const secret = 'AT-REST-action-S3CRET'
    const store = async (type: string, value: object) => {
      const body = { name: 'N', type, value: JSON.stringify(value) }
      return (await client.post('/credentials', body)).expect(201).data<{ id: string }>().id
    }
    const slack = await store('slack', { token: secret, base_url: server.origin })
    const oauth = await store('oauth2_client', {
      token_url: `${server.origin}/token`,
      client_id: 'id',
      client_secret: 'AT-REST-client-S3CRET',
    })
    const parameters = { channel: 'C', text: 'x' }
    const action = { type: 'slack', action: 'post_message', parameters }
    const nodes = [
      { id: 'a', type: 'integration', credential_id: slack, data: action },
      { id: 'b', type: 'http', credential_id: oauth, data: { url: `${server.origin}/a`, response: 'json' } },
      {
        id: 'c',
        type: 'http',
        credential_id: oauth,
        data: { url: `${server.origin}/fail` },
        on_error: 'continue',
      },
    ]
    const edges = [
      { source: 'a', target: 'b' },
      { source: 'b', target: 'c' },
    ]
    const done = await client.run(await client.createWorkflow({ nodes, edges }))
    assert.equal(done.status, 'completed', JSON.stringify(done.error))
    assert.equal(server.seen.length, 4, 'one token for two requests')
    assert.match(JSON.stringify(server.seen), /AT-REST-action-S3CRET.*AT-REST-token-S3CRET/)
    await assertAbsent(shared.running, [secret, 'AT-REST-token-S3CRET', 'AT-REST-client-S3CRET'])
  })

  it('An API key, generated or supplied, is not stored in plain text', async () => {
    const created = await shared.running.createKey(['forms:read'])
    ;(await shared.withKey(created).get('/forms')).expect(200)
    await assertAbsent(shared.running, [created, shared.running.key])
  })

  it('A password, a session and the token of the setup link are not stored in plain text', async () => {
    const { running } = shared
    const password = 'AT-REST correct horse S3CRET'
    const token = running.service.setupToken ?? ''
    assert.ok(token.length > 20)
    await assertAbsent(running, [token])
    const body = { token, name: 'Owner', email: 'owner@example.com', password }
    const { status, headers } = await running.request('POST', '/app/setup', { body, key: null })
    assert.equal(status, 201)
    const session = /=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? ''
    assert.ok(session.length > 20)
    await assertAbsent(running, [token, password, session])
  })
})

/** In plain text, in base64 and in hex. */
async function assertAbsent(service: TestService, secrets: readonly string[]): Promise<void> {
  const stored = await readStoredBytes(service)
  for (const secret of secrets) {
    const bytes = Buffer.from(secret)
    const forms = [
      bytes,
      bytes.toString('base64').replace(/=+$/, ''),
      bytes.toString('base64url'),
      bytes.toString('hex'),
    ]
    for (const form of forms) assert.equal(stored.includes(form), false, `found ${secret.slice(0, 12)}…`)
  }
}
