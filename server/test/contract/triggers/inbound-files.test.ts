import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { it } from 'node:test'
import type { AcceptedExecution, Execution } from '@millrace/contract/execution.ts'
import type { Trigger } from '@millrace/contract/trigger.ts'
import type { JsonObject } from '#domain/index.ts'
import type { Client } from '../support/client.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import { sendBytes } from '../support/raw-http.ts'

describeOnEveryStore('Files of inbound webhooks', (shared) => {
  async function newWebhook(nodes: readonly object[], edges: readonly object[] = []) {
    const client = await shared.client()
    const { id } = await client.createWorkflow({ status: 'published', nodes, edges })
    const [trigger] = (await client.get(`/workflows/${id}/triggers`)).data<Trigger[]>()
    return { client, url: `${shared.running.url}${new URL(trigger?.url ?? '').pathname}` }
  }

  async function bodyOf(client: Client, answer: Response): Promise<JsonObject> {
    assert.equal(answer.status, 202)
    const { data } = (await answer.json()) as { data: AcceptedExecution }
    const { input } = (await client.get(`/executions/${data.execution_id}`)).data<Execution>()
    return input?.['body'] as JsonObject
  }

  async function contentOf({ key }: Client, file: JsonObject): Promise<Buffer> {
    const path = `/v1/files/${file['$file'] as string}/content`
    const answer = await fetch(`${shared.running.url}${path}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    assert.equal(answer.status, 200)
    return Buffer.from(await answer.arrayBuffer())
  }

  it('A binary body becomes a file, also above the limit of other bodies', async () => {
    const { client, url } = await newWebhook([{ id: 'webhook', type: 'webhook' }])
    const content = Buffer.alloc(1_500_000, 'binary\u0000')
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'image/png' },
      body: content,
    })
    const file = await bodyOf(client, answer)
    assert.deepEqual([file['media_type'], file['size']], ['image/png', content.length])
    assert.ok((await contentOf(client, file)).equals(content))
    ;(await client.delete(`/files/${file['$file'] as string}`)).expect(409)
  })

  it('A multipart form becomes an object of texts and files', async () => {
    const { client, url } = await newWebhook([{ id: 'webhook', type: 'webhook' }])
    const form = new FormData()
    form.append('title', 'Report')
    form.append('tag', 'a')
    form.append('tag', 'b')
    form.append('scan', new Blob(['first'], { type: 'text/plain' }), '../a.txt')
    form.append('pages', new Blob(['1']), '1.bin')
    form.append('pages', new Blob(['2']), '2.bin')
    const body = await bodyOf(client, await fetch(url, { method: 'POST', body: form }))
    assert.deepEqual([body['title'], body['tag']], ['Report', ['a', 'b']])
    const scan = body['scan'] as JsonObject
    assert.deepEqual([scan['name'], scan['media_type']], ['a.txt', 'text/plain'])
    assert.equal((await contentOf(client, scan)).toString(), 'first')
    assert.deepEqual(
      (body['pages'] as readonly JsonObject[]).map(({ name }) => name),
      ['1.bin', '2.bin'],
    )
  })

  it('A form with a forbidden name, a broken form and an unknown address are refused', async () => {
    const { url } = await newWebhook([{ id: 'webhook', type: 'webhook' }])
    const post = async (target: string, body: string) => {
      const headers = { 'content-type': 'multipart/form-data; boundary=x' }
      return (await fetch(target, { method: 'POST', headers, body })).status
    }
    const part = (name: string) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n1\r\n--x--\r\n`
    assert.equal(await post(url, part('__proto__')), 400)
    assert.equal(await post(url, '--x\r\nbroken'), 400)
    assert.equal(await post(`${shared.running.url}/hooks/unknown`, part('a')), 404)
  })

  it('The connection of a body that is refused before its end is closed after the answer', async () => {
    const { url } = await newWebhook([{ id: 'webhook', type: 'webhook' }])
    const { pathname, host } = new URL(url)
    const answer = await sendBytes(
      shared.running,
      `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000\r\n\r\n` +
        '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x\r\n',
    )
    assert.match(answer, /^HTTP\/1\.1 400 .*\r\nconnection: close\r\n/s)
    assert.match(answer, /must not use \\"__proto__\\" as a name/)
  })

  it('A signed body is checked before it becomes a file', async () => {
    const client = await shared.client()
    const secret = 'a-shared-secret-of-the-sender'
    const credential = (await client.post('/credentials', { name: 'Sender', type: 'api_key', value: secret }))
      .expect(201)
      .data<{ id: string }>()
    const data = { auth: 'hmac', signature: 'github' }
    const nodes = [{ id: 'webhook', type: 'webhook', data, credential_id: credential.id }]
    const { id } = await client.createWorkflow({ status: 'published', nodes })
    const [trigger] = (await client.get(`/workflows/${id}/triggers`)).data<Trigger[]>()
    const url = `${shared.running.url}${new URL(trigger?.url ?? '').pathname}`
    const content = Buffer.from([0, 1, 2, 255])
    const post = (signature: string) =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'image/png', 'x-hub-signature-256': `sha256=${signature}` },
        body: content,
      })
    assert.equal((await post('0'.repeat(64))).status, 401)
    const file = await bodyOf(client, await post(createHmac('sha256', secret).update(content).digest('hex')))
    assert.ok((await contentOf(client, file)).equals(content))
  })

  it('A `respond` node answers with the content of a file', async () => {
    const nodes = [
      { id: 'webhook', type: 'webhook', data: { respond: 'respond_node' } },
      { id: 'respond', type: 'respond', data: { status: 201, body: '{{ input.body }}' } },
    ]
    const { url } = await newWebhook(nodes, [{ source: 'webhook', target: 'respond' }])
    const headers = { 'content-type': 'text/html' }
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/zip' },
      body: 'PK content',
    })
    assert.equal(answer.status, 201)
    assert.equal(await answer.text(), 'PK content')
    assert.equal(answer.headers.get('content-type'), 'application/zip')
    assert.equal(answer.headers.get('content-disposition'), 'attachment; filename="file"')
    assert.equal(answer.headers.get('content-security-policy'), "sandbox; default-src 'none'")
    assert.equal(answer.headers.get('content-length'), '10')
    assert.equal((await fetch(url, { method: 'POST', headers, body: '<b>text</b>' })).status, 201)
  })
})
