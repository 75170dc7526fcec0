import assert from 'node:assert/strict'
import { it } from 'node:test'
import { json } from 'node:stream/consumers'
import type { Step } from '@millrace/contract/execution-step.ts'
import type { Execution } from '@millrace/contract/execution.ts'
import { serveHttp } from '#adapters/outgoing/testing/loopback-server.ts'
import type { TestResponse } from '#test/support/test-service.ts'
import type { Client } from '../support/client.ts'
import { EventStream } from '../support/event-stream.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import { readEnd, runToWait } from '../support/waiting-run.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const CALLBACK = { nodes: [{ id: 'w', type: 'wait', data: { for: 'callback' } }] }
const approval = (data: object = {}) => ({
  nodes: [
    { id: 'w', type: 'wait', data: { for: 'approval', ...data } },
    { id: 'yes', type: 'set', data: { values: { said: '{{ previous }}' } } },
    { id: 'no', type: 'set', data: { values: { rejected: '{{ previous }}' } } },
  ],
  edges: [
    { source: 'w', target: 'yes', sourceHandle: 'approved' },
    { source: 'w', target: 'no', sourceHandle: 'rejected' },
  ],
})

/** Opens links like people and programs without a key. */
class LinkClient {
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  open(link: string): Promise<TestResponse> {
    return this.#send('GET', link, { headers: BROWSER })
  }

  submit(link: string, fields: Record<string, string>): Promise<TestResponse> {
    const rawBody = new URLSearchParams(fields).toString()
    return this.#send('POST', link, { rawBody, headers: { ...BROWSER, ...FORM } })
  }

  post(link: string, body?: unknown): Promise<TestResponse> {
    return this.#send('POST', link, body === undefined ? {} : { body })
  }

  #send(method: string, link: string, request: object): Promise<TestResponse> {
    const { service } = this.#client
    assert.ok(link.startsWith(`${service.url}/resume/`), link)
    return service.request(method, link.slice(service.url.length), { key: null, ...request })
  }
}

async function begin(client: Client, graph: object) {
  const { id, step } = await runToWait(client, graph)
  const links = step.waiting?.links ?? {}
  return { id, link: links.callback ?? links.approve ?? '', links, visitor: new LinkClient(client) }
}

const status = async (client: Client, id: string) =>
  (await client.get(`/executions/${id}`)).data<Execution>().status

