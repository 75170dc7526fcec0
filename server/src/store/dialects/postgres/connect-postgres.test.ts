import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { it } from 'node:test'
import { connectPostgres } from './connect-postgres.ts'

it('A server that accepts connections and never answers is given up on', async (t) => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  t.after(() => silent.close())
  const { port } = silent.address() as { port: number }
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const connecting = connectPostgres(`postgres://u:p@127.0.0.1:${port}/d`, 'test')
  const refused = assert.rejects(connecting, /did not answer within 10 s\. Check DATABASE_URL/)
  const [socket] = await once(silent, 'connection')
  t.after(() => socket.destroy())
  t.mock.timers.tick(10_000)
  await refused
})
