import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import type { Engine } from './engine.ts'
import { EngineFixture } from './testing/engine-fixture.ts'
import type { TestGraph } from './testing/test-graph.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const NAMED_TIME = '2026-02-01T00:00:00.000Z'

const delay = (data: object): TestGraph => ({ nodes: [{ id: 'a', type: 'delay', data: { ...data } }] })
const waiting = (timeoutSeconds: number): TestGraph => ({
  nodes: [
    { id: 'a', type: 'wait', data: { for: 'event', event: 'go', timeout_seconds: timeoutSeconds } },
    { id: 'late', type: 'log', data: { message: 'late' } },
  ],
  edges: [{ source: 'a', target: 'late', sourceHandle: 'timeout' }],
})

describe('A clock that was ahead by two hours and is set back', () => {
  let fixture: EngineFixture
  let engine: Engine
  beforeEach(async () => {
    fixture = await EngineFixture.open()
    engine = await fixture.startEngine()
  })
  afterEach(() => fixture.destroy())

  async function park(graph: TestGraph): Promise<string> {
    const { id } = await fixture.accept(engine, await fixture.createWorkflow(graph))
    await fixture.waitForStatus(id, 'pending')
    return id
  }

  /** The ends of the wait that the journal has, one after the other. */
  async function endsOf(id: string): Promise<(number | null)[]> {
    return (await fixture.steps(id)).flatMap((entry) =>
      entry.status === 'waiting' ? [entry.until] : entry.status === 'retrying' ? [entry.resumeAt] : [],
    )
  }

  /** Resolves when the wait has been moved. */
  async function untilMoved(id: string): Promise<void> {
    for (let turn = 0; turn < 2_000; turn += 1) {
      if ((await endsOf(id)).length > 1) {
        await fixture.waitForStatus(id, 'pending')
        return
      }
      await new Promise(setImmediate)
    }
    assert.fail('the wait was not moved')
  }

  /** Enough turns for whatever follows to be read and written. */
  async function settle(): Promise<void> {
    for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate)
  }

  it('A delay ends by the corrected clock, not earlier and not later', async () => {
    const begunAt = fixture.time.now()
    const id = await park(delay({ seconds: 600 }))
    fixture.time.advance(MINUTE_MS)
    fixture.time.moveClock(-2 * HOUR_MS)
    fixture.time.advance(1_000)
    await untilMoved(id)
    // The clock is looked at every second: what elapsed since the last look is not part of the correction.
    const [until, corrected] = await endsOf(id)
    assert.equal(until, begunAt + 10 * MINUTE_MS)
    assert.equal(corrected, begunAt + 10 * MINUTE_MS - 2 * HOUR_MS + 1_000)
    assert.deepEqual(engine.clockCorrection, {
      at: begunAt + MINUTE_MS - 2 * HOUR_MS + 1_000,
      ms: 2 * HOUR_MS - 1_000,
    })
    fixture.time.advance(9 * MINUTE_MS - 1_000)
    await settle()
    assert.equal((await fixture.read(id)).status, 'pending')
    fixture.time.advance(1_000)
    await fixture.waitForStatus(id, 'completed')
  })

  it('A delay until a point in time is not moved', async () => {
    const id = await park(delay({ until: NAMED_TIME }))
    fixture.time.moveClock(-2 * HOUR_MS)
    fixture.time.advance(1_000)
    await settle()
    assert.notEqual(engine.clockCorrection, undefined)
    assert.deepEqual(await endsOf(id), [Date.parse(NAMED_TIME)])
    fixture.time.advance(Date.parse(NAMED_TIME) - fixture.time.now())
    await fixture.waitForStatus(id, 'completed')
  })

  it('The delay before another attempt is moved, and the attempt is not counted twice', async () => {
    const id = await park({
      nodes: [
        {
          id: 'a',
          type: 'http',
          data: { url: 'http://127.0.0.1:1/' },
          retry: { max_attempts: 2, initial_ms: 600_000, jitter: 0 },
        },
      ],
    })
    fixture.time.moveClock(-2 * HOUR_MS)
    fixture.time.advance(1_000)
    await untilMoved(id)
    fixture.time.advance(10 * MINUTE_MS)
    await fixture.waitForStatus(id, 'failed')
    const attempts = (await fixture.steps(id)).map((entry) =>
      'attempt' in entry ? entry.attempt : entry.status,
    )
    assert.deepEqual(attempts, [1, 1, 1, 2, 'failed'])
  })

  it('A timeout is moved, and an event in time is taken', async () => {
    const [answered, expired] = [await park(waiting(600)), await park(waiting(600))]
    fixture.time.moveClock(-2 * HOUR_MS)
    fixture.time.advance(1_000)
    await untilMoved(answered)
    await untilMoved(expired)
    fixture.time.advance(5 * MINUTE_MS)
    await fixture.signal(engine, answered, { event: 'go', data: { ok: true }, waitId: null })
    await fixture.waitForStatus(answered, 'completed')
    fixture.time.advance(5 * MINUTE_MS)
    await fixture.waitForStatus(expired, 'completed')
    assert.deepEqual((await fixture.read(answered)).output, { ok: true })
    assert.equal(
      (await fixture.steps(expired)).some(({ nodeId }) => nodeId === 'late'),
      true,
    )
  })

  it('The next process follows a correction that happened while none ran', async () => {
    const begunAt = fixture.time.now()
    const id = await park(delay({ seconds: 600 }))
    await fixture.stop(engine)
    fixture.time.moveClock(begunAt - 2 * HOUR_MS - fixture.time.now())
    engine = await fixture.startEngine()
    await untilMoved(id)
    assert.deepEqual(await endsOf(id), [begunAt + 10 * MINUTE_MS, begunAt + 10 * MINUTE_MS - 2 * HOUR_MS])
    assert.deepEqual(fixture.loggedProblems, ['the clock was ahead, waits follow the corrected clock'])
  })

  it('A wait that began by the right clock is not moved', async () => {
    const begunAt = fixture.time.now()
    const id = await park(delay({ seconds: 3 * 3_600 }))
    fixture.time.moveClock(2 * HOUR_MS)
    fixture.time.advance(1_000)
    fixture.time.moveClock(-2 * HOUR_MS)
    fixture.time.advance(1_000)
    await settle()
    assert.notEqual(engine.clockCorrection, undefined)
    assert.deepEqual(await endsOf(id), [begunAt + 3 * HOUR_MS])
  })

  it('A clock that is set forward ends the waits whose time it shows', async () => {
    const id = await park(delay({ seconds: 3_600 }))
    fixture.time.moveClock(2 * HOUR_MS)
    fixture.time.advance(1_000)
    await fixture.waitForStatus(id, 'completed')
    assert.equal(engine.clockCorrection, undefined)
  })

  it('A clock that falls behind that of the database moves nothing', async () => {
    await fixture.stop(engine)
    const startedAt = fixture.time.now()
    engine = await fixture.startEngine({ alone: false, databaseTime: async () => startedAt })
    const id = await park(delay({ seconds: 600 }))
    fixture.time.moveClock(-2 * HOUR_MS)
    fixture.time.advance(1_000)
    await settle()
    assert.equal((await endsOf(id)).length, 1)
    assert.equal(engine.clockCorrection, undefined)
    assert.deepEqual(fixture.loggedProblems, [
      'the clock was set back and is now behind that of the database',
    ])
  })
})
