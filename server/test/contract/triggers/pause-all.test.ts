import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { ExecutionSummary } from '@millrace/contract/execution.ts'
import type { Pauses } from '@millrace/contract/pause.ts'
import type { TriggerOverview, TriggerSummary } from '@millrace/contract/trigger-overview.ts'
import type { Trigger } from '@millrace/contract/trigger.ts'
import { until } from '#test/support/until.ts'
import { ApiResponse } from '../support/api-response.ts'
import type { Client } from '../support/client.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import { SettableClock } from '../support/settable-clock.ts'

const clock = new SettableClock('2026-01-31T08:30:00Z')
const MINUTE_MS = 60_000
const NOTE = { id: 'note', type: 'set', data: { values: { done: true } } }

/** A published workflow that the trigger `go` starts. */
const startedBy = (client: Client, type: string, data: object) =>
  client.createWorkflow({
    status: 'published',
    nodes: [{ id: 'go', type, data }, NOTE],
    edges: [{ source: 'go', target: 'note' }],
  })

const executionsOf = async (client: Client, id: string) =>
  (await client.get(`/workflows/${id}/executions?limit=100`)).expect(200).data<ExecutionSummary[]>()

async function untilRuns(client: Client, id: string, count: number): Promise<void> {
  await until(`${count} runs`, async () => (await executionsOf(client, id)).length >= count)
}

const summaryOf = async (client: Client) =>
  (await client.get('/triggers/summary')).expect(200).data<TriggerSummary>()

