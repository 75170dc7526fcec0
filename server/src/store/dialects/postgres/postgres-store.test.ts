import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { it } from 'node:test'
import { createTestDatabase } from '#test/support/embedded-postgres.ts'
import { migratePostgres } from './postgres-migrate.ts'
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

it('A probe gives up a connection that was lost without a word, and the next one takes another', async (t) => {
  const database = await createTestDatabase()
  await migratePostgres(database.url, Date.now)
  const url = new URL(database.url)
  const [host, port] = [url.hostname, Number(url.port)]
  const sockets: { readonly client: Socket; readonly server: Socket }[] = []
  const proxy = createServer((client) => {
    const server = connect(port, host)
    for (const socket of [client, server]) socket.on('error', () => undefined)
    client.pipe(server).pipe(client)
    sockets.push({ client, server })
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  url.hostname = '127.0.0.1'
  url.port = String((proxy.address() as { port: number }).port)
  const store = openPostgresStore({ url: url.href, connections: 1, onIdleError: () => undefined })
  await store.probe()
  const [lost = assert.fail()] = sockets
  lost.client.unpipe(lost.server)
  const asked = once(lost.client, 'data')
  lost.client.resume()
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const refused = assert.rejects(store.probe(), /Query read timeout/)
  await asked
  t.mock.timers.tick(5_000)
  await refused
  t.mock.timers.reset()
  await store.probe()
  assert.equal(sockets.length, 2)
  proxy.close()
  for (const { client, server } of sockets) {
    client.destroy()
    server.destroy()
  }
  await store.close()
  await database.drop()
})
