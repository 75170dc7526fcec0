import assert from 'node:assert/strict'
import { it } from 'node:test'
import { crc32 } from 'node:zlib'
import type { Execution } from '@millrace/contract/execution.ts'
import type { Submission } from '@millrace/contract/form.ts'
import type { Workflow } from '@millrace/contract/workflow.ts'
import { issuePaths } from '../support/api-response.ts'
import { Browser } from '../support/browser.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import { sendRaw, toResponse } from '../support/raw-http.ts'

/** A cursor of a position that no list has. */
function cursorOf(position: string): string {
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(position))
  return Buffer.concat([Buffer.from(position), checksum]).toString('base64url')
}

const UNSTORABLE = ['a\u0000b', '\u0000', 'a\ud800b', '\udc00']
const ODD = [
  '🚀👩‍👩‍👧‍👦',
  '\u202eright to left\u202c',
  'مرحبا',
  'e\u0301',
  '\u200b zero width',
  '\ufeffmark',
  '\u2028line',
  '<script>alert(1)</script>',
  "'; drop table workflows; --",
  '{{ constructor }}',
  '${7*7}',
  '%s%n',
  '\u0001\u001f\u007f',
  '\\u0000',
  '../../etc/passwd',
]

describeOnEveryStore('Bad input: texts', (shared) => {
  it('Names with NUL or a lone surrogate are rejected with their path', async () => {
    const client = await shared.client()
    for (const text of UNSTORABLE) {
      for (const [path, body, issuePath] of [
        ['/workflows', { name: text }, 'name'],
        ['/workflows', { name: 'x', description: text }, 'description'],
        ['/forms', { name: text, fields: [] }, 'name'],
        ['/forms', { name: 'x', fields: [{ name: text, type: 'text' }] }, 'fields[0].name'],
        ['/credentials', { name: text, type: 'x', value: 'v' }, 'name'],
        ['/credentials', { name: 'x', type: 'x', value: text }, 'value'],
        ['/credentials', { name: 'x', type: text, value: 'v' }, 'type'],
        ['/integrations', { name: text, type: 'http' }, 'name'],
        ['/integrations', { type: text }, 'type'],
        ['/webhooks', { url: `https://example.com/${text}`, events: ['form.submitted'] }, 'url'],
        ['/webhooks', { url: 'https://example.com', events: [text] }, 'events[0]'],
        ['/webhooks', { url: 'https://example.com', events: ['form.submitted'], secret: text }, 'secret'],
      ] as const) {
        const error = (await client.post(path, body)).error(400, 'VALIDATION_ERROR')
        assert.deepEqual(issuePaths(error), [issuePath], `${path} ${JSON.stringify(text)}`)
      }
    }
  })

  it('A host with NUL is rejected', async () => {
    const client = await shared.client()
    for (const text of UNSTORABLE) {
      const body = { name: 'x', type: 'x', value: 'v', allowed_hosts: [text] }
      ;(await client.post('/credentials', body)).error(400, 'VALIDATION_ERROR')
    }
  })

  it('Searches and filters with NUL are rejected with their parameter', async () => {
    const { owner: client, browser } = await shared.person('owner')
    for (const [path, parameter] of [
      ['/workflows', 'search'],
      ['/triggers', 'search'],
      ['/state', 'prefix'],
    ] as const) {
      const error = (await client.get(`${path}?${parameter}=a%00b`)).error(400, 'VALIDATION_ERROR')
      assert.deepEqual(issuePaths(error), [parameter], path)
    }
    for (const parameter of ['actor', 'action', 'resource']) {
      const error = (await browser.get(`/audit?${parameter}=a%00b`)).error(400, 'VALIDATION_ERROR')
      assert.deepEqual(issuePaths(error), [parameter])
    }
  })

  it('Cursors with NUL are rejected, also if their checksum is correct', async () => {
    const { owner: client, browser } = await shared.person('owner')
    const ofTriggers = cursorOf('018f0000-0000-7000-8000-000000000000 a\u0000b')
    for (const answer of [
      await client.get(`/triggers?cursor=${ofTriggers}`),
      await browser.get(`/audit/actors?cursor=${cursorOf('a\u0000b')}`),
    ]) {
      assert.deepEqual(issuePaths(answer.error(400, 'VALIDATION_ERROR')), ['cursor'])
    }
  })

  it('Other unusual texts are stored unchanged', async () => {
    const client = await shared.client()
    for (const name of ODD) {
      const trimmed = name.trim()
      const created = await client.createWorkflow({ name, description: name })
      const read = (await client.get(`/workflows/${created.id}`)).data<Workflow>()
      assert.deepEqual([read.name, read.description], [trimmed, name])
      const search = (await client.get(`/workflows?search=${encodeURIComponent(trimmed)}`)).expect(200)
      assert.ok(
        search.data<{ id: string }[]>().some(({ id }) => id === created.id),
        name,
      )
      const form = await client.createForm({ name, fields: [{ name, type: 'text' }] })
      assert.equal(form.fields[0]?.name, trimmed)
    }
  })

  it('Free-form data is stored unchanged, including NUL and lone surrogates', async () => {
    const client = await shared.client()
    const data = Object.fromEntries([...UNSTORABLE, ...ODD].map((text) => [text, [text]]))
    const nodes = [{ id: 'start', type: 'start', ...data }]
    const workflow = await client.createWorkflow({ nodes, edges: [], variables: data })
    const read = (await client.get(`/workflows/${workflow.id}`)).data<Workflow>()
    assert.deepEqual([read.nodes, read.variables], [nodes, data])
    const run = await client.run(workflow, data)
    assert.deepEqual([run.input, run.output], [data, data])
    assert.deepEqual((await client.get(`/executions/${run.id}`)).data<Execution>(), run)
  })

  it('A submission with unusual texts is stored unchanged or rejected, and never causes a server error', async () => {
    const client = await shared.client()
    const { id } = await client.createForm({ fields: [{ name: 'f', type: 'textarea' }] })
    for (const text of [...UNSTORABLE, ...ODD]) {
      const response = await client.post(`/forms/${id}/submissions`, { data: { f: text } })
      if (response.status === 400) response.error(400, 'VALIDATION_ERROR')
      else assert.deepEqual(response.expect(201).data<Submission>().data, { f: text })
    }
    for (const text of UNSTORABLE) {
      ;(await client.post(`/forms/${id}/submissions`, { data: { [text]: 'x' } })).error(
        400,
        'VALIDATION_ERROR',
      )
    }
  })

  it('Unusual texts in query parameters never cause a server error', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow()
    const queries = ['%00', '%ED%A0%80', '%E0%A4%A', '%', '%zz', '%FF', '%F0%9F%9A%80', '+', '%5C', 'a%00b']
    for (const text of queries) {
      for (const path of [
        `/workflows?search=${text}`,
        `/workflows?status=${text}`,
        `/workflows?${text}=1`,
        `/workflows/${id}/executions?cursor=${text}`,
        `/workflows/${id}/executions?from=${text}`,
      ]) {
        const response = await client.get(path)
        if (response.status !== 200) response.error(400, 'VALIDATION_ERROR')
      }
    }
    ;(await client.get('/workflows?search=%00')).error(400, 'VALIDATION_ERROR')
    ;(await client.get(`/workflows?search=${'x'.repeat(201)}`)).error(400, 'VALIDATION_ERROR')
  })

  it('Unusual bytes in an Idempotency-Key, an If-Match or a key never cause a server error', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow()
    const chunks = ['{"name":"x"}']
    const base = { authorization: `Bearer ${client.key}`, 'content-type': 'application/json' }
    for (const bytes of ['\u00ff\u00fe', '\u00c3\u00a9', 'a\tb', "'--", '%00', '\u0080']) {
      for (const [method, path, headers, statuses] of [
        ['POST', '/v1/workflows', { ...base, 'idempotency-key': bytes }, [201, 400]],
        ['PATCH', `/v1/workflows/${id}`, { ...base, 'if-match': bytes }, [412, 400]],
        ['GET', '/v1/workflows', { authorization: `Bearer ${bytes}` }, [401]],
        ['GET', '/v1/workflows', { ...base, 'x-request-id': bytes }, [200]],
      ] as const) {
        const sent = method === 'GET' ? {} : { chunks }
        const { status } = toResponse(await sendRaw(shared.running, { method, path, headers, ...sent }))
        assert.ok(
          (statuses as readonly number[]).includes(status),
          `${method} ${JSON.stringify(bytes)}: ${status}`,
        )
      }
    }
  })

  it('Unusual texts in the sign-in and setup requests of the web app are rejected without a server error', async () => {
    const browser = new Browser(shared.running)
    for (const text of [...UNSTORABLE, '🚀', '{{ constructor }}']) {
      ;(await browser.post('/session', { email: text, password: text })).rejected()
      ;(
        await browser.post('/setup', { token: text, name: 'x', email: 'a@b', password: 'x'.repeat(12) })
      ).rejected()
      const body = { token: 'x', name: text, email: `${text}@example.com`, password: 'x'.repeat(12) }
      ;(await browser.post('/setup', body)).rejected()
    }
  })
})