describeOnEveryStore(
  'Pausing all triggers',
  (shared) => {
    /** A schedule of another account has fired twice since: polls that could have fired others have passed. */
    async function pollsPass(): Promise<void> {
      const other = await shared.client()
      const { id } = await startedBy(other, 'schedule', { every_seconds: 1 })
      for (let count = 1; count <= 2; count += 1) {
        clock.advance(1_000)
        await untilRuns(other, id, count)
      }
    }
    const callWebhook = async (client: Client, id: string, field: 'url' | 'test_url') => {
      const [trigger] = (await client.get(`/workflows/${id}/triggers`)).expect(200).data<Trigger[]>()
      const { pathname } = new URL(trigger?.[field] ?? assert.fail('no address'))
      return new ApiResponse(await shared.running.request('POST', pathname, { key: null, body: { a: 1 } }))
    }

    it('An owner pauses: schedules, webhooks, forms and events start nothing until somebody resumes', async () => {
      const { owner: client, browser } = await shared.person('owner')
      clock.advance(MINUTE_MS - (clock.now() % MINUTE_MS) + MINUTE_MS / 2)
      const every = await startedBy(client, 'schedule', { cron: '* * * * *', misfire: 'all' })
      const latest = await startedBy(client, 'schedule', { cron: '* * * * *' })
      const hook = await startedBy(client, 'webhook', {})
      const form = await client.createForm()
      const formRuns = await startedBy(client, 'form', { form_id: form.id })
      const source = await client.createWorkflow({ nodes: [{ id: 'start', type: 'start' }] })
      const followUp = await startedBy(client, 'event', {
        event: 'workflow.completed',
        workflow_ids: [source.id],
      })
      const submit = async () =>
        (await client.post(`/forms/${form.id}/submissions`, { data: { email: 'a@example.com' } })).expect(201)

      const paused = (await browser.post('/pause', {})).expect(200).data<Pauses>()
      assert.equal(paused.account?.at, new Date(clock.now()).toISOString())
      assert.equal(paused.installation, null)
      clock.advance(3 * MINUTE_MS)
      await pollsPass()
      const refused = (await callWebhook(client, hook.id, 'url')).expect(503)
      assert.equal(refused.header('retry-after'), '300')
      ;(await callWebhook(client, hook.id, 'test_url')).expect(202)
      await submit()
      // A run that somebody starts is none of a trigger.
      await client.run(source)
      for (const { id } of [every, latest, formRuns, followUp]) {
        assert.deepEqual(await executionsOf(client, id), [])
      }
      assert.equal((await executionsOf(client, hook.id)).length, 1)

      // Pausing again changes nothing.
      assert.deepEqual((await browser.post('/pause', {})).expect(200).data<Pauses>(), paused)
      const resumed = (await browser.send('DELETE', '/pause')).expect(200).data<Pauses>()
      assert.deepEqual(resumed, { account: null, installation: null })
      await untilRuns(client, every.id, 3)
      await untilRuns(client, latest.id, 1)
      ;(await callWebhook(client, hook.id, 'url')).expect(202)
      await submit()
      await client.run(source)
      await untilRuns(client, followUp.id, 1)
      await pollsPass()
      const counts = [every, latest, hook, formRuns, followUp].map(
        async ({ id }) => (await executionsOf(client, id)).length,
      )
      assert.deepEqual(await Promise.all(counts), [3, 1, 2, 1, 1])
    })

    it('The overview says that everything is paused, and plans nothing', async () => {
      const { owner: client, browser } = await shared.person('owner')
      const { id } = await startedBy(client, 'schedule', { cron: '0 * * * *' })
      assert.equal((await summaryOf(client)).all_paused, null)
      ;(await browser.post('/pause', {})).expect(200)
      const { all_paused: allPaused, load, active } = await summaryOf(client)
      assert.equal(allPaused?.scope, 'account')
      assert.ok(load.every(({ runs }) => runs === 0))
      assert.equal(active, 1)
      const [listed] = (await client.get('/triggers')).expect(200).data<TriggerOverview[]>()
      assert.equal(listed?.next_run_at, null)
      const [trigger] = (await client.get(`/workflows/${id}/triggers`)).expect(200).data<Trigger[]>()
      assert.equal(trigger?.active, false)
      assert.deepEqual((await client.get('/schedules')).expect(200).data(), [])
    })

    it('Everybody sees a pause, owners change it, and it is recorded once', async () => {
      const { browser: owner } = await shared.person('owner')
      const audited = async () =>
        (await owner.get('/audit?limit=100'))
          .expect(200)
          .data<{ action: string }[]>()
          .map(({ action }) => action)
          .filter((action) => action.startsWith('account.'))
      await owner.post('/pause', {})
      await owner.post('/pause', {})
      await owner.send('DELETE', '/pause')
      await owner.send('DELETE', '/pause')
      const actions = await audited()
      assert.deepEqual(
        actions.filter((action) => action !== 'account.create'),
        ['account.resume', 'account.pause'],
      )
      for (const role of ['viewer', 'editor'] as const) {
        const { browser } = await shared.person(role)
        ;(await browser.get('/pause')).expect(200)
        ;(await browser.post('/pause', {})).error(403, 'FORBIDDEN')
        ;(await browser.send('DELETE', '/pause')).error(403, 'FORBIDDEN')
      }
    })

    it('A pause of the installation holds the triggers of every account, and no owner ends it', async () => {
      const { owner: client, browser } = await shared.person('owner')
      const { id } = await startedBy(client, 'webhook', {})
      const { store } = shared.running.service
      const pause = { at: clock.now(), by: 'command line' }
      assert.equal(await store.write((tx) => store.pauses.pause(tx, 'installation', pause)), true)
      try {
        ;(await callWebhook(client, id, 'url')).expect(503)
        const read = (await browser.send('DELETE', '/pause')).expect(200).data<Pauses>()
        assert.equal(read.installation?.by, 'command line')
        assert.equal((await summaryOf(client)).all_paused?.scope, 'installation')
        ;(await callWebhook(client, id, 'url')).expect(503)
      } finally {
        await store.write((tx) => store.pauses.resume(tx, 'installation'))
      }
      ;(await callWebhook(client, id, 'url')).expect(202)
    })
  },
  { clock },
)
