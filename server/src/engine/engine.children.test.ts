import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import type { JsonObject } from '#domain/index.ts'
import type { Engine } from './engine.ts'
import { EngineFixture } from './testing/engine-fixture.ts'
import { neverAnswers, RecordingKind } from './testing/recording-kind.ts'
import { edges, node, set } from './testing/test-graph.ts'

describe('Sub-workflows', () => {
  let fixture: EngineFixture
  let engine: Engine
  beforeEach(async () => {
    fixture = await EngineFixture.open()
    engine = await fixture.startEngine()
  })
  afterEach(() => fixture.destroy())

  it('A parent receives the output of its sub-workflow', async () => {
    const child = await fixture.createWorkflow({ nodes: [set('a', { double: '{{ input.n * 2 }}' })] })
    const { output } = await fixture.run(engine, {
      nodes: [
        node('call', 'workflow', { workflow_id: child.id, input: { n: 21 } }),
        set('end', { got: '{{ previous.double }}' }),
      ],
      edges: edges('call>end'),
    })
    assert.deepEqual(output, { got: 42 })
  })

  it('A failed sub-workflow fails its step, and the step can be retried', async () => {
    const child = await fixture.createWorkflow({ nodes: [node('bad', 'fail', { message: 'No.' })] })
    const call = (more: JsonObject = {}) => node('call', 'workflow', { workflow_id: child.id }, more)
    const failed = await fixture.run(engine, { nodes: [call()] })
    assert.deepEqual(failed.error, {
      code: 'SUBWORKFLOW_FAILED',
      message: 'The sub-workflow failed: No.',
      node_id: 'call',
    })
    const retried = await fixture.run(engine, {
      nodes: [call({ retry: { max_attempts: 2, initial_ms: 0 } })],
    })
    assert.match((await fixture.logs(retried.id))[0]?.message ?? '', /^Attempt 1 of 2 failed/)
  })

  /** Starts a run that waits for a sub-workflow, which waits for an event that never arrives. */
  async function startWaiting(): Promise<{ id: string; childId: string }> {
    const child = await fixture.createWorkflow({
      nodes: [node('w', 'wait', { for: 'event', event: 'never' })],
    })
    const parent = await fixture.createWorkflow({
      nodes: [node('call', 'workflow', { workflow_id: child.id })],
    })
    const accepted = await fixture.accept(engine, parent)
    await fixture.waitForStatus(accepted.id, 'pending')
    return { id: accepted.id, childId: await childOf(accepted.id) }
  }

  async function childOf(id: string): Promise<string> {
    const [childId] = (await fixture.steps(id)).flatMap((step) => ('childId' in step ? [step.childId] : []))
    return childId ?? assert.fail('no sub-workflow was started')
  }

  it('A parent with `wait: false` does not wait for its sub-workflow', async () => {
    const child = await fixture.createWorkflow({
      nodes: [node('w', 'wait', { for: 'event', event: 'never' })],
    })
    const { status, output } = await fixture.run(engine, {
      nodes: [node('call', 'workflow', { workflow_id: child.id, wait: false })],
    })
    assert.equal(status, 'completed')
    await fixture.waitForStatus(output['execution_id'] as string, 'pending')
  })

  it('Cancelling a parent cancels its sub-workflow', async () => {
    const { id, childId } = await startWaiting()
    await fixture.waitForStatus(childId, 'pending')
    await fixture.cancel(engine, id)
    assert.equal((await fixture.read(childId)).error?.code, 'CANCELLED')
  })

  it('A parent that ends cancels a sub-workflow for which it stopped waiting long before', async () => {
    const child = await fixture.createWorkflow({
      nodes: [node('w', 'wait', { for: 'event', event: 'never' })],
    })
    const call = { timeout_ms: 2_000, on_error: 'continue' }
    const parent = await fixture.createWorkflow({
      nodes: [
        node('call', 'workflow', { workflow_id: child.id }, call),
        node('wait', 'wait', { for: 'event', event: 'go' }),
      ],
      edges: edges('call>wait'),
    })
    const accepted = await fixture.accept(engine, parent)
    const { id } = accepted
    await fixture.waitForStatus(id, 'pending')
    fixture.time.advance(2_000)
    const childId = await childOf(id)
    // The parent is parked again: when it resumes, it knows of the sub-workflow from the journal alone.
    while (!(await fixture.steps(id)).some(({ nodeId }) => nodeId === 'wait')) await new Promise(setImmediate)
    await fixture.waitForStatus(id, 'pending')
    assert.equal((await fixture.read(childId)).status, 'pending')
    await fixture.signal(engine, id, { event: 'go', data: {}, waitId: null })
    await fixture.waitForStatus(id, 'completed')
    assert.equal((await fixture.read(childId)).error?.code, 'CANCELLED')
  })

  it('A cancelled sub-workflow fails its parent', async () => {
    const { id, childId } = await startWaiting()
    await fixture.cancel(engine, childId)
    assert.equal((await fixture.waitForStatus(id, 'failed')).error?.code, 'SUBWORKFLOW_FAILED')
  })

  it('A parent continues after its sub-workflow while another of its steps is active', async () => {
    const child = await fixture.createWorkflow({
      nodes: [node('w', 'wait', { for: 'event', event: 'go' })],
    })
    const effect = new RecordingKind()
    effect.answer = neverAnswers
    const runner = await fixture.startEngine({ catalogue: fixture.catalogueWith(effect) })
    const call = node('call', 'workflow', { workflow_id: child.id }, { on_error: 'continue' })
    const parent = await fixture.createWorkflow({
      nodes: [node('start', 'start'), node('slow', 'effect'), call, node('after', 'effect')],
      edges: edges('start>slow', 'start>call>after'),
    })
    const untilCalled = async (count: number) => {
      while (effect.calls.length < count) await new Promise(setImmediate)
    }
    const ends = [
      (childId: string) => fixture.signal(runner, childId, { event: 'go', data: {}, waitId: null }),
      (childId: string) => fixture.cancel(runner, childId),
    ]
    for (const end of ends) {
      const calls = effect.calls.length
      const { id } = await fixture.accept(runner, parent)
      await untilCalled(calls + 1)
      while (!(await fixture.steps(id)).some((step) => 'childId' in step)) await new Promise(setImmediate)
      const childId = await childOf(id)
      await fixture.waitForStatus(childId, 'pending')
      await end(childId)
      await untilCalled(calls + 2)
    }
  })

  it('A loop fails once when the sub-workflows of several items fail at the same time', async () => {
    const child = await fixture.createWorkflow({
      nodes: [node('w', 'wait', { for: 'event', event: 'never' })],
    })
    const parent = await fixture.createWorkflow({
      nodes: [
        node('all', 'for_each', { items: [1, 2], concurrency: 2 }),
        node('call', 'workflow', { workflow_id: child.id }),
        // So short that the run stays in memory, where it learns of both at once.
        node('pause', 'delay', { seconds: 0.5 }),
      ],
      edges: edges('all:each>call', 'all:each>pause'),
    })
    const { id } = await fixture.accept(engine, parent)
    let waits: string[] = []
    while (waits.length < 2) {
      waits = (await fixture.steps(id)).flatMap((step) => ('childId' in step ? [step.waitId] : []))
      await new Promise(setImmediate)
    }
    const data = { status: 'failed', output: {}, error: { code: 'BAD', message: 'No.', node_id: null } }
    await fixture.store.write(async (tx) => {
      for (const waitId of waits) await engine.signal(tx, id, { event: null, waitId, data })
    })
    await fixture.waitForStatus(id, 'failed')
    const results = (await fixture.steps(id)).filter(({ status }) => status === 'failed')
    assert.deepEqual(
      results.map(({ nodeId }) => nodeId),
      ['call', 'all'],
    )
  })

  it('A stopping process leaves an attempt whose time comes meanwhile to the next process', async () => {
    const child = await fixture.createWorkflow({ nodes: [node('bad', 'fail', { message: 'No.' })] })
    const retry = { max_attempts: 2, initial_ms: 1_000, factor: 1 }
    const parent = await fixture.createWorkflow({
      nodes: [
        node('start', 'start'),
        node('call', 'workflow', { workflow_id: child.id }, { retry }),
        node('slow', 'effect'),
      ],
      edges: edges('start>call', 'start>slow'),
    })
    const effect = new RecordingKind()
    effect.answer = neverAnswers
    const catalogue = fixture.catalogueWith(effect)
    await fixture.stop(engine)
    const { journal } = fixture.store
    const hasFailed = Promise.withResolvers<void>()
    const first = await fixture.startEngine({
      catalogue,
      journal: {
        ...journal,
        async signals(id) {
          const found = await journal.signals(id)
          if (found.signals.length > 0) hasFailed.resolve()
          return found
        },
      },
    })
    const { id } = await fixture.accept(first, parent)
    await hasFailed.promise
    await new Promise(setImmediate)
    await fixture.stop(first)
    const startedChildren = async () => (await fixture.steps(id)).filter((step) => 'childId' in step).length
    assert.equal(await startedChildren(), 1)
    effect.answer = () => ({ ok: true, output: null })
    await fixture.startEngine({ catalogue })
    await fixture.waitForStatus(id, 'failed')
    assert.equal(await startedChildren(), 2)
  })

  it('A step fails when its sub-workflow does not exist', async () => {
    const { error } = await fixture.run(engine, {
      nodes: [node('call', 'workflow', { workflow_id: fixture.ids.next(0) })],
    })
    assert.equal(error?.code, 'WORKFLOW_NOT_FOUND')
  })

  it('Sub-workflows can be nested at most ten levels deep', async () => {
    const { error } = await fixture.run(engine, {
      nodes: [node('call', 'workflow', { workflow_id: '{{ execution.workflow_id }}' })],
    })
    assert.equal(error?.code, 'SUBWORKFLOW_FAILED')
    assert.match(error.message, /more than 10 levels deep/)
  })
})
