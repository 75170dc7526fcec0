import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Execution, ExecutionSummary } from '@millrace/contract/execution.ts'
import type { Step } from '@millrace/contract/execution-step.ts'
import type { Trigger } from '@millrace/contract/trigger.ts'
import { startService, STORE_KINDS, type TestService } from '#test/support/test-service.ts'
import { until } from '#test/support/until.ts'
import { Client } from '../support/client.ts'
import { SettableClock } from '../support/settable-clock.ts'

const SCHEDULE = {
  status: 'published',
  nodes: [{ id: 'clock', type: 'schedule', data: { cron: '* * * * *' } }],
}
const HOUR_MS = 3_600_000

interface Accepted {
  readonly execution_id: string
}

interface Readiness {
  readonly status: string
  readonly warnings?: readonly string[]
}

for (const store of STORE_KINDS) {
  describe(`A clock that was ahead by two hours and is corrected [${store}]`, () => {
    const readiness = async ({ url }: TestService) =>
      (await (await fetch(`${url}/readyz`)).json()) as Readiness
    const scheduledTimes = async (client: Client, id: string): Promise<string[]> => {
      const runs = (await client.get(`/workflows/${id}/executions?limit=100`)).data<ExecutionSummary[]>()
      const read = runs.map(async (run) => (await client.get(`/executions/${run.id}`)).data<Execution>())
      return (await Promise.all(read))
        .map(({ input }) => String(input?.['scheduled_at']).slice(11, 16))
        .sort()
    }
    const untilTimes = async (client: Client, id: string, wanted: readonly string[]) => {
      let times: string[] = []
      await until(`${wanted.length} runs`, async () => {
        times = await scheduledTimes(client, id)
        return times.length >= wanted.length
      })
      assert.deepEqual(times, wanted)
    }
    const nextOf = async (client: Client, id: string) =>
      (await client.get(`/workflows/${id}/triggers`)).data<Trigger[]>()[0]?.next_runs?.[0]?.slice(11, 16)

    it('Schedules follow at once, no time runs twice, and the service says so', async () => {
      const clock = new SettableClock('2026-03-10T12:30:30.000Z')
      const service = await startService({ store, clock })
      try {
        const client = new Client(service, service.key)
        const { id } = await client.createWorkflow(SCHEDULE)
        clock.set('2026-03-10T12:31:10.000Z')
        await untilTimes(client, id, ['12:31'])
        assert.equal((await readiness(service)).warnings, undefined)

        clock.set('2026-03-10T10:31:30.000Z')
        let state = await readiness(service)
        await until('a warning', async () => {
          state = await readiness(service)
          return state.warnings !== undefined
        })
        assert.equal(state.status, 'ready')
        assert.deepEqual(state.warnings, [
          'the clock was ahead by about 2 hours until 2026-03-10T10:31:30.000Z; schedules and waits follow the corrected clock',
        ])
        assert.equal(await nextOf(client, id), '10:32')
        clock.set('2026-03-10T10:32:10.000Z')
        await untilTimes(client, id, ['10:32', '12:31'])
        clock.set('2026-03-10T10:33:10.000Z')
        await untilTimes(client, id, ['10:32', '10:33', '12:31'])

        // Forward again, to times that have run: each runs once.
        clock.set('2026-03-10T12:31:20.000Z')
        clock.advance(60_000)
        await untilTimes(client, id, ['10:32', '10:33', '12:31', '12:32'])
        clock.advance(60_000)
        await untilTimes(client, id, ['10:32', '10:33', '12:31', '12:32', '12:33'])
        clock.advance(25 * HOUR_MS)
        assert.equal((await readiness(service)).warnings, undefined)
      } finally {
        await service.destroy()
      }
    })

    const DELAYS = {
      status: 'published',
      nodes: [
        { id: 'ten-minutes', type: 'delay', data: { seconds: 600 } },
        { id: 'named', type: 'delay', data: { until: '2026-03-10T12:35:00.000Z' } },
      ],
    }
    const untilOf = async (client: Client, id: string) =>
      Object.fromEntries(
        (await client.get(`/executions/${id}/steps`))
          .data<Step[]>()
          .map((step) => [step.node_id, step.waiting?.until?.slice(11, 19)]),
      )
    const startDelays = async (client: Client) => {
      const { id } = await client.createWorkflow(DELAYS)
      const run = (await client.post(`/workflows/${id}/execute`, {})).data<Accepted>().execution_id
      await until('both delays', async () => (await untilOf(client, run))['named'] !== undefined)
      assert.deepEqual(await untilOf(client, run), { 'ten-minutes': '12:40:30', named: '12:35:00' })
      return run
    }
    const untilMoved = async (client: Client, run: string) => {
      await until('the new time', async () => (await untilOf(client, run))['ten-minutes'] === '10:40:30')
    }
    const untilStatus = async (client: Client, run: string, status: string) => {
      await until(`the status ${status}`, async () => {
        return (await client.get(`/executions/${run}`)).data<Execution>().status === status
      })
    }

    it('A delay ends after its duration, one until a point in time at that time', async () => {
      const clock = new SettableClock('2026-03-10T12:30:30.000Z')
      const service = await startService({ store, clock })
      try {
        const client = new Client(service, service.key)
        const run = await startDelays(client)
        clock.set('2026-03-10T10:30:30.000Z')
        await untilMoved(client, run)
        await until('a warning', async () => (await readiness(service)).warnings?.length === 1)
        clock.set('2026-03-10T10:40:30.000Z')
        await until(
          'the end of a delay',
          async () => (await untilOf(client, run))['ten-minutes'] === undefined,
        )
        assert.deepEqual(await untilOf(client, run), { 'ten-minutes': undefined, named: '12:35:00' })
        clock.set('2026-03-10T12:35:00.000Z')
        await untilStatus(client, run, 'completed')
      } finally {
        await service.destroy()
      }
    })

    it('A delay follows a correction while the service is stopped', async () => {
      const clock = new SettableClock('2026-03-10T12:30:30.000Z')
      const before = await startService({ store, clock })
      const run = await startDelays(new Client(before, before.key))
      await before.stop()
      clock.set('2026-03-10T10:30:30.000Z')
      const service = await startService({ store, clock, dataOf: before })
      try {
        await untilMoved(new Client(service, before.key), run)
        await until('a warning', async () => (await readiness(service)).warnings !== undefined)
        assert.deepEqual((await readiness(service)).warnings, [
          'the clock was ahead by about 2 hours until 2026-03-10T10:30:30.000Z; schedules and waits follow the corrected clock',
        ])
      } finally {
        await service.destroy()
      }
    })

    it('A correction while the service is stopped is noticed by the next start', async () => {
      const clock = new SettableClock('2026-03-10T12:30:30.000Z')
      const before = await startService({ store, clock })
      const { id } = await new Client(before, before.key).createWorkflow(SCHEDULE)
      await before.stop()
      clock.set('2026-03-10T10:30:40.000Z')
      const service = await startService({ store, clock, dataOf: before })
      try {
        const client = new Client(service, before.key)
        await until('a warning', async () => (await readiness(service)).warnings !== undefined)
        clock.set('2026-03-10T10:31:10.000Z')
        await untilTimes(client, id, ['10:31'])
      } finally {
        await service.destroy()
      }
    })
  })
}
