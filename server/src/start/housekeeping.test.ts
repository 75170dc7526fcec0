import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pino } from 'pino'
import { randomIds } from '#adapters/ids/random-ids.ts'
import type { AccountId } from '#domain/account.ts'
import type { Store } from '#ports/store.ts'
import { insertWorkflow, numbersOf, saveVersion } from '#test/conformance/saved-versions.ts'
import { STORE_ADAPTERS } from '#test/conformance/store-home.ts'
import { ManualTime } from '#engine/testing/manual-time.ts'
import { Housekeeping } from './housekeeping.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

for (const adapter of STORE_ADAPTERS) {
  describe(`housekeeping on ${adapter.name}`, () => {
    it('keeps the newest 50 versions and those of 30 days, and deletes the others bit by bit', async () => {
      const home = await adapter.newHome()
      const store = await home.open()
      const time = new ManualTime()
      const parts = { store, clock: time, scheduler: time, log: pino({ level: 'silent' }) }
      const ids = randomIds()
      const subject = { store, home, ids, newAccount: () => insertAccount(store, ids.next(0) as AccountId) }
      try {
        let workflow = await insertWorkflow(subject, { createdAt: time.now(), updatedAt: time.now() })
        for (let count = 0; count < 60; count += 1) workflow = await saveVersion(subject, workflow)
        assert.equal(await afterMinutes(parts, 10, 0), 61)
        assert.equal(await afterMinutes(parts, 10, 29 * DAY_MS), 61)
        assert.equal(await afterMinutes(parts, 10, DAY_MS), 50)
        await store.write((tx) =>
          store.workflows.delete(tx, workflow.accountId, workflow.id, time.now() - DAY_MS - 1),
        )
        await afterMinutes(parts, 10, 0)
        const version = await store.workflows.findVersion(workflow.accountId, workflow.versionId)
        assert.equal(version, undefined)

        async function afterMinutes(given: typeof parts, minutes: number, laterMs: number): Promise<number> {
          time.pass(laterMs)
          const housekeeping = new Housekeeping(given)
          housekeeping.start()
          for (let count = 0; count < minutes; count += 1) time.pass(MINUTE_MS)
          await housekeeping.stop()
          return (await numbersOf(subject, workflow)).length
        }
      } finally {
        await store.close()
        await home.destroy()
      }
    })
  })
}

async function insertAccount(store: Store, id: AccountId): Promise<AccountId> {
  const account = { id, name: 'Test', plan: 'free', accessVersion: 1, createdAt: 0 } as const
  await store.write((tx) => store.accounts.insert(tx, account))
  return id
}
