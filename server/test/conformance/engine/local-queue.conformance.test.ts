import { describe } from 'node:test'
import { LocalWorkNotifier } from '#adapters/index.ts'
import { postgres, sqlite } from '../store-fixture.ts'
import { testLocalQueue } from './local-queue.ts'

describe('The local queue of a single engine on SQLite', () => {
  testLocalQueue(async () => {
    const fixture = await sqlite.newFixture()
    return {
      alone: true,
      open: async () => ({ store: await fixture.open(), workNotifier: new LocalWorkNotifier() }),
      destroy: () => fixture.destroy(),
    }
  })
})

describe('The local queues of engines that share PostgreSQL', () => {
  testLocalQueue(async () => {
    const fixture = await postgres.newFixture()
    return {
      alone: false,
      async open() {
        const store = await fixture.open()
        return { store, workNotifier: store.workNotifier }
      },
      destroy: () => fixture.destroy(),
    }
  })
})
