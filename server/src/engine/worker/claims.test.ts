import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LocalWorkNotifier } from '#adapters/index.ts'
import { Claims } from './claims.ts'
import { ManualTime } from '../testing/manual-time.ts'

const LOOK_EVERY_MS = 1_000
const silent = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

/** Claims for an engine with a limited room, of a store in which executions wait for somebody. */
function open({ waiting = 0, room = 1_000 } = {}) {
  const time = new ManualTime()
  const workNotifier = new LocalWorkNotifier()
  const world = { waiting, room, woken: 0, looks: [] as number[], failures: 0 }
  const claims = new Claims({
    claims: {
      async claim(_owner, limit) {
        world.looks.push(limit)
        if (world.failures > 0) {
          world.failures -= 1
          throw new Error('the database is away')
        }
        const count = Math.min(limit, world.waiting)
        world.waiting -= count
        return Array.from({ length: count }, (_, n) => String(n))
      },
    },
    workNotifier,
    scheduler: time,
    log: silent,
    intervals: { workPollMs: LOOK_EVERY_MS },
    owner: 'me',
    enqueue() {
      world.woken += 1
      world.room -= 1
    },
    capacity: () => world.room,
  })
  return { claims, workNotifier, time, world }
}

/** Long enough for the looks that were asked for. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate)
}

describe('claims', () => {
  it('take all that is there at the start, batch after batch', async () => {
    const { claims, world } = open({ waiting: 250 })
    await claims.start()
    await settle()
    assert.deepEqual([world.woken, world.looks], [250, [100, 100, 100]])
    await claims.stop()
  })

  it('look again when the bell rings, and from time to time without', async () => {
    const { claims, workNotifier, time, world } = open()
    await claims.start()
    await settle()
    world.waiting = 1
    workNotifier.notify()
    await settle()
    assert.equal(world.woken, 1)
    world.waiting = 1
    time.pass(LOOK_EVERY_MS)
    await settle()
    assert.equal(world.woken, 2)
    await claims.stop()
  })

  it('take no more than there is room for, and the rest as soon as a batch fits', async () => {
    const { claims, world } = open({ waiting: 300, room: 130 })
    await claims.start()
    await settle()
    assert.deepEqual([world.woken, world.room], [130, 0])
    world.room = 99
    claims.pollIfShort()
    await settle()
    assert.equal(world.woken, 130, 'not for every single run that leaves')
    world.room = 100
    claims.pollIfShort()
    await settle()
    assert.equal(world.woken, 230)
    await claims.stop()
  })

  it('do not look again when a run leaves and nothing was left out', async () => {
    const { claims, world } = open({ waiting: 10 })
    await claims.start()
    await settle()
    const looks = world.looks.length
    claims.pollIfShort()
    await settle()
    assert.equal(world.looks.length, looks)
    await claims.stop()
  })

  it('bear a store that fails, and take nothing after the stop', async () => {
    const { claims, workNotifier, time, world } = open({ waiting: 1 })
    world.failures = 1
    await claims.start()
    await settle()
    assert.equal(world.woken, 0)
    time.pass(LOOK_EVERY_MS)
    await settle()
    assert.equal(world.woken, 1)
    await claims.stop()
    world.waiting = 1
    workNotifier.notify()
    claims.poll()
    time.pass(LOOK_EVERY_MS)
    await settle()
    assert.equal(world.woken, 1)
  })
})
