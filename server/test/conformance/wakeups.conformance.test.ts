import { describe } from 'node:test'
import { LocalDoorbell } from '#adapters/index.ts'
import { postgres, sqlite } from './store-home.ts'
import { testWakeups } from './wakeups.ts'

describe('wake-ups of one engine that has SQLite for itself', () => {
  testWakeups(async () => {
    const home = await sqlite.newHome()
    return {
      alone: true,
      open: async () => ({ store: await home.open(), doorbell: new LocalDoorbell() }),
      destroy: () => home.destroy(),
    }
  })
})

describe('wake-ups of engines that share PostgreSQL', () => {
  testWakeups(async () => {
    const home = await postgres.newHome()
    return {
      alone: false,
      async open() {
        const store = await home.open()
        return { store, doorbell: store.doorbell }
      },
      destroy: () => home.destroy(),
    }
  })
})
