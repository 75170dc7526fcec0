import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import type { JsonObject } from '#domain/index.ts'
import type { Checkpoint, NodeResult } from '#ports/index.ts'
import type { Engine } from './engine.ts'
import { edges, node, set } from './testing/definition.ts'
import { EngineFixture } from './testing/engine-fixture.ts'
import { neverAnswers, RecordingKind } from './testing/recording-kind.ts'

const failed: NodeResult = { ok: false, code: 'DOWN', message: 'The other side is down.' }

describe('a step that reaches out', () => {
  let home: EngineFixture
  let effect: RecordingKind
  beforeEach(async () => {
    home = await EngineFixture.open()
    effect = new RecordingKind()
  })
  afterEach(() => home.destroy())

  const startEngine = () => home.startEngine({ catalogue: home.catalogueWith(effect) })
  const messages = async (id: string) => (await home.logs(id)).map(({ message }) => message)

  /** Runs a drawing until its first call is under way. */
  async function runIntoCall(engine: Engine, nodes: readonly JsonObject[], paths: readonly string[] = []) {
    const called = new Promise<void>((resolve) => {
      effect.answer = () => {
        resolve()
        return neverAnswers()
      }
    })
    const accepted = await home.accept(engine, await home.createWorkflow({ nodes, edges: edges(...paths) }))
    await called
    return accepted.id
  }

  it('begins after everything before it, and that it begins, is durable', async () => {
    const written: Checkpoint[] = []
    const { journal } = home.store
    const engine = await home.startEngine({
      catalogue: home.catalogueWith(effect),
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
    const { output } = await home.run(engine, {
      nodes: [set('a', { x: 1 }), node('call', 'effect'), set('b', { after: '{{ previous.sent }}' })],
      edges: edges('a>call>b'),
    })
    assert.deepEqual(writtenBefore, ['a completed', 'call begun'])
    assert.deepEqual(output, { after: true })
    assert.equal(written.length, 2)
  })

  it('that was cut off by the end of its process is repeated with the same key, and a warning', async () => {
    const first = await startEngine()
    const id = await runIntoCall(first, [node('call', 'effect')])
    effect.answer = () => ({ ok: true, output: { second: true } })
    await startEngine()
    const { output } = await home.reaches(id, 'completed')
    assert.deepEqual(output, { second: true })
    assert.equal(effect.calls.length, 2)
    assert.equal(effect.calls[0]?.key, effect.calls[1]?.key)
    assert.deepEqual(
      effect.calls.map(({ attempt }) => attempt),
      [1, 2],
    )
    assert.match((await messages(id))[0] ?? '', /^Attempt 1 was cut off .* same Idempotency-Key\.$/)
  })

  it('that was cut off is not repeated where the node says `on_unknown: fail`', async () => {
    const first = await startEngine()
    const id = await runIntoCall(first, [node('call', 'effect', {}, { on_unknown: 'fail' })])
    await startEngine()
    const { error } = await home.reaches(id, 'failed')
    assert.equal(error?.code, 'UNKNOWN_OUTCOME')
    assert.equal(effect.calls.length, 1)
  })

  it('has a key of its own, in every item of a loop too', async () => {
    const engine = await startEngine()
    await home.run(engine, {
      nodes: [node('all', 'for_each', { items: [1, 2] }), node('call', 'effect'), node('other', 'effect')],
      edges: edges('all:each>call', 'all:done>other'),
    })
    assert.equal(effect.calls.length, 3)
    assert.equal(new Set(effect.calls.map(({ key }) => key)).size, 3)
  })

  it('is retried as its node asks, and the log tells each failure', async () => {
    const engine = await startEngine()
    effect.answer = ({ attempt }) => (attempt < 3 ? failed : { ok: true, output: { attempt } })
    const retry = { max_attempts: 3, initial_ms: 0, jitter: false }
    const { output, id } = await home.run(engine, { nodes: [node('call', 'effect', {}, { retry })] })
    assert.deepEqual(output, { attempt: 3 })
    assert.deepEqual((await messages(id)).slice(0, 2), [
      'Attempt 1 of 3 failed: The other side is down. The next one follows in 0 ms.',
      'Attempt 2 of 3 failed: The other side is down. The next one follows in 0 ms.',
    ])
    const record = (await home.steps(id)).find(({ status }) => status === 'completed')
    assert.equal(record !== undefined && 'attempts' in record && record.attempts, 3)
    assert.equal(new Set(effect.calls.map(({ key }) => key)).size, 1)
  })

  it('fails after the last attempt, and `on_error` decides then', async () => {
    const engine = await startEngine()
    effect.answer = () => failed
    const more = { retry: { max_attempts: 2, initial_ms: 0 }, on_error: 'branch' }
    const { output } = await home.run(engine, {
      nodes: [node('call', 'effect', {}, more), set('mended', { was: '{{ previous.error.code }}' })],
      edges: edges('call:error>mended'),
    })
    assert.deepEqual(output, { was: 'DOWN' })
    assert.equal(effect.calls.length, 2)
  })

  it('is not retried when another attempt would fail the same way', async () => {
    const engine = await startEngine()
    effect.answer = () => ({ ...failed, permanent: true })
    const { status } = await home.run(engine, {
      nodes: [node('call', 'effect', {}, { retry: { max_attempts: 5 } })],
    })
    assert.equal(status, 'failed')
    assert.equal(effect.calls.length, 1)
  })

  it('is parked during a long pause, and goes on when it is over, in another process too', async () => {
    const first = await startEngine()
    effect.answer = () => ({ ...failed, retryAfterMs: 600_000 })
    const retry = { max_attempts: 2, initial_ms: 10_000, jitter: false }
    const workflow = await home.createWorkflow({ nodes: [node('call', 'effect', {}, { retry })] })
    const accepted = await home.accept(first, workflow)
    await home.reaches(accepted.id, 'pending')
    await first.stop()
    effect.answer = () => ({ ok: true, output: { fine: true } })
    await startEngine()
    home.time.pass(599_000)
    await new Promise(setImmediate)
    assert.equal((await home.read(accepted.id)).status, 'pending')
    home.time.pass(1_000)
    const { output } = await home.reaches(accepted.id, 'completed')
    assert.deepEqual(output, { fine: true })
    assert.deepEqual(
      effect.calls.map(({ attempt }) => attempt),
      [1, 2],
    )
  })

  it('is given up after its time, and its signal tells the call', async () => {
    const engine = await startEngine()
    const id = await runIntoCall(engine, [node('call', 'effect', {}, { timeout_ms: 5_000 })])
    home.time.pass(4_999)
    await new Promise(setImmediate)
    assert.equal(effect.calls[0]?.signal.aborted, false)
    home.time.pass(1)
    const { error } = await home.reaches(id, 'failed')
    assert.deepEqual(error, { code: 'TIMED_OUT', message: 'It took longer than 5 s.', node_id: 'call' })
    assert.equal(effect.calls[0]?.signal.aborted, true)
  })

  it('is aborted when a step beside it fails the run', async () => {
    const engine = await startEngine()
    const id = await runIntoCall(
      engine,
      [
        node('call', 'effect'),
        node('soon', 'delay', { seconds: 0.5 }),
        node('bad', 'fail', { message: 'Stop.' }),
      ],
      ['soon>bad'],
    )
    home.time.pass(500)
    const { error } = await home.reaches(id, 'failed')
    assert.equal(error?.message, 'Stop.')
    assert.equal(effect.calls[0]?.signal.aborted, true)
    assert.ok((await messages(id)).includes('It was still under way when the run ended, and was aborted.'))
  })

  it('is aborted by cancelling the run: at once, for good, and nothing follows', async () => {
    const engine = await startEngine()
    const id = await runIntoCall(engine, [node('call', 'effect'), set('after', {})], ['call>after'])
    assert.equal(await home.cancel(engine, id), true)
    const { error, completedAt } = await home.read(id)
    assert.equal(error?.code, 'CANCELLED')
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
    assert.equal(effect.calls[0]?.signal.aborted, true)
    assert.equal(await home.cancel(engine, id), false)
    assert.equal((await home.read(id)).completedAt, completedAt)
    assert.deepEqual(
      (await home.steps(id)).map(({ nodeId, status }) => `${nodeId} ${status}`),
      ['call begun'],
    )
  })

  it('does not begin when the run is cancelled while that it begins is being written', async () => {
    const { journal } = home.store
    let id = ''
    const engine: Engine = await home.startEngine({
      catalogue: home.catalogueWith(effect),
      journal: {
        ...journal,
        async checkpoint(checkpoint) {
          const result = await journal.checkpoint(checkpoint)
          assert.equal(await home.cancel(engine, id), true)
          return result
        },
      },
    })
    const accepted = await home.accept(engine, await home.createWorkflow({ nodes: [node('call', 'effect')] }))
    id = accepted.id
    await home.reaches(id, 'failed')
    await engine.stop()
    assert.deepEqual(effect.calls, [])
  })

  it('is aborted when the run was active for too long', async () => {
    const engine = await startEngine()
    const id = await runIntoCall(
      engine,
      [
        node('start', 'start', { timeout_seconds: 10 }),
        node('call', 'effect', {}, { timeout_ms: 3_600_000 }),
      ],
      ['start>call'],
    )
    home.time.pass(10_000)
    const { error } = await home.reaches(id, 'failed')
    assert.deepEqual(error, {
      code: 'TIMED_OUT',
      message: 'The run was active for more than 10 s.',
      node_id: null,
    })
    assert.equal(effect.calls[0]?.signal.aborted, true)
  })

  it('runs beside others, sixteen at most', async () => {
    const engine = await startEngine()
    let atOnce = 0
    let most = 0
    effect.answer = async () => {
      atOnce += 1
      most = Math.max(most, atOnce)
      await new Promise(setImmediate)
      atOnce -= 1
      return { ok: true, output: null }
    }
    const ids = Array.from({ length: 40 }, (_, n) => `n${n}`)
    const { status } = await home.run(engine, {
      nodes: [node('start', 'start'), ...ids.map((id) => node(id, 'effect'))],
      edges: ids.flatMap((id) => edges(`start>${id}`)),
    })
    assert.equal(status, 'completed')
    assert.equal(effect.calls.length, 40)
    assert.equal(most, 16)
  })

  it('gets a moment to end when the service stops; what comes after goes to the next process', async () => {
    const first = await startEngine()
    let release: (() => void) | undefined
    const called = new Promise<void>((resolve) => {
      effect.answer = () =>
        new Promise((answer) => {
          release = () => answer({ ok: true, output: { by: 'first' } })
          resolve()
        })
    })
    const workflow = await home.createWorkflow({
      nodes: [node('a', 'effect'), node('b', 'effect')],
      edges: edges('a>b'),
    })
    const accepted = await home.accept(first, workflow)
    await called
    const stopping = first.stop()
    release?.()
    await stopping
    assert.equal(effect.calls.length, 1)
    effect.answer = () => ({ ok: true, output: { by: 'second' } })
    await startEngine()
    const { output } = await home.reaches(accepted.id, 'completed')
    assert.deepEqual(output, { by: 'second' })
    assert.equal(effect.calls.length, 2)
    assert.deepEqual(await messages(accepted.id), ['Completed: 2 nodes ran.'])
  })

  it('that outlasts a stop is aborted, and repeated by the next process', async () => {
    const first = await startEngine()
    const id = await runIntoCall(first, [node('call', 'effect')])
    const stopping = first.stop()
    await new Promise(setImmediate)
    home.time.pass(5_000)
    await stopping
    assert.equal(effect.calls[0]?.signal.aborted, true)
    effect.answer = () => ({ ok: true, output: { again: true } })
    await startEngine()
    assert.deepEqual((await home.reaches(id, 'completed')).output, { again: true })
  })
})
