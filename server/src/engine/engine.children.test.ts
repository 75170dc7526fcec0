import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import type { JsonObject } from '#domain/index.ts'
import type { Engine } from './engine.ts'
import { EngineFixture } from './testing/engine-fixture.ts'
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
