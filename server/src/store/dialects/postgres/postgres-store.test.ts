import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTestDatabase } from '#test/support/embedded-postgres.ts'
import { openPostgresStore } from './postgres-store.ts'

it('Stores on the same PostgreSQL database return its clock in milliseconds', async () => {
  const database = await createTestDatabase()
  const settings = { url: database.url, connections: 1, onIdleError: assert.fail }
  const stores = [openPostgresStore(settings), openPostgresStore(settings)]
  const times: number[] = []
  for (const store of [...stores, ...stores]) times.push(await store.time())
  assert.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
  )
  assert.ok(times.every((time) => Number.isInteger(time) && time > Date.UTC(2026)))
  for (const store of stores) await store.close()
  await database.drop()
})
