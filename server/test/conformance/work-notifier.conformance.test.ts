import { describe } from 'node:test'
import { LocalWorkNotifier } from '#adapters/index.ts'
import { testWorkNotifier } from './work-notifier.ts'
import { postgres } from './store-fixture.ts'

describe('workNotifier of one process', () => {
  testWorkNotifier(async () => ({ bells: [new LocalWorkNotifier()], destroy: async () => undefined }))
})

describe('workNotifier on PostgreSQL', () => {
  testWorkNotifier(async () => {
    const home = await postgres.newHome()
    const [first, ...others] = [await home.open(), await home.open(), await home.open()] as const
    return {
      bells: [first.workNotifier, ...others.map(({ workNotifier }) => workNotifier)],
      async destroy() {
        for (const store of [first, ...others]) await store.close()
        await home.destroy()
      },
    }
  })
})
