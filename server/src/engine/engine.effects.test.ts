import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import type { JsonObject } from '#domain/index.ts'
import type { Checkpoint, NodeResult } from '#ports/index.ts'
import type { Engine } from './engine.ts'
import { EngineFixture } from './testing/engine-fixture.ts'
import { edges, node, set } from './testing/test-graph.ts'
import { neverAnswers, RecordingKind } from './testing/recording-kind.ts'

const failed: NodeResult = { ok: false, code: 'DOWN', message: 'The other side is down.' }

describe('Steps with effects', () => {
  let fixture: EngineFixture
  let effect: RecordingKind
  beforeEach(async () => {
    fixture = await EngineFixture.open()
    effect = new RecordingKind()
  })
  afterEach(() => fixture.destroy())

  const startEngine = () => fixture.startEngine({ catalogue: fixture.catalogueWith(effect) })
  const messages = async (id: string) => (await fixture.logs(id)).map(({ message }) => message)

  /** Runs a graph until its first call has started. */
  async function runUntilCalled(engine: Engine, nodes: readonly JsonObject[], paths: readonly string[] = []) {
    const called = new Promise<void>((resolve) => {
      effect.answer = () => {
        resolve()
        return neverAnswers()
      }
    })
    const accepted = await fixture.accept(
      engine,
      await fixture.createWorkflow({ nodes, edges: edges(...paths) }),
    )
    await called
    return accepted.id
  }

  it('A step with an effect starts only after its start and the steps before it are durable', async () => {
    const written: Checkpoint[] = []
    const { journal } = fixture.store
    const engine = await fixture.startEngine({
      catalogue: fixture.catalogueWith(effect),
      journal: {
        ...journal,
        async checkpoint(checkpoint) {
          const result = await journal.checkpoint(checkpoint)
          written.push(checkpoint)
          return result
        },
      },
    })
    let writtenBefore: string[] = []
    effect.answer = () => {
      writtenBefore = written.flatMap(({ steps }) => steps.map((step) => `${step.nodeId} ${step.status}`))
      return { ok: true, output: { sent: true } }
    }
    const { output } = await fixture.run(engine, {
      nodes: [set('a', { x: 1 }), node('call', 'effect'), set('b', { after: '{{ previous.sent }}' })],
      edges: edges('a>call>b'),
    })
    assert.deepEqual(writtenBefore, ['a completed', 'call begun'])
    assert.deepEqual(output, { after: true })
    assert.equal(written.length, 2)
  })

  it('An attempt that the end of its process interrupted is retried with the same idempotency key and a warning', async () => {
    const first = await startEngine()
    const id = await runUntilCalled(first, [node('call', 'effect')])
    effect.answer = () => ({ ok: true, output: { second: true } })
    await startEngine()
    const { output } = await fixture.waitForStatus(id, 'completed')
    assert.deepEqual(output, { second: true })
    assert.equal(effect.calls.length, 2)
    assert.equal(effect.calls[0]?.key, effect.calls[1]?.key)
    assert.deepEqual(
      effect.calls.map(({ attempt }) => attempt),
      [1, 2],
    )
    assert.match((await messages(id))[0] ?? '', /^Attempt 1 was interrupted .* same Idempotency-Key\.$/)
  })

  it('An interrupted attempt is not retried when the node has `on_unknown: "fail"`', async () => {
    const first = await startEngine()
    const id = await runUntilCalled(first, [node('call', 'effect', {}, { on_unknown: 'fail' })])
    await startEngine()
    const { error } = await fixture.waitForStatus(id, 'failed')
    assert.equal(error?.code, 'UNKNOWN_OUTCOME')
    assert.equal(effect.calls.length, 1)
  })

  it('Every step has its own idempotency key, also in each item of a loop', async () => {
    const engine = await startEngine()
    await fixture.run(engine, {
      nodes: [node('all', 'for_each', { items: [1, 2] }), node('call', 'effect'), node('other', 'effect')],
      edges: edges('all:each>call', 'all:done>other'),
    })
    assert.equal(effect.calls.length, 3)
    assert.equal(new Set(effect.calls.map(({ key }) => key)).size, 3)
  })

  it('A failed attempt is retried as the node asks, and each failure is logged', async () => {
    const engine = await startEngine()
    effect.answer = ({ attempt }) => (attempt < 3 ? failed : { ok: true, output: { attempt } })
    const retry = { max_attempts: 3, initial_ms: 0, jitter: false }
    const { output, id } = await fixture.run(engine, { nodes: [node('call', 'effect', {}, { retry })] })
    assert.deepEqual(output, { attempt: 3 })
    assert.deepEqual((await messages(id)).slice(0, 2), [
      'Attempt 1 of 3 failed: The other side is down. The next attempt starts in 0 ms.',
      'Attempt 2 of 3 failed: The other side is down. The next attempt starts in 0 ms.',
    ])
    const record = (await fixture.steps(id)).find(({ status }) => status === 'completed')
    assert.equal(record !== undefined && 'attempts' in record && record.attempts, 3)
    assert.equal(new Set(effect.calls.map(({ key }) => key)).size, 1)
  })

  it('A step fails after its last attempt, and `on_error` decides what follows', async () => {
    const engine = await startEngine()
    effect.answer = () => failed
    const more = { retry: { max_attempts: 2, initial_ms: 0 }, on_error: 'branch' }
    const { output } = await fixture.run(engine, {
      nodes: [node('call', 'effect', {}, more), set('handled', { was: '{{ previous.error.code }}' })],
      edges: edges('call:error>handled'),
    })
    assert.deepEqual(output, { was: 'DOWN' })
    assert.equal(effect.calls.length, 2)
  })

  it('A step is not retried after a permanent failure', async () => {
    const engine = await startEngine()
    effect.answer = () => ({ ...failed, permanent: true })
    const { status } = await fixture.run(engine, {
      nodes: [node('call', 'effect', {}, { retry: { max_attempts: 5 } })],
    })
    assert.equal(status, 'failed')
    assert.equal(effect.calls.length, 1)
  })

  it('An execution is parked during a long retry delay and can continue in another process', async () => {
    const first = await startEngine()
    effect.answer = () => ({ ...failed, retryAfterMs: 600_000 })
    const retry = { max_attempts: 2, initial_ms: 10_000, jitter: false }
    const workflow = await fixture.createWorkflow({ nodes: [node('call', 'effect', {}, { retry })] })
    const accepted = await fixture.accept(first, workflow)
    await fixture.waitForStatus(accepted.id, 'pending')
    await first.stop()
    effect.answer = () => ({ ok: true, output: { fine: true } })
    await startEngine()
    fixture.time.advance(599_000)
    await new Promise(setImmediate)
    assert.equal((await fixture.read(accepted.id)).status, 'pending')
    fixture.time.advance(1_000)
    const { output } = await fixture.waitForStatus(accepted.id, 'completed')
    assert.deepEqual(output, { fine: true })
    assert.deepEqual(
      effect.calls.map(({ attempt }) => attempt),
      [1, 2],
    )
  })

  it('An attempt fails after its timeout, and its signal is aborted', async () => {
    const engine = await startEngine()
    const id = await runUntilCalled(engine, [node('call', 'effect', {}, { timeout_ms: 5_000 })])
    fixture.time.advance(4_999)
    await new Promise(setImmediate)
    assert.equal(effect.calls[0]?.signal.aborted, false)
    fixture.time.advance(1)
    const { error } = await fixture.waitForStatus(id, 'failed')
    assert.deepEqual(error, {
      code: 'TIMED_OUT',
      message:
        'Node "call" took longer than 5 s, the time limit of one attempt. Set `timeout_ms` on the node to allow more time.',
      node_id: 'call',
    })
    assert.equal(effect.calls[0]?.signal.aborted, true)
  })

  it('A step is aborted when a concurrent step fails the run', async () => {
    const engine = await startEngine()
    const id = await runUntilCalled(
      engine,
      [
        node('call', 'effect'),
        node('soon', 'delay', { seconds: 0.5 }),
        node('bad', 'fail', { message: 'Stop.' }),
      ],
      ['soon>bad'],
    )
    fixture.time.advance(500)
    const { error } = await fixture.waitForStatus(id, 'failed')
    assert.equal(error?.message, 'Stop.')
    assert.equal(effect.calls[0]?.signal.aborted, true)
    assert.ok((await messages(id)).includes('The step was aborted because the run ended.'))
  })

  it('Cancelling an execution immediately aborts its step, and nothing follows', async () => {
    const engine = await startEngine()
    const id = await runUntilCalled(engine, [node('call', 'effect'), set('after', {})], ['call>after'])
    assert.equal(await fixture.cancel(engine, id), true)
    const { error, completedAt } = await fixture.read(id)
    assert.equal(error?.code, 'CANCELLED')
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
    assert.equal(effect.calls[0]?.signal.aborted, true)
    assert.equal(await fixture.cancel(engine, id), false)
    assert.equal((await fixture.read(id)).completedAt, completedAt)
    assert.deepEqual(
      (await fixture.steps(id)).map(({ nodeId, status }) => `${nodeId} ${status}`),
      ['call begun'],
    )
  })

  it('A step does not start when the execution is cancelled while its start is being written', async () => {
    const { journal } = fixture.store
    let id = ''
    const engine: Engine = await fixture.startEngine({
      catalogue: fixture.catalogueWith(effect),
      journal: {
        ...journal,
        async checkpoint(checkpoint) {
          const result = await journal.checkpoint(checkpoint)
          assert.equal(await fixture.cancel(engine, id), true)
          return result
        },
      },
    })
    const accepted = await fixture.accept(
      engine,
      await fixture.createWorkflow({ nodes: [node('call', 'effect')] }),
    )
    id = accepted.id
    await fixture.waitForStatus(id, 'failed')
    await engine.stop()
    assert.deepEqual(effect.calls, [])
  })

  it('A step is aborted when the run exceeds its active time', async () => {
    const engine = await startEngine()
    const id = await runUntilCalled(
      engine,
      [
        node('start', 'start', { timeout_seconds: 10 }),
        node('call', 'effect', {}, { timeout_ms: 3_600_000 }),
      ],
      ['start>call'],
    )
    fixture.time.advance(10_000)
    const { error } = await fixture.waitForStatus(id, 'failed')
    assert.deepEqual(error, {
      code: 'TIMED_OUT',
      message: 'The run was active for more than 10 s.',
      node_id: null,
    })
    const logs = await fixture.logs(id)
    assert.deepEqual(
      logs.map(({ level, message, node_id }) => ({ level, message, node_id })),
      [
        { level: 'error', message: error.message, node_id: 'call' },
        { level: 'warn', message: 'The step was aborted because the run ended.', node_id: 'call' },
      ],
    )
    assert.equal(effect.calls[0]?.signal.aborted, true)
  })

  it('A run has at most 16 concurrent steps', async () => {
    const engine = await startEngine()
    let active = 0
    let most = 0
    effect.answer = async () => {
      active += 1
      most = Math.max(most, active)
      await new Promise(setImmediate)
      active -= 1
      return { ok: true, output: null }
    }
    const ids = Array.from({ length: 40 }, (_, n) => `n${n}`)
    const { status } = await fixture.run(engine, {
      nodes: [node('start', 'start'), ...ids.map((id) => node(id, 'effect'))],
      edges: ids.flatMap((id) => edges(`start>${id}`)),
    })
    assert.equal(status, 'completed')
    assert.equal(effect.calls.length, 40)
    assert.equal(most, 16)
  })

  it('A stopping engine lets a step finish and leaves the next step to another process', async () => {
    const first = await startEngine()
    let release: (() => void) | undefined
    const called = new Promise<void>((resolve) => {
      effect.answer = () =>
        new Promise((answer) => {
          release = () => answer({ ok: true, output: { by: 'first' } })
          resolve()
        })
    })
    const workflow = await fixture.createWorkflow({
      nodes: [node('a', 'effect'), node('b', 'effect')],
      edges: edges('a>b'),
    })
    const accepted = await fixture.accept(first, workflow)
    await called
    const stopping = first.stop()
    release?.()
    await stopping
    assert.equal(effect.calls.length, 1)
    effect.answer = () => ({ ok: true, output: { by: 'second' } })
    await startEngine()
    const { output } = await fixture.waitForStatus(accepted.id, 'completed')
    assert.deepEqual(output, { by: 'second' })
    assert.equal(effect.calls.length, 2)
    assert.deepEqual(await messages(accepted.id), ['Completed: 2 nodes ran.'])
  })

  it('A step that outlasts the stop of its engine is aborted and retried by the next process', async () => {
    const first = await startEngine()
    const id = await runUntilCalled(first, [node('call', 'effect')])
    const stopping = first.stop()
    await new Promise(setImmediate)
    fixture.time.advance(5_000)
    await stopping
    assert.equal(effect.calls[0]?.signal.aborted, true)
    effect.answer = () => ({ ok: true, output: { again: true } })
    await startEngine()
    assert.deepEqual((await fixture.waitForStatus(id, 'completed')).output, { again: true })
  })
})
