import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { it } from 'node:test'
import type { Integration, IntegrationTest } from '@millrace/contract/integration.ts'
import type { Action, CatalogueEntry } from '@millrace/contract/integration-action.ts'
import { createTestDatabase } from '#test/support/embedded-postgres.ts'
import { messageAt } from '../support/api-response.ts'
import type { Client } from '../support/client.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'

const FIELDS = ['created_at', 'credential_id', 'id', 'last_tested_at', 'name', 'status', 'type']
const ABSENT = '018f0000-0000-7000-8000-000000000000'

describeOnEveryStore('Contract: integrations', (shared) => {
  it('Each account has the built-in `http` integration from the start', async () => {
    const client = await shared.client()
    const listed = (await client.get('/integrations')).expect(200)
    const [http, ...others] = listed.data<Integration[]>()
    assert.ok(http !== undefined)
    assert.deepEqual(others, [])
    assert.deepEqual(Object.keys(http as object).sort(), FIELDS)
    const { type, status, credential_id, last_tested_at } = http
    assert.deepEqual([type, status, credential_id, last_tested_at], ['http', 'untested', null, null])
  })

  it('Creating a credential whose type names a catalogue entry connects that integration', async () => {
    const client = await shared.client()
    const values = {
      smtp: 'smtp://u:p@mail.example.com',
      postgres: 'postgres://u:p@db.example.com/app',
      slack: 'xoxb-token',
      github: 'github_pat_token',
    }
    for (const [type, value] of Object.entries(values)) {
      const credential = await store(client, { name: `My ${type}`, type, value })
      const [created] = (await client.get('/integrations')).data<Integration[]>()
      assert.deepEqual(
        [created?.type, created?.status, created?.credential_id],
        [type, 'untested', credential],
      )
    }
    await store(client, { name: 'Other', type: 'api_key', value: 'k-1' })
    assert.equal((await client.get('/integrations')).pageMeta.total, 5)
  })

  it('Deleting a credential disconnects the integration that used it', async () => {
    const client = await shared.client()
    const credential = await store(client, { name: 'S', type: 'slack', value: 'xoxb-token' })
    assert.equal((await client.get('/integrations')).pageMeta.total, 2)
    ;(await client.delete(`/credentials/${credential}`)).expect(200)
    const types = (await client.get('/integrations')).data<Integration[]>().map(({ type }) => type)
    assert.deepEqual(types, ['http'])
  })

  it('The catalogue lists what can be connected, and how', async () => {
    const client = await shared.client()
    const entries = (await client.get('/integrations/catalogue')).expect(200).data<CatalogueEntry[]>()
    assert.deepEqual(
      entries.map(({ type }) => type),
      [
        'http',
        'http_api',
        'smtp',
        'postgres',
        'slack',
        'github',
        'discord',
        'telegram',
        'twilio',
        'openai',
        's3',
        'google_sheets',
        'notion',
        'airtable',
        'stripe',
      ],
    )
    assert.deepEqual(
      entries.filter((entry) => entry.built_in).map(({ type }) => type),
      ['http'],
    )
  })

  it('The catalogue describes the fields to fill in and the parameters of each action', async () => {
    const client = await shared.client()
    const [slack, ...others] = (await client.get('/integrations/catalogue?type=slack')).data<
      CatalogueEntry[]
    >()
    assert.deepEqual(others, [])
    assert.deepEqual(
      slack?.credential?.fields.map(({ name, secret, required }) => [name, secret, required]),
      [
        ['token', true, true],
        ['base_url', false, false],
      ],
    )
    const post = slack?.actions.find(({ name }) => name === 'post_message')
    assert.deepEqual(requiredOf(post), ['channel', 'text'])
    const [postgres] = (await client.get('/integrations/catalogue?type=postgres')).data<CatalogueEntry[]>()
    assert.deepEqual(requiredOf(postgres?.actions[0]), ['statement'])
    assert.deepEqual((await client.get('/integrations/catalogue?type=fax')).data(), [])
  })

  it('The actions of an integration are listed page by page, and one is returned with its parameters', async () => {
    const client = await shared.client()
    await store(client, { name: 'S', type: 'slack', value: 'xoxb-token' })
    const [slack] = (await client.get('/integrations')).data<Integration[]>()
    const path = `/integrations/${slack?.id ?? ''}/actions`
    const names: string[] = []
    let cursor: string | null = null
    do {
      const query: string = cursor === null ? '' : `&cursor=${cursor}`
      const page = (await client.get(`${path}?limit=3${query}`)).expect(200)
      names.push(...page.data<Action[]>().map(({ name }) => name))
      cursor = page.cursorMeta.next_cursor
    } while (cursor !== null)
    assert.deepEqual(names, ['post_message', 'update_message', 'list_channels', 'find_user'])
    const found = (await client.get(`${path}?search=EMAIL`)).data<Action[]>()
    assert.deepEqual(
      found.map((action) => Object.keys(action)),
      [['name', 'title', 'help', 'idempotent']],
    )
    const [one] = (await client.get(`${path}?name=find_user`)).data<Action[]>()
    assert.ok(one !== undefined && 'parameters' in one && 'example' in one)
    ;(await client.get(`${path}?cursor=x`)).error(400, 'VALIDATION_ERROR')
  })

  it("A credential of an integration is validated against the integration's own schema", async () => {
    const client = await shared.client()
    for (const value of ['xoxb secret', '{"tokken":"x"}', '{"base_url":"https://a.example"}']) {
      const error = (await client.post('/credentials', { name: 'S', type: 'slack', value })).error(
        400,
        'VALIDATION_ERROR',
      )
      assert.doesNotMatch(messageAt(error, 'value'), /secret/)
    }
  })

  it('POST connects an integration, with a name of its own or that of the catalogue', async () => {
    const client = await shared.client()
    const named = await client.post('/integrations', { type: 'http', name: ' Reports ', credential_id: null })
    assert.equal(named.expect(201).data<Integration>().name, 'Reports')
    const plain = (await client.post('/integrations', { type: 'http' })).expect(201).data<Integration>()
    assert.equal(plain.name, 'HTTP')
    const credential = await store(client, {
      name: 'DB',
      type: 'postgres',
      value: 'postgres://u:p@h.example/d',
    })
    const second = await client.post('/integrations', {
      type: 'postgres',
      credential_id: credential.toUpperCase(),
    })
    assert.equal(second.expect(201).data<Integration>().credential_id, credential)
  })

  it('POST rejects an unknown type, and a credential that is missing, unknown or of another type', async () => {
    const client = await shared.client()
    const key = await store(client, { name: 'K', type: 'api_key', value: 'k-1' })
    for (const [body, issuePath] of [
      [{ type: 'fax' }, 'type'],
      [{ type: 'constructor' }, 'type'],
      [{}, 'type'],
      [{ type: 'postgres' }, 'credential_id'],
      [{ type: 'postgres', credential_id: null }, 'credential_id'],
      [{ type: 'postgres', credential_id: ABSENT }, 'credential_id'],
      [{ type: 'postgres', credential_id: key }, 'credential_id'],
      [{ type: 'postgres', credential_id: 'x' }, 'credential_id'],
      [{ type: 'http', name: '' }, 'name'],
    ] as const) {
      const error = (await client.post('/integrations', body)).error(400, 'VALIDATION_ERROR')
      assert.ok(messageAt(error, issuePath).length > 0)
    }
  })

  it('DELETE disconnects an integration and keeps its credential', async () => {
    const client = await shared.client()
    await store(client, { name: 'S', type: 'slack', value: 'xoxb-token' })
    const [slack] = (await client.get('/integrations')).data<Integration[]>()
    ;(await client.delete(`/integrations/${slack?.id ?? ''}`)).expect(200)
    ;(await client.post(`/integrations/${slack?.id ?? ''}/test`)).error(404, 'NOT_FOUND')
    assert.equal((await client.get('/credentials')).pageMeta.total, 1)
  })

  it('A connection test responds with `id, ok, message, latency_ms, tested_at` and is stored as status and time', async () => {
    const client = await shared.client()
    const [http] = (await client.get('/integrations')).data<Integration[]>()
    const result = (await client.post(`/integrations/${http?.id ?? ''}/test`))
      .expect(200)
      .data<IntegrationTest>()
    assert.deepEqual(Object.keys(result).sort(), ['id', 'latency_ms', 'message', 'ok', 'tested_at'])
    assert.deepEqual([result.id, result.ok], [http?.id, true])
    assert.ok(Number.isInteger(result.latency_ms) && result.latency_ms >= 0)
    const [after] = (await client.get('/integrations')).data<Integration[]>()
    assert.deepEqual([after?.status, after?.last_tested_at], ['connected', result.tested_at])
  })

  it('A connection test of a real database logs in and records the use of the credential', async () => {
    const client = await shared.client()
    const database = await createTestDatabase()
    try {
      const url = new URL(database.url)
      const result = await testConnection(client, { type: 'postgres', value: url.href })
      assert.equal(result.ok, true, result.message)
      const [credential] = (await client.get('/credentials')).data<{ last_used_at: string }[]>()
      assert.equal(credential?.last_used_at, result.tested_at)

      url.password = 'wrong-S3CRET'
      const rejected = await testConnection(client, { type: 'postgres', value: url.href })
      assert.equal(rejected.ok, false)
      assert.equal(JSON.stringify(rejected).includes('S3CRET'), false)
    } finally {
      await database.drop()
    }
  })

  it("A failed connection is a result with status 200 and sets the integration's status to `error`", async () => {
    const client = await shared.client()
    const port = await findFreePort()
    for (const [type, value] of [
      ['smtp', `smtp://u:S3CRET@127.0.0.1:${port}`],
      ['postgres', `postgres://u:S3CRET@127.0.0.1:${port}/d`],
    ] as const) {
      const result = await testConnection(client, { type, value })
      assert.equal(result.ok, false)
      assert.ok(result.message.length > 0)
      assert.equal(JSON.stringify(result).includes('S3CRET'), false)
      const [listed] = (await client.get('/integrations')).data<Integration[]>()
      assert.deepEqual([listed?.type, listed?.status], [type, 'error'])
    }
  })

  it('A credential with `allowed_hosts` is not sent to another host', async () => {
    const client = await shared.client()
    const value = `postgres://u:p@127.0.0.1:${await findFreePort()}/d`
    const result = await testConnection(client, {
      type: 'postgres',
      value,
      allowed_hosts: ['db.example.com'],
    })
    assert.equal(result.ok, false)
    assert.match(result.message, /allowed_hosts/)
  })

  it('A connection test accepts no body, an empty one or any object', async () => {
    const client = await shared.client()
    const [http] = (await client.get('/integrations')).data<Integration[]>()
    for (const body of [undefined, {}, { anything: 1 }]) {
      const response = (await client.post(`/integrations/${http?.id ?? ''}/test`, body)).expect(200)
      assert.equal(response.data<IntegrationTest>().ok, true)
    }
  })
})

function requiredOf(action: Action | undefined): readonly string[] | undefined {
  return (action?.parameters as { required?: readonly string[] } | undefined)?.required
}

async function store(client: Client, body: object): Promise<string> {
  return (await client.post('/credentials', body)).expect(201).data<{ id: string }>().id
}

/** Stores a credential and tests the integration that it connects. */
async function testConnection(client: Client, credential: object): Promise<IntegrationTest> {
  const credentialId = await store(client, { name: 'C', ...credential })
  const integrations = (await client.get('/integrations')).data<Integration[]>()
  const created = integrations.find((integration) => integration.credential_id === credentialId)
  return (await client.post(`/integrations/${created?.id ?? ''}/test`)).expect(200).data<IntegrationTest>()
}

/** A port on which no process listens. */
async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}
