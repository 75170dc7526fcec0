import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Execution, ExecutionSummary } from '@millrace/contract/execution.ts'
import type { TriggerOverview, TriggerSummary } from '@millrace/contract/trigger-overview.ts'
import type { Trigger } from '@millrace/contract/trigger.ts'
import { startService, STORE_KINDS, type TestService } from '#test/support/test-service.ts'
import { ApiResponse } from '../support/api-response.ts'
import { Client } from '../support/client.ts'
import { refusesDamaged } from '../support/damaged-cursors.ts'
import { SettableClock } from '../support/settable-clock.ts'

/** Polls until the condition holds. */
async function eventually<T>(poll: () => Promise<T>, isThere: (response: T) => boolean): Promise<T> {
  for (;;) {
    const response = await poll()
    if (isThere(response)) return response
  }
}

const NOTE = { id: 'note', type: 'set', data: { values: { done: true } } }

for (const store of STORE_KINDS) {
  describe(`All triggers [${store}]`, () => {
    const clock = new SettableClock('2026-01-31T08:30:00Z')
    let service: TestService
    let client: Client
    before(async () => {
      service = await startService({ store, clock })
      client = new Client(service, service.key)
    })
    after(() => service.destroy())

    const started = (type: string, data: object, more: object = {}, node: object = {}) =>
      client.createWorkflow({
        status: 'published',
        nodes: [{ id: 'go', type, data, ...node }, NOTE],
        edges: [{ source: 'go', target: 'note' }],
        ...more,
      })
    const change = (id: string, body: object) => client.patch(`/workflows/${id}/triggers/go`, body)
    const pause = async (id: string) => (await change(id, { paused: true })).expect(200)
    const list = async (query: string) =>
      (await client.get(`/triggers?${query}`)).expect(200).data<TriggerOverview[]>()
    const overviewOf = async (id: string, query = '') => {
      const [trigger] = await list(`workflow_id=${id}${query}`)
      return trigger ?? assert.fail('no trigger')
    }
    const executionsOf = async (id: string) =>
      (await client.get(`/workflows/${id}/executions?limit=100`)).expect(200).data<ExecutionSummary[]>()
    const timesOf = async (id: string) => {
      const runs = await executionsOf(id)
      const read = runs.map(async (run) => (await client.get(`/executions/${run.id}`)).data<Execution>())
      return (await Promise.all(read)).map(({ input }) => String(input?.['scheduled_at'])).sort()
    }
    /** Another schedule has fired twice since: polls that could have fired this one have passed. */
    const pollsPass = async () => {
      for (let poll = 0; poll < 2; poll += 1) {
        const { id } = await started('schedule', { every_seconds: 1 })
        clock.advance(1_000)
        await eventually(
          () => executionsOf(id),
          ({ length }) => length > 0,
        )
        ;(await client.delete(`/workflows/${id}`)).expect(200)
      }
    }
    const call = async (id: string, method = 'POST') => {
      const { url } = await overviewOf(id)
      const path = new URL(url ?? assert.fail('no address')).pathname
      return new ApiResponse(await service.request(method, path, { key: null, body: { a: 1 } }))
    }

    it('A paused schedule starts nothing and, when resumed, treats missed times as its policy says', async () => {
      clock.set('2026-03-01T00:30:00Z')
      const once = await started('schedule', { cron: '0 * * * *' })
      const all = await started('schedule', { cron: '0 * * * *', misfire: 'all' })
      const skipped = await started('schedule', { cron: '0 * * * *', misfire: 'all' })
      for (const { id } of [once, all, skipped]) await pause(id)
      clock.set('2026-03-01T03:30:00Z')
      await pollsPass()
      for (const { id } of [once, all, skipped]) assert.deepEqual(await executionsOf(id), [])
      const { state, pause: paused, next_run_at: next } = await overviewOf(once.id)
      assert.deepEqual([state, paused?.missed, paused?.runs_on_resume, next], ['paused', 3, 1, null])
      assert.equal((await overviewOf(all.id)).pause?.runs_on_resume, 3)
      ;(await change(once.id, { paused: false })).expect(200)
      ;(await change(all.id, { paused: false, missed: 'schedule' })).expect(200)
      ;(await change(skipped.id, { paused: false, missed: 'skip' })).expect(200)
      await eventually(
        () => executionsOf(all.id),
        ({ length }) => length === 3,
      )
      await pollsPass()
      assert.deepEqual(await timesOf(once.id), ['2026-03-01T03:00:00.000Z'])
      assert.deepEqual(await timesOf(skipped.id), [])
      clock.set('2026-03-01T04:00:00Z')
      await eventually(
        () => executionsOf(skipped.id),
        ({ length }) => length === 1,
      )
      assert.deepEqual(await timesOf(skipped.id), ['2026-03-01T04:00:00.000Z'])
    })

    it('A trigger stays paused through edits and publishing, and its list says so', async () => {
      clock.set('2026-04-01T00:30:00Z')
      const { id } = await started('schedule', { cron: '0 * * * *' })
      await pause(id)
      const nodes = [{ id: 'go', type: 'schedule', data: { cron: '30 * * * *' } }, NOTE]
      ;(await client.patch(`/workflows/${id}`, { nodes })).expect(200)
      ;(await client.patch(`/workflows/${id}`, { status: 'draft' })).expect(200)
      ;(await client.patch(`/workflows/${id}`, { status: 'published' })).expect(200)
      clock.set('2026-04-01T02:00:00Z')
      await pollsPass()
      assert.deepEqual(await executionsOf(id), [])
      const [trigger] = (await client.get(`/workflows/${id}/triggers`)).data<Trigger[]>()
      assert.deepEqual([trigger?.active, trigger?.paused_at], [false, '2026-04-01T00:30:00.000Z'])
      const upcoming = (await client.get('/schedules?limit=100')).data<{ workflow_id: string }[]>()
      assert.ok(upcoming.every((run) => run.workflow_id !== id))
    })

    it('Pausing twice changes nothing, and an unknown workflow or node is not found', async () => {
      const { id } = await started('schedule', { every_seconds: 3_600 })
      await pause(id)
      const { pause: first } = await overviewOf(id)
      clock.advance(60_000)
      await pause(id)
      assert.deepEqual((await overviewOf(id)).pause?.at, first?.at)
      ;(await client.patch(`/workflows/${id}/triggers/other`, { paused: true })).expect(404)
      ;(await client.patch(`/workflows/${crypto.randomUUID()}/triggers/go`, { paused: true })).expect(404)
    })

    it('A paused inbound webhook answers 503 and starts nothing; the call and its reason are shown', async () => {
      const { id } = await started('webhook', {})
      await pause(id)
      const refused = (await call(id)).expect(503)
      assert.equal(refused.header('retry-after'), '300')
      assert.deepEqual(await executionsOf(id), [])
      const paused = await overviewOf(id)
      assert.equal(paused.last_refusal?.reason, 'paused')
      ;(await change(id, { paused: false })).expect(200)
      clock.advance(2_000)
      ;(await call(id)).expect(202)
      const { last_calls: calls, calls: counts, problems } = await overviewOf(id)
      assert.equal(calls.length, 1)
      assert.deepEqual(counts, { total: 1, failed: 0 })
      assert.deepEqual(problems, [])
    })

    it('The test address of a paused inbound webhook still starts runs', async () => {
      const { id } = await started('webhook', {})
      await pause(id)
      const [trigger] = (await client.get(`/workflows/${id}/triggers`)).data<Trigger[]>()
      const { pathname } = new URL(trigger?.test_url ?? assert.fail('no address'))
      new ApiResponse(await service.request('POST', pathname, { key: null, body: {} })).expect(202)
    })

    it('Refused calls are shown with their reason', async () => {
      const { id } = await started('webhook', { method: 'PUT' })
      ;(await call(id)).expect(405)
      const { problems, last_refusal: refusal } = await overviewOf(id)
      assert.equal(refusal?.reason, 'method')
      assert.deepEqual(
        problems.map(({ code, severity }) => [code, severity]),
        [['last_call_refused', 'warning']],
      )
    })

    it('A paused form trigger stores submissions without a run, also after it is resumed', async () => {
      const form = await client.createForm()
      const { id } = await started('form', { form_id: form.id })
      const submit = async () =>
        (await client.post(`/forms/${form.id}/submissions`, { data: { email: 'a@example.com' } })).expect(201)
      await pause(id)
      await submit()
      ;(await change(id, { paused: false })).expect(200)
      assert.deepEqual(await executionsOf(id), [])
      await submit()
      assert.equal((await executionsOf(id)).length, 1)
      assert.equal((await overviewOf(id)).form?.name, form.name)
    })

    it('A paused event trigger starts nothing when another workflow ends', async () => {
      const source = await client.createWorkflow({ nodes: [{ id: 'start', type: 'start' }] })
      const { id } = await started('event', { event: 'workflow.completed', workflow_ids: [source.id] })
      await pause(id)
      await client.run(source)
      ;(await change(id, { paused: false })).expect(200)
      await client.run(source)
      await eventually(
        () => executionsOf(id),
        ({ length }) => length > 0,
      )
      assert.equal((await executionsOf(id)).length, 1)
    })

    it('Problems lead to their cause', async () => {
      const draft = await started('webhook', {}, { status: 'draft' })
      const invalid = await started('schedule', { cron: 'never' })
      const disabled = await started('webhook', {}, {}, { disabled: true })
      const failing = await client.createWorkflow({
        status: 'published',
        nodes: [
          { id: 'go', type: 'webhook', data: { respond: 'last_node' } },
          { id: 'stop', type: 'fail', data: { message: 'No.' } },
        ],
        edges: [{ source: 'go', target: 'stop' }],
      })
      ;(await call(failing.id)).expect(500)
      const codes = async (id: string) => (await overviewOf(id)).problems.map(({ code }) => code)
      assert.deepEqual(await codes(draft.id), ['not_published'])
      assert.deepEqual(await codes(invalid.id), ['invalid'])
      assert.deepEqual(await codes(disabled.id), ['disabled'])
      const [problem] = (await overviewOf(failing.id)).problems
      const [run] = await executionsOf(failing.id)
      assert.deepEqual([problem?.code, problem?.execution_id], ['last_run_failed', run?.id])
      const listed = await list('state=problem&limit=100')
      const troubled = new Set(listed.map((trigger) => trigger.workflow_id))
      assert.ok(troubled.has(invalid.id) && troubled.has(failing.id))
      assert.ok(!troubled.has(draft.id) && !troubled.has(disabled.id))
    })

    it('A credential that a service refuses is a problem of the triggers that start its workflow', async () => {
      const body = { name: 'Partner', type: 'bearer_token', value: 'secret' }
      const credential = (await client.post('/credentials', body)).expect(201).data<{ id: string }>()
      const { id } = await client.createWorkflow({
        status: 'published',
        nodes: [
          { id: 'go', type: 'schedule', data: { every_seconds: 86_400 } },
          { id: 'fetch', type: 'http', credential_id: credential.id, data: { url: 'https://example.com' } },
        ],
        edges: [{ source: 'go', target: 'fetch' }],
      })
      const { store: stored, firstStart } = { ...service.service, firstStart: service.firstStart }
      const account = firstStart.account.id
      const { valueChangedAt } =
        (await stored.credentials.find(account, credential.id)) ?? assert.fail('no credential')
      await stored.write((tx) =>
        stored.credentials.recordResult(tx, account, credential.id, {
          valueChangedAt,
          error: 'refused',
          at: clock.now(),
        }),
      )
      clock.advance(11_000)
      const [problem] = (await overviewOf(id)).problems
      assert.deepEqual(
        [problem?.code, problem?.credential_id, problem?.message],
        ['credential_failing', credential.id, 'A service refuses the credential "Partner".'],
      )
    })

    it('The plan of a schedule covers the period that was asked for, in the zone of the schedule', async () => {
      const { id } = await started('schedule', { cron: '30 2 * * *', timezone: 'Europe/Berlin' })
      const { plan } = await overviewOf(id, '&period=7d&from=2026-03-27T00:00:00Z')
      assert.deepEqual(plan?.times.slice(0, 4), [
        '2026-03-27T01:30:00.000Z',
        '2026-03-28T01:30:00.000Z',
        '2026-03-29T01:00:00.000Z',
        '2026-03-30T00:30:00.000Z',
      ])
      assert.equal(plan?.runs, 7)
      ;(await client.get('/triggers?from=tomorrow')).expect(400)
      ;(await client.get('/triggers?cursor=x')).expect(400)
      ;(await client.get('/triggers/summary?from=tomorrow')).expect(400)
    })

    it('Pages of the list follow each other without gaps', async () => {
      const names = ['Page c', 'Page a', 'Page b']
      for (const name of names) await started('webhook', {}, { name })
      const found: string[] = []
      for (let cursor = ''; ;) {
        const response = (await client.get(`/triggers?search=page&limit=1${cursor}`)).expect(200)
        found.push(...response.data<TriggerOverview[]>().map((trigger) => trigger.workflow_name))
        const { next_cursor: next } = response.cursorMeta
        if (next === null) break
        await refusesDamaged(client, '/triggers?search=page', next)
        cursor = `&cursor=${next}`
      }
      assert.deepEqual(found, names.toSorted())
    })
  })

  describe(`The summary of triggers [${store}]`, () => {
    it('A thousand schedules that run every second are planned without stalling other requests', async () => {
      // One request plans for a second at most, which passes only when the test says so.
      const clock = new SettableClock('2026-01-31T08:30:00Z')
      const service = await startService({ store, clock })
      try {
        const client = new Client(service, service.key)
        // Different parameters, so that no plan can be shared.
        const nodes = Array.from({ length: 1_000 }, (_, index) => ({
          id: `every ${index}`,
          type: 'schedule',
          data: {
            ...(index % 5 === 0 ? { cron: '* * * * * *' } : { every_seconds: 1 }),
            start: new Date(Date.UTC(2100, 0, 1) + index * 1_000).toISOString(),
          },
        }))
        for (let from = 0; from < nodes.length; from += 100) {
          await client.createWorkflow({ status: 'published', nodes: nodes.slice(from, from + 100) })
        }
        const read = async (from: string) =>
          (await client.get(`/triggers/summary?period=30d&from=${from}`)).expect(200).data<TriggerSummary>()
        /** Sends other requests until there is the summary. */
        const readBeside = async (from: string, onAnswer: () => void) => {
          const reading = read(from)
          for (;;) {
            const other = client.get('/workflows/labels').then((response) => response.expect(200).status)
            const first = await Promise.race([reading, other])
            if (typeof first === 'object') return first
            onAnswer()
          }
        }
        const assertComplete = (summary: TriggerSummary) => {
          assert.equal(summary.is_complete, true)
          assert.equal(summary.active, 1_000)
          assert.equal(summary.load.length, 60)
          assert.ok(summary.load.every(({ runs, schedules }) => schedules === 1_000 && runs === 43_200_000))
        }
        let answered = 0
        assertComplete(await readBeside('2100-02-01T00:00:00Z', () => (answered += 1)))
        assert.ok(answered > 10, `${answered} other requests were answered meanwhile`)
        const later = '2100-03-01T00:00:00Z'
        assert.equal((await readBeside(later, () => clock.advance(1_001))).is_complete, false)
        assertComplete(await read(later))
      } finally {
        await service.destroy()
      }
    })
  })
}
