import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Step } from '@millrace/contract/execution-step.ts'
import type { Workflow } from '@millrace/contract/workflow.ts'
import { Browser } from '../support/browser.ts'
import { EventStream } from '../support/event-stream.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import { SettableClock } from '../support/settable-clock.ts'
import { runToWait } from '../support/waiting-run.ts'

const clock = new SettableClock('2026-03-10T12:00:00.000Z')
const ABSENT = '018f0000-0000-7000-8000-000000000000'

const ROLES_THAT_WRITE = [
  ['viewer', false],
  ['editor', true],
  ['owner', true],
] as const

describeOnEveryStore(
  'Operations for signed-in people',
  (shared) => {
    it('Answers are the same as under /v1, apart from the headers of the rate limit', async () => {
      const { owner, browser } = await shared.person('editor')
      const workflow = await owner.createWorkflow({ name: 'Seen twice' })
      for (const path of [
        '/workflows',
        `/workflows/${workflow.id}`,
        `/workflows/${ABSENT}`,
        '/workflows/x',
      ]) {
        const [api, app] = [await owner.get(path), await browser.get(`/v1${path}`)]
        assert.deepEqual([app.status, app.body], [api.status, api.body], path)
        const names = (headers: Headers) =>
          [...headers.keys()].filter((name) => !name.startsWith('x-ratelimit'))
        assert.deepEqual(names(app.headers), names(api.headers))
        assert.notEqual(api.headers.get('x-ratelimit-limit'), null)
        assert.equal(app.headers.get('x-ratelimit-limit'), null)
      }
    })

    it('If-Match, Idempotency-Key and Prefer work as under /v1', async () => {
      const { browser } = await shared.person('editor')
      const key = { 'idempotency-key': 'once' }
      const first = (await browser.post('/v1/workflows', { name: 'Once' }, key)).expect(201)
      const again = (await browser.post('/v1/workflows', { name: 'Once' }, key)).expect(201)
      assert.deepEqual(again.body, first.body)
      assert.equal(again.header('idempotent-replayed'), 'true')
      const { id } = first.data<Workflow>()
      const change = (etag: string) =>
        browser.send('PATCH', `/v1/workflows/${id}`, { body: { name: 'New' }, headers: { 'if-match': etag } })
      ;(await change('"other"')).error(412, 'VALIDATION_ERROR')
      ;(await change((await browser.get(`/v1/workflows/${id}`)).header('etag'))).expect(200)
      const run = await browser.post(`/v1/workflows/${id}/execute`, {}, { prefer: 'wait=30' })
      assert.equal(run.expect(200).header('preference-applied'), 'wait=30')
    })

    it('Streams and downloads work, and HEAD sends no body', async () => {
      const { owner, browser } = await shared.person('viewer')
      const run = await owner.run(await owner.createWorkflow())
      const events = (await browser.get(`/v1/executions/${run.id}/events`)).expect(200)
      assert.match(events.header('content-type'), /^text\/event-stream/)
      assert.match(JSON.stringify(events.body), /event: status/)
      const form = await owner.createForm()
      const table = (await browser.get(`/v1/forms/${form.id}/submissions.csv`)).expect(200)
      assert.match(table.header('content-type'), /^text\/csv/)
      const head = (await browser.send('HEAD', '/v1/workflows')).expect(200)
      assert.equal(head.body, '')
    })

    it('A request without a session, with a guessed one or with an API key is answered with 401', async () => {
      const { owner, browser } = await shared.person('owner')
      const sendAll = async (from: Browser, headers: Record<string, string> = {}) => {
        for (const [method, path] of [
          ['GET', '/v1/workflows'],
          ['HEAD', '/v1/workflows'],
          ['POST', '/v1/workflows'],
          ['GET', `/v1/executions/${ABSENT}/events`],
          ['GET', '/v1/unknown'],
        ] as const) {
          assert.equal((await from.send(method, path, { headers })).status, 401, `${method} ${path}`)
        }
      }
      await sendAll(new Browser(shared.running))
      await sendAll(new Browser(shared.running, `millrace=${'A'.repeat(43)}`))
      await sendAll(new Browser(shared.running), { authorization: `Bearer ${owner.key}` })
      const copy = new Browser(shared.running, browser.cookie)
      ;(await browser.send('DELETE', '/session')).expect(200)
      await sendAll(copy)
      ;(await copy.get('/v1/workflows')).error(401, 'UNAUTHORIZED')
    })

    it('An unknown path is answered with 404 in the same format', async () => {
      const { browser } = await shared.person('viewer')
      for (const [method, path] of [
        ['GET', '/v1'],
        ['GET', '/v1/unknown'],
        ['PUT', '/v1/workflows'],
        ['GET', '/v1/session'],
        ['GET', '/v2/workflows'],
      ] as const) {
        ;(await browser.send(method, path)).error(404, 'NOT_FOUND')
      }
      ;(await browser.get('/v1/workflows/%E0%A4%A')).error(400, 'VALIDATION_ERROR')
    })

    it('Writes from a page of another site are rejected before anything else', async () => {
      const { owner, browser } = await shared.person('owner')
      const workflow = await owner.createWorkflow()
      const foreign = [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: 'http://127.0.0.1:1' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
      ] as unknown as Record<string, string>[]
      for (const headers of foreign) {
        ;(await browser.post('/v1/workflows', { name: 'x' }, headers)).error(403, 'FORBIDDEN')
        ;(await browser.send('DELETE', `/v1/workflows/${workflow.id}`, { headers })).error(403, 'FORBIDDEN')
        ;(await browser.send('PATCH', `/v1/workflows/${workflow.id}`, { headers })).error(403, 'FORBIDDEN')
        ;(await browser.send('PUT', '/v1/unknown', { headers })).error(403, 'FORBIDDEN')
        ;(await browser.send('GET', '/v1/workflows', { headers })).expect(200)
      }
      assert.equal((await owner.get('/workflows')).pageMeta.total, 1)
      ;(await browser.post('/v1/workflows', { name: 'x' }, { origin: shared.running.url })).expect(201)
    })

    it('A body that a form on another site could send is rejected', async () => {
      const { browser } = await shared.person('editor')
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
        const headers = { 'content-type': type }
        ;(await browser.post('/v1/workflows', { name: 'x' }, headers)).error(415, 'VALIDATION_ERROR')
      }
    })

    it('Requests of the web app count neither against the limit nor stop at it', async () => {
      const { owner, browser } = await shared.person('viewer', 'free')
      const remaining = async () => Number((await owner.get('/workflows')).header('x-ratelimit-remaining'))
      const before = await remaining()
      for (let count = 0; count < 100; count += 1) (await browser.get('/v1/workflows')).expect(200)
      assert.equal(await remaining(), before - 1)
      while ((await owner.get('/workflows')).status === 200);
      ;(await browser.get('/v1/workflows')).expect(200)
      ;(await browser.get('/plan')).expect(200)
    })

    it('Links that answer a wait are shown only to callers that may answer it', async () => {
      const graph = { nodes: [{ id: 'ask', type: 'wait', data: { for: 'approval' } }] }
      for (const [role, isShown] of ROLES_THAT_WRITE) {
        const { owner, browser } = await shared.person(role)
        const { id } = await runToWait(owner, graph)
        for (const answer of ['steps', 'timeline']) {
          const { body } = (await browser.get(`/v1/executions/${id}/${answer}`)).expect(200)
          assert.equal(JSON.stringify(body).includes('/resume/'), isShown, `${role}: ${answer}`)
        }
        const stream = await EventStream.openAs(browser, id)
        await stream.until(({ event, data }) => event === 'step' && (data as Step).status === 'waiting')
        stream.close()
        assert.equal(stream.text.includes('/resume/'), isShown, role)
      }
      const { full, limited } = await shared.clients(['executions:read'])
      const { id } = await runToWait(full, graph)
      for (const [client, isShown] of [
        [full, true],
        [limited, false],
      ] as const) {
        for (const answer of ['steps', 'timeline']) {
          const { body } = (await client.get(`/executions/${id}/${answer}`)).expect(200)
          assert.equal(JSON.stringify(body).includes('/resume/'), isShown, answer)
        }
      }
    })

    it('Addresses of inbound webhooks are shown only to callers that may change or start the workflow', async () => {
      const graph = { nodes: [{ id: 'in', type: 'webhook' }], status: 'published' }
      const isShownTo = async (get: (path: string) => Promise<{ body: unknown }>, id: string) => {
        const { body } = await get(`/workflows/${id}/triggers`)
        return JSON.stringify(body).includes('/hooks/')
      }
      for (const [role, isShown] of ROLES_THAT_WRITE) {
        const { owner, browser } = await shared.person(role)
        const { id } = await owner.createWorkflow(graph)
        assert.equal(await isShownTo((path) => browser.get(`/v1${path}`), id), isShown, role)
      }
      for (const [scopes, isShown] of [
        [['workflows:read'], false],
        [['workflows:read', 'workflows:execute'], true],
        [['workflows:read', 'workflows:write'], true],
        [['workflows:read', 'executions:write'], false],
      ] as const) {
        const { full, limited } = await shared.clients(scopes)
        const { id } = await full.createWorkflow(graph)
        assert.equal(await isShownTo((path) => limited.get(path), id), isShown, scopes.join())
      }
    })
  },
  { clock, environment: { MILLRACE_RATE_LIMITS: 'on' } },
)
