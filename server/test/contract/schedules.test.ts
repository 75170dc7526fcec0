import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Execution, ExecutionSummary } from '@millrace/contract/execution.ts'
import { startService, STORE_KINDS, type TestService } from '#test/support/test-service.ts'
import { Client } from './support/client.ts'
import { SettableClock } from './support/settable-clock.ts'

/** Asks again and again: what is waited for follows by itself. */
async function eventually<T>(ask: () => Promise<T>, isThere: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (isThere(answer)) return answer
  }
}

for (const store of STORE_KINDS) {
  describe(`a schedule [${store}]`, () => {
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
    /** Two other schedules fired since: a look that could have fired has come and gone. */
    const looksPass = async () => {
      for (let look = 0; look < 2; look += 1) {
        const { id } = await client.createWorkflow(schedule({ every_seconds: 1 }))
        clock.advance(1_000)
        await eventually(
          () => executionsOf(id),
          ({ length }) => length > 0,
        )
        ;(await client.delete(`/workflows/${id}`)).expect(200)
      }
    }

    it('starts a run at its time, which begins at its node and knows which time it was', async () => {
      const { id } = await client.createWorkflow(schedule({ cron: '0 9 * * *' }))
      await looksPass()
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
      await looksPass()
      assert.equal((await executionsOf(id)).length, 1)
    })

    it('starts nothing once the workflow is a draft, or deleted', async () => {
      const draft = await client.createWorkflow(schedule({ every_seconds: 60 }))
      const deleted = await client.createWorkflow(schedule({ every_seconds: 60 }))
      ;(await client.patch(`/workflows/${draft.id}`, { status: 'draft' })).expect(200)
      ;(await client.delete(`/workflows/${deleted.id}`)).expect(200)
      clock.advance(300_000)
      await looksPass()
      assert.deepEqual(await executionsOf(draft.id), [])
      const account = service.firstStart.account.id
      const range = { status: undefined, from: undefined, to: undefined }
      const { executions } = service.service.store
      assert.deepEqual(await executions.list(account, deleted.id, range, { before: undefined, limit: 1 }), [])
    })

    it('keeps its next time through an edit that leaves it alone, and runs the new version', async () => {
      clock.set('2026-02-01T00:00:00Z')
      const { id } = await client.createWorkflow(schedule({ cron: '0 6 * * *' }))
      // Its time has come, and nobody looked yet: the edit must not lose it.
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

    it('makes up for what it missed as its policy says', async () => {
      clock.set('2026-03-01T00:30:00Z')
      const made = (misfire: string) => client.createWorkflow(schedule({ cron: '0 * * * *', misfire }))
      const [skip, once, all] = [await made('skip'), await made('once'), await made('all')]
      clock.set('2026-03-01T03:30:00Z')
      await eventually(
        () => executionsOf(all.id),
        ({ length }) => length === 3,
      )
      await looksPass()
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