describeOnEveryStore('Extension: links of waits', (shared) => {
  it('A POST to a callback link continues the run with the request', async () => {
    const client = await shared.client()
    for (const [body, output] of [
      [
        { paid: true, by: 'Ada' },
        { paid: true, by: 'Ada' },
      ],
      [[1, 2], { value: [1, 2] }],
      [undefined, {}],
    ] as const) {
      const { id, link, visitor } = await begin(client, CALLBACK)
      const response = await visitor.post(link, body)
      assert.deepEqual(
        [response.status, response.body],
        [202, { success: true, data: { status: 'accepted' } }],
      )
      assert.deepEqual((await readEnd(client, id)).output, output)
    }
  })

  it('The fields of a form-encoded request become an object', async () => {
    const client = await shared.client()
    const { id, link } = await begin(client, CALLBACK)
    const path = link.slice(client.service.url.length)
    const request = { key: null, rawBody: 'a=1&b=x&b=y', headers: FORM }
    assert.equal((await client.service.request('POST', path, request)).status, 202)
    assert.deepEqual((await readEnd(client, id)).output, { a: '1', b: ['x', 'y'] })
  })

  it('Opening a link changes nothing and shows a page with a button', async () => {
    const client = await shared.client()
    const { id, link, visitor } = await begin(client, CALLBACK)
    for (const method of ['GET', 'HEAD']) {
      const path = link.slice(client.service.url.length)
      assert.equal((await client.service.request(method, path, { key: null })).status, 200)
    }
    const page = await visitor.open(link)
    assert.match(
      page.body as string,
      /<form method="post"[^>]*><button type="submit">Continue<\/button><\/form>/,
    )
    assert.equal(await status(client, id), 'pending')
    const sent = await visitor.submit(link, {})
    assert.equal(sent.status, 303)
    const done = await visitor.open(`${client.service.url}${sent.headers.get('location') ?? ''}`)
    assert.match(done.body as string, /Thank you/)
    assert.equal((await readEnd(client, id)).status, 'completed')
  })

  it('A person decides on a page that describes the request', async () => {
    const client = await shared.client()
    const { id, links, visitor } = await begin(client, approval({ message: 'Pay <b>5</b> EUR?' }))
    assert.deepEqual(Object.keys(links), ['approve', 'reject'])
    const page = await visitor.open(links.approve ?? '')
    const text = page.body as string
    assert.match(text, /Pay &lt;b&gt;5&lt;\/b&gt; EUR\?/)
    assert.doesNotMatch(text, /<script|\son[a-z]+=|\sstyle=|javascript:/i)
    assert.match(page.headers.get('content-security-policy') ?? '', /^default-src 'none'; style-src 'sha256-/)
    for (const [name, value] of [
      ['cache-control', 'no-store'],
      ['referrer-policy', 'no-referrer'],
      ['x-frame-options', 'DENY'],
      ['x-robots-tag', 'noindex'],
    ] as const) {
      assert.equal(page.headers.get(name), value)
    }
    const buttons = (body: string) => [...body.matchAll(/value="(approve|reject)"/g)].map(([, name]) => name)
    assert.deepEqual(buttons(text), ['approve', 'reject'])
    assert.deepEqual(buttons((await visitor.open(links.reject ?? '')).body as string), ['reject', 'approve'])
    assert.equal(await status(client, id), 'pending')
    const sent = await visitor.submit(links.reject ?? '', { decision: 'approve', comment: 'Fine.\r\nGo.' })
    assert.equal(sent.status, 303)
    const { output } = await readEnd(client, id)
    assert.deepEqual(output, { said: { approved: true, comment: 'Fine.\nGo.', data: {} } })
  })

  it('The questions of an approval are shown, validated and part of the answer', async () => {
    const client = await shared.client()
    const fields = [
      { name: 'decision', type: 'text', label: 'Which one?', required: true },
      { name: 'amount', type: 'number', max: 10 },
    ]
    const { id, link, visitor } = await begin(client, approval({ fields }))
    const wrong = await visitor.submit(link, { decision_: 'approve', comment: 'so <so>', amount: '11' })
    assert.equal(wrong.status, 422)
    assert.match(wrong.body as string, /Which one\?<\/bdi> — is required/)
    assert.match(wrong.body as string, /so &lt;so&gt;/)
    assert.match(wrong.body as string, /value="11"/)
    assert.equal(
      (await visitor.submit(link, { decision: 'approve' })).status,
      303,
      'the link names a decision',
    )
    const { output } = await readEnd(client, id)
    assert.deepEqual(output, { said: { approved: true, data: { decision: 'approve' } } })
  })

  it('A rejection requires no answers to the questions', async () => {
    const client = await shared.client()
    const fields = [{ name: 'amount', type: 'number', required: true }]
    const { id, link, visitor } = await begin(client, approval({ fields }))
    assert.equal((await visitor.submit(link, { decision: 'reject', comment: 'No.' })).status, 303)
    const { output } = await readEnd(client, id)
    assert.deepEqual(output, { rejected: { approved: false, comment: 'No.', data: {} } })
  })

  it('A program decides in JSON and gets validation errors in JSON', async () => {
    const client = await shared.client()
    const fields = [{ name: 'amount', type: 'number', required: true }]
    const { id, links, visitor } = await begin(client, approval({ fields }))
    const link = (links.approve ?? '').split('?', 1)[0] ?? ''
    for (const body of [
      undefined,
      {},
      { approved: 'yes' },
      { approved: true },
      { approved: false, comment: 5 },
      { approved: false, data: [] },
    ]) {
      const rejected = await visitor.post(link, body)
      assert.equal(rejected.status, 400)
      assert.equal((rejected.body as { error: { code: string } }).error.code, 'VALIDATION_ERROR')
    }
    assert.equal((await visitor.post(link, { approved: true, data: { amount: 5 } })).status, 202)
    assert.deepEqual((await readEnd(client, id)).output, { said: { approved: true, data: { amount: 5 } } })
  })

  it('The first answer counts, and a second one is rejected, as a page or as JSON', async () => {
    const client = await shared.client()
    const { id, link, visitor } = await begin(client, approval())
    const responses = await Promise.all(
      Array.from({ length: 5 }, (_, n) => visitor.post(link, { approved: n % 2 === 0 })),
    )
    assert.deepEqual(
      responses.map((response) => response.status).sort((a, b) => a - b),
      [202, 410, 410, 410, 410],
    )
    await readEnd(client, id)
    const late = await visitor.submit(link, { decision: 'approve' })
    assert.equal(late.status, 410)
    assert.match(late.body as string, /Already answered/)
    assert.equal((await visitor.open(link)).status, 410)
    const json = await visitor.post(link, { approved: true })
    assert.deepEqual([json.status, (json.body as { error: { code: string } }).error.code], [410, 'NOT_FOUND'])
  })

  it('A link expires with its wait', async () => {
    const client = await shared.client()
    const { id, link, visitor } = await begin(client, approval({ timeout_seconds: 2 }))
    const stream = await EventStream.open(client, id)
    await stream.all()
    assert.equal((await visitor.open(link)).status, 410)
    assert.equal((await visitor.post(link, { approved: true })).status, 410)
  })

  it('A link that was modified, truncated or invented is not valid', async () => {
    const client = await shared.client()
    const { id, link, visitor } = await begin(client, CALLBACK)
    const { link: other } = await begin(client, CALLBACK)
    const token = link.slice(link.lastIndexOf('/') + 1)
    const [waitId = '', digest = ''] = token.split('.')
    const [, otherDigest = ''] = other.split('/').at(-1)?.split('.') ?? []
    for (const created of [
      `${waitId}.${otherDigest}`,
      `${waitId}.${digest.slice(0, -1)}`,
      `${waitId}.${'A'.repeat(43)}`,
      waitId,
      `${waitId.toUpperCase()}.${digest}`,
      'x',
      '%00',
      `${token}/more`,
    ]) {
      const url = `${client.service.url}/resume/${created}`
      assert.equal((await visitor.open(url)).status, 404, created)
      assert.equal((await visitor.post(url, {})).status, 404, created)
    }
    assert.equal((await visitor.open(`${client.service.url}/resume/x/done`)).status, 404)
    assert.equal(await status(client, id), 'pending')
  })

  it('Oversized bodies, malformed JSON, forbidden names and other media types are rejected', async () => {
    const client = await shared.client()
    const { id, link, visitor } = await begin(client, CALLBACK)
    const path = link.slice(client.service.url.length)
    const send = async (rawBody: string, type: string, accept = '*/*') =>
      (
        await client.service.request('POST', path, {
          key: null,
          rawBody,
          headers: { 'content-type': type, accept },
        })
      ).status
    assert.equal((await visitor.post(link, 'x'.repeat(256 * 1024))).status, 413)
    assert.equal(await send('{', 'application/json'), 400)
    assert.equal(await send('{', 'application/json', 'text/html'), 400)
    assert.equal(await send('{"__proto__": 1}', 'application/json'), 400)
    assert.equal(await send('__proto__=1', FORM['content-type']), 400)
    assert.equal(await send('a', 'text/plain'), 415)
    assert.equal(await status(client, id), 'pending')
  })

  it('A run sends its own links, and a callback that arrives before the wait is kept', async (t) => {
    const client = await shared.client()
    const visitor = new LinkClient(client)
    const { origin } = await serveHttp(t, (request, response) => {
      void json(request).then(async (sent) => {
        const link = (sent as { callback: string }).callback
        const responses = [await visitor.post(link, { done: 1 }), await visitor.post(link, { done: 2 })]
        response.end(JSON.stringify(responses.map(({ status }) => status)))
      })
    })
    const data = { url: origin, method: 'POST', body: { callback: '{{ execution.links.w.callback }}' } }
    const workflow = await client.createWorkflow({
      nodes: [{ id: 'job', type: 'http', data }, ...CALLBACK.nodes],
      edges: [{ source: 'job', target: 'w' }],
    })
    const { status: end, output, id } = await client.run(workflow)
    assert.deepEqual([end, output], ['completed', { done: 1 }])
    const steps = (await client.get(`/executions/${id}/steps`)).data<Step[]>()
    assert.match(JSON.stringify(steps.find(({ node_id }) => node_id === 'job')?.output), /202,410/)
  })

  it('A decision is not open before the run has reached it', async () => {
    const client = await shared.client()
    const { link, visitor, links } = await begin(client, {
      nodes: [
        { id: 'set', type: 'set', data: { values: { link: '{{ execution.links.later.approve }}' } } },
        { id: 'w', type: 'wait', data: { for: 'approval', message: '{{ previous.link }}' } },
        { id: 'later', type: 'wait', data: { for: 'approval' } },
      ],
      edges: [
        { source: 'set', target: 'w' },
        { source: 'w', target: 'later', sourceHandle: 'approved' },
      ],
    })
    const page = await visitor.open(link)
    const early = /http:[^\s<]+/.exec(page.body as string)?.[0].replaceAll('&amp;', '&') ?? assert.fail()
    assert.equal((await visitor.open(early)).status, 409)
    const rejected = await visitor.post(early, { decision: 'approve' })
    assert.deepEqual(
      [rejected.status, (rejected.body as { error: { message: string } }).error.message],
      [409, 'The workflow has not reached this decision. Try again in a moment.'],
    )
    assert.equal((await visitor.post(links.approve ?? '', { decision: 'approve' })).status, 202)
  })

  it('No link is stored, and none is shown after the wait has ended', async () => {
    const client = await shared.client()
    const { id, link, visitor } = await begin(client, CALLBACK)
    const digest = link.slice(link.lastIndexOf('.') + 1)
    await visitor.post(link)
    await readEnd(client, id)
    for (const path of [`/executions/${id}`, `/executions/${id}/steps`]) {
      assert.equal(JSON.stringify((await client.get(path)).body).includes(digest), false)
    }
  })
})
