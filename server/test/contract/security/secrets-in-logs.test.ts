import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { pino } from 'pino'
import { serveRecording } from '#nodes/http/testing/http-under-test.ts'
import { startService, type TestService } from '#test/support/test-service.ts'
import { Browser } from '../support/browser.ts'
import { Client } from '../support/client.ts'
import { LogCapture } from './support/log-capture.ts'
import { sendBytes } from '../support/raw-http.ts'

describe('Secrets in logs at the level trace', () => {
  const log = new LogCapture()
  let service: TestService
  let client: Client
  before(async () => {
    service = await startService({ logger: pino({ level: 'trace' }, log) })
    client = new Client(service, service.key)
  })
  after(() => service.destroy())

  it('The log keeper sees the log', async () => {
    await client.get('/workflows/not-an-id')
    assert.ok(log.text.includes('/v1/workflows/not-an-id'), 'a line per request is expected at this level')
  })

  it('API keys are not logged, valid or not, in the header or elsewhere', async () => {
    await client.get('/workflows')
    await new Client(service, 'LOG-canary-wrong-key').get('/workflows')
    await client.get('/workflows?api_key=LOG-canary-in-query')
    await service.request('GET', '/v1/workflows', { headers: { authorization: 'Basic TE9HLWNhbmFyeQ==' } })
    assertAbsent(log, [service.key, 'LOG-canary-wrong-key', 'LOG-canary-in-query', 'TE9HLWNhbmFyeQ=='])
  })

  it('Credentials are not logged: stored, rejected, malformed, tested against an unreachable server', async () => {
    const value = 'LOG-canary-credential'
    const headers = { 'idempotency-key': 'LOG' }
    await client.post('/credentials', { name: 'N', type: 'api_key', value }, { headers })
    await client.post('/credentials', { name: 'N', type: 'basic_auth', value })
    await client.send('POST', '/credentials', {
      rawBody: `{"value":'${value}'}`,
      headers: { 'content-type': 'application/json' },
    })
    for (const [type, url] of [
      ['smtp', `smtp://user:${value}@127.0.0.1:1`],
      ['postgres', `postgres://user:${value}@127.0.0.1:1/db`],
    ] as const) {
      await client.post('/credentials', { name: 'N', type, value: url })
      const [created] = (await client.get('/integrations')).data<{ id: string }[]>()
      const { ok } = (await client.post(`/integrations/${created?.id ?? ''}/test`)).data<{ ok: boolean }>()
      assert.equal(ok, false)
    }
    assertAbsent(log, [value])
  })

  it('The requests and responses of actions are not logged with secrets', async (t) => {
    const server = await serveRecording(t, (response, seen) => {
      response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify(seen))
    })
    const value = JSON.stringify({ token: '1:LOG-canary-action', base_url: server.origin })
    const created = await client.post('/credentials', { name: 'T', type: 'telegram', value })
    const data = { type: 'telegram', action: 'get_chat', parameters: { chat_id: 1 } }
    const nodes = [{ id: 'a', type: 'integration', credential_id: created.data<{ id: string }>().id, data }]
    const { error } = await client.run(await client.createWorkflow({ nodes }))
    assert.equal(error?.code, 'HTTP_500')
    const [integration] = (await client.get('/integrations')).data<{ id: string }[]>()
    await client.post(`/integrations/${integration?.id ?? ''}/test`)
    assert.match(server.seen[1]?.url ?? '', /LOG-canary-action\/getMe/)
    assertAbsent(log, ['LOG-canary-action'])
  })

  it('Webhook secrets are not logged, supplied or generated', async () => {
    const endpoint = { url: 'https://example.com/', events: ['form.submitted'] }
    await client.post('/webhooks', { ...endpoint, secret: 'LOG-canary-webhook' })
    const { secret } = (await client.post('/webhooks', endpoint)).data<{ secret: string }>()
    await client.post('/webhooks', { ...endpoint, url: 'https://user:LOG-canary-userinfo@example.com/' })
    assertAbsent(log, ['LOG-canary-webhook', secret, 'LOG-canary-userinfo'])
  })

  it('Passwords, sessions and the token of the setup link are not logged', async () => {
    const browser = new Browser(service)
    const password = 'LOG-canary-password'
    const token = service.service.setupToken ?? ''
    await browser.post('/setup', { token: 'LOG-canary-token', name: 'O', email: 'o@example.com', password })
    ;(await browser.post('/setup', { token, name: 'O', email: 'o@example.com', password })).expect(201)
    const session = browser.cookie.split('=')[1] ?? ''
    await browser.post('/session', { email: 'o@example.com', password: 'LOG-canary-wrong' })
    await browser.post('/password', { current_password: password, new_password: 'LOG-canary-new-one' })
    const created = await browser.post('/keys', { name: 'K', scopes: ['forms:read'] })
    const { key } = created.data<{ key: string }>()
    await new Client(service, key).get('/forms')
    assertAbsent(log, ['LOG-canary', token, session, key])
  })

  it('Secrets in malformed HTTP and oversized headers are not logged', async () => {
    await sendBytes(service, 'LOG-canary-garbage\r\n\r\n')
    await sendBytes(service, `GET / HTTP/1.1\r\nAuthorization: Bearer LOG-canary-raw\r\nBad Header\r\n\r\n`)
    await sendBytes(service, `GET / HTTP/1.1\r\nX: ${'LOG-canary-large'.repeat(2_000)}\r\n\r\n`)
    assertAbsent(log, ['LOG-canary-garbage', 'LOG-canary-raw', 'LOG-canary-large'])
  })

  it('Secrets in a request that causes a server error are not logged', async () => {
    const { credentials } = service.service.store
    const insert = credentials.insert
    credentials.insert = () => Promise.reject(new Error('the store is broken'))
    try {
      const body = { name: 'N', type: 'api_key', value: 'LOG-canary-failing' }
      const response = await client.post('/credentials', body)
      const { message, details } = response.error(500, 'INTERNAL_ERROR')
      assert.equal(message.includes('broken'), false)
      assert.equal(details['request_id'], response.header('x-request-id'))
      assert.ok(log.text.includes('the store is broken'), 'the bug itself is logged')
      assert.ok(log.text.includes(response.header('x-request-id')), 'and can be found by its id')
    } finally {
      credentials.insert = insert
    }
    assertAbsent(log, ['LOG-canary-failing', service.key])
  })
})

function assertAbsent(log: LogCapture, secrets: readonly string[]): void {
  for (const secret of secrets) {
    const at = log.text.indexOf(secret)
    assert.equal(at, -1, `logged: ${log.text.slice(Math.max(0, at - 200), at + 20)}`)
  }
}
