import { describe } from 'node:test'
import { LocalDoorbell } from '#adapters/index.ts'
import { testDoorbell } from './doorbell.ts'
import { postgres } from './store-home.ts'

describe('doorbell of one process', () => {
  testDoorbell(async () => ({ bells: [new LocalDoorbell()], destroy: async () => undefined }))
})

describe('doorbell on PostgreSQL', () => {
  testDoorbell(async () => {
    const home = await postgres.newHome()
    const [first, ...others] = [await home.open(), await home.open(), await home.open()] as const
    return {
      bells: [first.doorbell, ...others.map(({ doorbell }) => doorbell)],
      async destroy() {
        for (const store of [first, ...others]) await store.close()
        await home.destroy()
      },
    }
  })
})
