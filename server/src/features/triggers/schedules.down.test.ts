import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import type { Trigger } from '#domain/trigger.ts'
import { sampleWorkflow } from '#test/conformance/samples.ts'
import { SettableClock } from '#test/contract/support/settable-clock.ts'
import { startService, STORE_KINDS } from '#test/support/test-service.ts'

/** Fewer where each transaction waits for another process: the promise is the same. */
const COUNTS = { sqlite: 10_000, postgres: 2_000 }

for (const store of STORE_KINDS) {
  describe(`thousands of schedules that came due while the service was down [${store}]`, () => {
    it('start one run each', async () => {
      const clock = new SettableClock('2026-01-31T08:00:00Z')
      const first = await startService({ store, clock })
      const ids = { next: nextId(), secret: () => '', derive: () => '', random: () => 0 }
      const accountId = first.firstStart.account.id
      const nodes = [{ id: 'hourly', type: 'schedule', data: { cron: '0 * * * *' } }]
      const workflow = {
        ...sampleWorkflow(ids, accountId, { nodes, edges: [] }),
        status: 'published',
      } as const
      const due = Date.parse('2026-01-31T09:00:00Z')
      const triggers = Array.from({ length: COUNTS[store] }, (_, n): Trigger => ({
        id: ids.next(due),
        accountId,
        workflowId: workflow.id,
        nodeId: 'hourly',
        kind: 'schedule',
        state: 'live',
        data: { cron: '0 * * * *', number: n },
        credentialId: null,
        topic: null,
        hookKey: null,
        nextRun: due,
        fireAt: due,
      }))
      await first.service.store.write(async (tx) => {
        await first.service.store.workflows.insert(tx, workflow)
        await first.service.store.triggers.save(tx, triggers)
      })
      await first.stop()
      clock.set('2026-01-31T12:30:00Z')
      const second = await startService({ store, clock, dataOf: first })
      try {
        const { executions, triggers: stored } = second.service.store
        while ((await stored.nextDue()) === due) await turn()
        const seen = new Set<string>()
        const range = { status: undefined, from: undefined, to: undefined }
        for (let before: string | undefined; ;) {
          const page = await executions.list(accountId, workflow.id, range, { before, limit: 1_000 })
          for (const { id } of page) seen.add(id)
          before = page.at(-1)?.id
          if (before === undefined) break
        }
        assert.equal(seen.size, COUNTS[store])
        assert.equal(await stored.nextDue(), Date.parse('2026-01-31T13:00:00Z'))
      } finally {
        await second.destroy()
      }
    })
  })
}

function nextId(): (at: number) => string {
  let count = 0
  return () => `018f0000-0000-7000-8000-${(count += 1).toString(16).padStart(12, '0')}`
}
