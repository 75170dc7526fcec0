import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { AppError } from '#domain/index.ts'
import { createTestDatabase } from '#test/support/embedded-postgres.ts'
import { queriesOf } from '../../database.ts'
import { asAppError, openPostgres } from './postgres-database.ts'

function isUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'INTERNAL_ERROR' && error.kind === 'unavailable'
}

describe('a PostgreSQL database', () => {
  it('a PostgreSQL database reports an unreachable server as unavailable', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    server.close()
    await once(server, 'close')
    const url = `postgres://test@127.0.0.1:${port}/test`
    const database = openPostgres({ url, connections: 1, onIdleError: assert.fail })
    await assert.rejects(
      database.write(async () => assert.fail('there is no transaction')),
      isUnavailable,
    )
    await database.close()
  })

  it('a PostgreSQL database reports a terminated connection as unavailable, and the next write succeeds', async () => {
    const { url, drop } = await createTestDatabase()
    const database = openPostgres({ url, connections: 1, onIdleError: () => undefined })
    const end = database.write((tx) =>
      sql`select pg_terminate_backend(pg_backend_pid())`.execute(queriesOf(tx)),
    )
    await assert.rejects(end, isUnavailable)
    const { rows } = await database.write((tx) => sql<{ n: number }>`select 1 as n`.execute(queriesOf(tx)))
    assert.deepEqual(rows, [{ n: 1 }])
    await database.close()
    await drop()
  })

  it('a PostgreSQL database reports an idle connection that the server ends, without the state of the connection', async () => {
    const { url, drop } = await createTestDatabase()
    const lost = Promise.withResolvers<Error>()
    const database = openPostgres({ url, connections: 1, onIdleError: lost.resolve })
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.read)
    const other = openPostgres({ url, connections: 1, onIdleError: () => undefined })
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(other.read)
    const error = await lost.promise
    assert.match(error.message, /terminating connection/)
    assert.equal('client' in error, false)
    await other.close()
    await database.close()
    await drop()
  })

  it('a PostgreSQL database commits synchronously and returns times and counters as numbers', async () => {
    const { url, drop } = await createTestDatabase()
    const database = openPostgres({ url, connections: 1, onIdleError: () => undefined })
    const setting = await sql<{ reset_val: string }>`
      select reset_val from pg_settings where name = 'synchronous_commit' and source = 'session'`.execute(
      database.read,
    )
    assert.deepEqual(setting.rows, [], 'the session does not override synchronous_commit')
    const numbers = await sql`select 9007199254740991::bigint as big, null::bigint as none`.execute(
      database.read,
    )
    assert.deepEqual(numbers.rows, [{ big: Number.MAX_SAFE_INTEGER, none: null }])
    await database.close()
    await drop()
  })

  it('errors of transient conditions become unavailable; all others stay as they are', () => {
    for (const code of ['08006', '53300', '57P01', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']) {
      assert.ok(isUnavailable(asAppError(Object.assign(new Error('x'), { code }))), code)
    }
    for (const message of ['Connection terminated unexpectedly', 'timeout exceeded when trying to connect']) {
      assert.ok(isUnavailable(asAppError(new Error(message))), message)
    }
    for (const code of ['23505', '42P01', undefined]) {
      const error = Object.assign(new Error('x'), { code })
      assert.equal(asAppError(error), error)
    }
    const refused = new AppError('NOT_FOUND', 'no')
    assert.equal(asAppError(refused), refused)
  })
})
