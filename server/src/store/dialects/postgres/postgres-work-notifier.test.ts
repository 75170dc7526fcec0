import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, it } from 'node:test'
import type pg from 'pg'
import { createTestDatabase, type TestDatabase } from '#test/support/embedded-postgres.ts'
import { openPool } from './postgres-database.ts'
import { PostgresWorkNotifier } from './postgres-work-notifier.ts'

const END_LISTENERS = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'millrace workNotifier' and datname = current_database()`

describe('a workNotifier on PostgreSQL', () => {
  let database: TestDatabase
  let pool: pg.Pool
  let bell: PostgresWorkNotifier
  let losses: number
  let rings: number
  let onNotify: () => void
  beforeEach(async () => {
    database = await createTestDatabase()
    pool = openPool({ url: database.url, connections: 2, onIdleError: () => undefined })
    losses = 0
    rings = 0
    onNotify = () => undefined
  })
  afterEach(async () => {
    await bell.stop()
    await pool.end()
    await database.drop()
  })

  async function startBell({ url = database.url, sender = pool } = {}): Promise<void> {
    bell = new PostgresWorkNotifier({ url, pool: sender, onLoss: () => void (losses += 1) })
    await bell.start(() => {
      rings += 1
      onNotify()
    })
  }
  const nextRing = () => new Promise<void>((resolve) => (onNotify = resolve))

  it('listens again after its connection was lost, and rings once for what it may have missed', async () => {
    await startBell()
    for (let loss = 1; loss <= 2; loss += 1) {
      const rung = nextRing()
      await pool.query(END_LISTENERS)
      await rung
      assert.deepEqual({ losses, rings }, { losses: loss, rings: 2 * loss - 1 })
      const heard = nextRing()
      bell.notify()
      await heard
    }
  })

  it('holds nobody up when the server is away at the start, and says so once', async () => {
    const gate = await openGate(database.url)
    try {
      await startBell({ url: gate.url })
      while (gate.refused < 3) await gate.nextRefusal()
      assert.deepEqual({ losses, rings }, { losses: 1, rings: 0 })
      const rung = nextRing()
      gate.open()
      await rung
      const heard = nextRing()
      bell.notify()
      await heard
      assert.equal(losses, 1)
      await bell.stop()
    } finally {
      gate.close()
    }
  })

  it('does not come back once it is stopped, whether it listened or tried to', async () => {
    const gate = await openGate(database.url)
    try {
      await startBell({ url: gate.url })
      await bell.stop()
      gate.open()
      await startBell()
      await bell.stop()
      const { rows } = await pool.query(END_LISTENERS)
      assert.deepEqual(rows, [])
      assert.deepEqual({ losses, rings, passed: gate.passed }, { losses: 1, rings: 0, passed: 0 })
    } finally {
      gate.close()
    }
  })

  it('sends the rings of one turn as one, and those that come while it is sent as one more', async () => {
    let sent = 0
    let release: () => void = () => undefined
    const sender = {
      query: () => {
        sent += 1
        return new Promise<void>((resolve) => (release = resolve))
      },
    } as unknown as pg.Pool
    await startBell({ sender })
    for (let n = 0; n < 100; n += 1) bell.notify()
    await new Promise(setImmediate)
    assert.equal(sent, 1)
    for (let n = 0; n < 100; n += 1) bell.notify()
    await new Promise(setImmediate)
    assert.equal(sent, 1, 'one at a time')
    release()
    await new Promise(setImmediate)
    assert.equal(sent, 2)
    release()
    await new Promise(setImmediate)
    bell.notify()
    await new Promise(setImmediate)
    assert.equal(sent, 3)
  })

  it('bears that a ring cannot be sent', async () => {
    let tries = 0
    const sender = {
      async query() {
        tries += 1
        throw new Error('no connection')
      },
    } as unknown as pg.Pool
    await startBell({ sender })
    for (let ring = 1; ring <= 3; ring += 1) {
      bell.notify()
      await new Promise(setImmediate)
      assert.equal(tries, ring)
    }
    assert.equal(losses, 0)
  })
})

/** An address that refuses every connection, until it is opened: then it leads to the server. */
async function openGate(target: string) {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let isOpen = false
  let onRefusal: () => void = () => undefined
  const gate = {
    url: '',
    refused: 0,
    passed: 0,
    nextRefusal: () => new Promise<void>((resolve) => (onRefusal = resolve)),
    open: () => void (isOpen = true),
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
  const server = createServer((socket) => {
    if (!isOpen) {
      socket.destroy()
      gate.refused += 1
      onRefusal()
      return
    }
    gate.passed += 1
    const onward = connect(Number(port), hostname)
    for (const end of [socket, onward]) sockets.add(end.on('error', () => undefined))
    socket.pipe(onward).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.port = String((server.address() as { port: number }).port)
  url.hostname = '127.0.0.1'
  gate.url = url.href
  return gate
}
