import { describe } from 'node:test'
import { LocalDoorbell } from '#adapters/doorbell/local-doorbell.ts'
import { openPostgresStore } from '#store/dialects/postgres/open-store.ts'
import { createTestDatabase } from '#test/support/embedded-postgres.ts'
import { testDoorbell } from './doorbell.ts'

describe('doorbell of one process', () => {
  testDoorbell(async () => ({ bells: [new LocalDoorbell()], destroy: async () => undefined }))
})

describe('doorbell on PostgreSQL', () => {
  testDoorbell(async () => {
    const { url, drop } = await createTestDatabase()
    const open = () =>
      openPostgresStore({
        url,
        connections: 1,
        onIdleError(error) {
          throw error
        },
      })
    const stores = [open(), open(), open()] as const
    return {
      bells: [stores[0].doorbell, stores[1].doorbell, stores[2].doorbell],
      async destroy() {
        for (const store of stores) await store.close()
        await drop()
      },
    }
  })
})
