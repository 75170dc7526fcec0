import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Execution, ExecutionSummary } from '@millrace/contract/execution.ts'
import { startService, STORE_KINDS, type TestService } from '#test/support/test-service.ts'
import { Client } from '../support/client.ts'
import { SettableClock } from '../support/settable-clock.ts'

/** Polls until the condition holds. */
async function eventually<T>(poll: () => Promise<T>, isThere: (response: T) => boolean): Promise<T> {
  for (;;) {
    const response = await poll()
    if (isThere(response)) return response
  }
}

for (const store of STORE_KINDS) {
  describe(`A schedule [${store}]`, () => {
    const clock = new SettableClock('2026-01-31T08:30:00Z')
    let service: TestService
    let client: Client
    before(async () => {
      service = await startService({ store, clock })
      client = new Client(service, service.key)
    })
    after(() => service.destroy())

    const schedule = (data: object, more: object = {}) => ({
      status: 'published',
      nodes: [
        { id: 'start', type: 'start' },
        { id: 'clock', type: 'schedule', data },
        { id: 'note', type: 'set', data: { values: { at: '{{ input.scheduled_at }}' } } },
      ],
      edges: [
        { source: 'start', target: 'note' },
        { source: 'clock', target: 'note' },
      ],
      ...more,
    })
    const executionsOf = async (id: string) =>
      (await client.get(`/workflows/${id}/executions?limit=100`)).expect(200).data<ExecutionSummary[]>()
    const inputsOf = async (id: string) => {
      const executions = await executionsOf(id)
      const read = executions.map(async (one) =>
        (await client.get(`/executions/${one.id}`)).data<Execution>(),
      )
      return (await Promise.all(read)).map(({ input }) => String(input?.['scheduled_at'])).sort()
    }
    /** Two other schedules have fired since: a poll that could have fired this one has passed. */
    const pollsPass = async () => {
      for (let poll = 0; poll < 2; poll += 1) {
        const { id } = await client.createWorkflow(schedule({ every_seconds: 1 }))
        clock.advance(1_000)
        await eventually(
          () => executionsOf(id),
          ({ length }) => length > 0,
        )
        ;(await client.delete(`/workflows/${id}`)).expect(200)
      }
    }

    it('A schedule starts a run at its time, at its own node, with the scheduled time as input', async () => {
      const { id } = await client.createWorkflow(schedule({ cron: '0 9 * * *' }))
      await pollsPass()
      assert.deepEqual(await executionsOf(id), [])
      clock.set('2026-01-31T09:00:00.250Z')
      const [run] = await eventually(
        () => executionsOf(id),
        (runs) => runs[0]?.status === 'completed',
      )
      const execution = (await client.get(`/executions/${run?.id}`)).data<Execution>()
      assert.equal(execution.input?.['scheduled_at'], '2026-01-31T09:00:00.000Z')
      assert.equal(execution.input?.['fired_at'], '2026-01-31T09:00:00.250Z')
      assert.deepEqual(execution.output, { at: '2026-01-31T09:00:00.000Z' })
      await pollsPass()
      assert.equal((await executionsOf(id)).length, 1)
    })

    it('A schedule starts nothing once the workflow is a draft or deleted', async () => {
      const draft = await client.createWorkflow(schedule({ every_seconds: 60 }))
      const deleted = await client.createWorkflow(schedule({ every_seconds: 60 }))
      ;(await client.patch(`/workflows/${draft.id}`, { status: 'draft' })).expect(200)
      ;(await client.delete(`/workflows/${deleted.id}`)).expect(200)
      clock.advance(300_000)
      await pollsPass()
      assert.deepEqual(await executionsOf(draft.id), [])
      const account = service.firstStart.account.id
      const range = { status: undefined, from: undefined, to: undefined }
      const { executions } = service.service.store
      assert.deepEqual(await executions.list(account, deleted.id, range, { before: undefined, limit: 1 }), [])
    })

    it('A schedule keeps its next time through an edit of other nodes and runs the new version', async () => {
      clock.set('2026-02-01T00:00:00Z')
      const { id } = await client.createWorkflow(schedule({ cron: '0 6 * * *' }))
      // It is due and was not polled yet: the edit must not lose it.
      clock.set('2026-02-01T06:00:00Z')
      const edited = schedule({ cron: '0 6 * * *' })
      edited.nodes[2] = { id: 'note', type: 'set', data: { values: { at: 'the new one' } } }
      ;(await client.patch(`/workflows/${id}`, { nodes: edited.nodes })).expect(200)
      const [run] = await eventually(
        () => executionsOf(id),
        (runs) => runs[0]?.status === 'completed',
      )
      const { input } = (await client.get(`/executions/${run?.id}`)).data<Execution>()
      assert.equal(input?.['scheduled_at'], '2026-02-01T06:00:00.000Z')
      clock.set('2026-02-02T06:00:00Z')
      await eventually(
        () => executionsOf(id),
        (runs) => runs.length === 2 && runs[0]?.status === 'completed',
      )
      const [second] = await executionsOf(id)
      const { output } = (await client.get(`/executions/${second?.id}`)).data<Execution>()
      assert.deepEqual(output, { at: 'the new one' })
    })

    it('A schedule makes up for missed times according to its policy', async () => {
      clock.set('2026-03-01T00:30:00Z')
      const created = (misfire: string) => client.createWorkflow(schedule({ cron: '0 * * * *', misfire }))
      const [skip, once, all] = [await created('skip'), await created('once'), await created('all')]
      clock.set('2026-03-01T03:30:00Z')
      await eventually(
        () => executionsOf(all.id),
        ({ length }) => length === 3,
      )
      await pollsPass()
      assert.deepEqual(await inputsOf(skip.id), [])
      assert.deepEqual(await inputsOf(once.id), ['2026-03-01T03:00:00.000Z'])
      assert.deepEqual(await inputsOf(all.id), [
        '2026-03-01T01:00:00.000Z',
        '2026-03-01T02:00:00.000Z',
        '2026-03-01T03:00:00.000Z',
      ])
    })
  })
}
