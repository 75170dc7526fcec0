import { describe } from 'node:test'
import { LocalWorkNotifier } from '#adapters/index.ts'
import { testWorkNotifier } from './work-notifier.ts'
import { postgres } from '../store-fixture.ts'

describe('The work notifier of a single process', () => {
  testWorkNotifier(async () => ({ notifiers: [new LocalWorkNotifier()], destroy: async () => undefined }))
})

describe('The work notifier on PostgreSQL', () => {
  testWorkNotifier(async () => {
    const fixture = await postgres.newFixture()
    const [first, ...others] = [await fixture.open(), await fixture.open(), await fixture.open()] as const
    return {
      notifiers: [first.workNotifier, ...others.map(({ workNotifier }) => workNotifier)],
      async destroy() {
        for (const store of [first, ...others]) await store.close()
        await fixture.destroy()
      },
    }
  })
})
