import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import type { Credential } from '@millrace/contract/credential.ts'
import { serveHttp } from '#adapters/outgoing/testing/loopback-server.ts'
import type { Client } from '../support/client.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'

const secret = 'RUN-canary-credential'

describeOnEveryStore('Credentials in runs', (shared) => {
  it('A credential is sent by the node that references it and is returned nowhere', async (t) => {
    const client = await shared.client()
    const { origin, seen } = await serveEcho(t)
    const { id, last_used_at: unused } = await createCredential(client)
    assert.equal(unused, null)
    const workflow = await client.createWorkflow({
      nodes: [
        { id: 'good', type: 'http', data: { url: origin }, credential_id: id.toUpperCase() },
        { id: 'log', type: 'log', data: { message: '{{ previous.body.headers }}' } },
        { id: 'bad', type: 'http', data: { url: `${origin}/500` }, credential_id: id, on_error: 'continue' },
      ],
      edges: [
        { source: 'good', target: 'log' },
        { source: 'log', target: 'bad' },
      ],
    })
    const execution = await client.run(workflow)
    assert.equal(execution.status, 'completed', JSON.stringify(execution))
    assert.deepEqual(seen, [secret, secret])
    assert.match(JSON.stringify(execution.output), /HTTP_500.*\*\*\*/)
    const shown = JSON.stringify((await client.get(`/executions/${execution.id}`)).expect(200).body)
    assert.match(shown, /x-api-key.*\*\*\*/, 'the log of the run is part of it')
    assert.doesNotMatch(shown, /canary/)

    const [listed] = (await client.get('/credentials')).data<Credential[]>()
    assert.ok(listed?.last_used_at !== null, 'the use is recorded')
  })

  it('A credential of another account does not exist', async (t) => {
    const { id } = await createCredential(await shared.client())
    const { origin, seen } = await serveEcho(t)
    const otherClient = await shared.client()
    const nodes = [{ id: 'a', type: 'http', data: { url: origin }, credential_id: id }]
    const { error } = await otherClient.run(await otherClient.createWorkflow({ nodes }))
    assert.equal(error?.code, 'CREDENTIAL_NOT_FOUND')
    assert.deepEqual(seen, [])
  })
})

async function createCredential(client: Client): Promise<Credential> {
  const body = { name: 'Key', type: 'api_key', value: secret, allowed_hosts: ['127.0.0.1'] }
  return (await client.post('/credentials', body)).expect(201).data<Credential>()
}

/** Responds with everything it received. */
async function serveEcho(t: TestContext): Promise<{ readonly origin: string; readonly seen: unknown[] }> {
  const seen: unknown[] = []
  const { origin } = await serveHttp(t, ({ url, headers }, response) => {
    seen.push(headers['x-api-key'])
    response
      .writeHead(url === '/500' ? 500 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ headers }))
  })
  return { origin, seen }
}
