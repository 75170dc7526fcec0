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
  where application_name = 'millrace work notifier' and datname = current_database()`

describe('PostgresWorkNotifier', () => {
  let database: TestDatabase
  let pool: pg.Pool
  let notifier: PostgresWorkNotifier
  let losses: number
  let notifications: number
  let onNotify: () => void
  beforeEach(async () => {
    database = await createTestDatabase()
    pool = openPool({ url: database.url, connections: 2, onIdleError: () => undefined })
    losses = 0
    notifications = 0
    onNotify = () => undefined
  })
  afterEach(async () => {
    await notifier.stop()
    await pool.end()
    await database.drop()
  })

  async function startNotifier({ url = database.url, sender = pool } = {}): Promise<void> {
    notifier = new PostgresWorkNotifier({ url, pool: sender, onLoss: () => void (losses += 1) })
    await notifier.start(() => {
      notifications += 1
      onNotify()
    })
  }
  const nextNotification = () => new Promise<void>((resolve) => (onNotify = resolve))

  it('the work notifier reconnects after a lost connection and calls back once for missed notifications', async () => {
    await startNotifier()
    for (let loss = 1; loss <= 2; loss += 1) {
      const notified = nextNotification()
      await pool.query(END_LISTENERS)
      await notified
      assert.deepEqual({ losses, notifications }, { losses: loss, notifications: 2 * loss - 1 })
      const received = nextNotification()
      notifier.notify()
      await received
    }
  })

  it('the work notifier starts while the server is unreachable and reports the loss once', async () => {
    const gate = await openGate(database.url)
    try {
      await startNotifier({ url: gate.url })
      while (gate.refused < 3) await gate.nextRefusal()
      assert.deepEqual({ losses, notifications }, { losses: 1, notifications: 0 })
      const notified = nextNotification()
      gate.open()
      await notified
      const received = nextNotification()
      notifier.notify()
      await received
      assert.equal(losses, 1)
      await notifier.stop()
    } finally {
      gate.close()
    }
  })

  it('a stopped work notifier does not reconnect, whether it was connected or connecting', async () => {
    const gate = await openGate(database.url)
    try {
      await startNotifier({ url: gate.url })
      await notifier.stop()
      gate.open()
      await startNotifier()
      await notifier.stop()
      const { rows } = await pool.query(END_LISTENERS)
      assert.deepEqual(rows, [])
      assert.deepEqual(
        { losses, notifications, passed: gate.passed },
        { losses: 1, notifications: 0, passed: 0 },
      )
    } finally {
      gate.close()
    }
  })

  it('the work notifier merges the notifications of one turn, and those requested while it sends', async () => {
    let sent = 0
    let release: () => void = () => undefined
    const sender = {
      query: () => {
        sent += 1
        return new Promise<void>((resolve) => (release = resolve))
      },
    } as unknown as pg.Pool
    await startNotifier({ sender })
    for (let n = 0; n < 100; n += 1) notifier.notify()
    await new Promise(setImmediate)
    assert.equal(sent, 1)
    for (let n = 0; n < 100; n += 1) notifier.notify()
    await new Promise(setImmediate)
    assert.equal(sent, 1, 'one at a time')
    release()
    await new Promise(setImmediate)
    assert.equal(sent, 2)
    release()
    await new Promise(setImmediate)
    notifier.notify()
    await new Promise(setImmediate)
    assert.equal(sent, 3)
  })

  it('the work notifier tolerates that a notification cannot be sent', async () => {
    let attempts = 0
    const sender = {
      async query() {
        attempts += 1
        throw new Error('no connection')
      },
    } as unknown as pg.Pool
    await startNotifier({ sender })
    for (let count = 1; count <= 3; count += 1) {
      notifier.notify()
      await new Promise(setImmediate)
      assert.equal(attempts, count)
    }
    assert.equal(losses, 0)
  })
})

/** A proxy that refuses all connections until it is opened, and then forwards them to the server. */
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
