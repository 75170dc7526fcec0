import { describe } from 'node:test'
import { LocalWorkNotifier } from '#adapters/index.ts'
import { postgres, sqlite } from './store-fixture.ts'
import { testLocalQueue } from './local-queue.ts'

describe('wake-ups of one engine that has SQLite for itself', () => {
  testLocalQueue(async () => {
    const home = await sqlite.newHome()
    return {
      alone: true,
      open: async () => ({ store: await home.open(), workNotifier: new LocalWorkNotifier() }),
      destroy: () => home.destroy(),
    }
  })
})

describe('wake-ups of engines that share PostgreSQL', () => {
  testLocalQueue(async () => {
    const home = await postgres.newHome()
    return {
      alone: false,
      async open() {
        const store = await home.open()
        return { store, workNotifier: store.workNotifier }
      },
      destroy: () => home.destroy(),
    }
  })
})
