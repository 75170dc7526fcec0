import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import type { JsonObject } from '#domain/index.ts'
import type { Engine } from './engine.ts'
import { edges, node, set } from './testing/definition.ts'
import { EngineFixture } from './testing/engine-fixture.ts'

describe('an execution that runs another workflow', () => {
  let home: EngineFixture
  let engine: Engine
  beforeEach(async () => {
    home = await EngineFixture.open()
    engine = await home.startEngine()
  })
  afterEach(() => home.destroy())

  it('gets its output', async () => {
    const child = await home.createWorkflow({ nodes: [set('a', { double: '{{ input.n * 2 }}' })] })
    const { output } = await home.run(engine, {
      nodes: [
        node('call', 'workflow', { workflow_id: child.id, input: { n: 21 } }),
        set('end', { got: '{{ previous.double }}' }),
      ],
      edges: edges('call>end'),
    })
    assert.deepEqual(output, { got: 42 })
  })

  it('fails with it, and can catch and retry that', async () => {
    const child = await home.createWorkflow({ nodes: [node('bad', 'fail', { message: 'No.' })] })
    const call = (more: JsonObject = {}) => node('call', 'workflow', { workflow_id: child.id }, more)
    const failed = await home.run(engine, { nodes: [call()] })
    assert.deepEqual(failed.error, {
      code: 'SUBWORKFLOW_FAILED',
      message: 'The sub-workflow failed: No.',
      node_id: 'call',
    })
    const retried = await home.run(engine, { nodes: [call({ retry: { max_attempts: 2, initial_ms: 0 } })] })
    assert.match((await home.logs(retried.id))[0]?.message ?? '', /^Attempt 1 of 2 failed/)
  })

  /** A run that waits for a sub-workflow, which waits for ever. */
  async function startWaiting(): Promise<{ id: string; childId: string }> {
    const child = await home.createWorkflow({ nodes: [node('w', 'wait', { for: 'event', event: 'never' })] })
    const parent = await home.createWorkflow({ nodes: [node('call', 'workflow', { workflow_id: child.id })] })
    const accepted = await home.accept(engine, parent)
    await home.reaches(accepted.id, 'pending')
    return { id: accepted.id, childId: await childOf(accepted.id) }
  }

  async function childOf(id: string): Promise<string> {
    const [childId] = (await home.steps(id)).flatMap((step) => ('childId' in step ? [step.childId] : []))
    return childId ?? assert.fail('no sub-workflow')
  }

  it('does not wait where it is told not to', async () => {
    const child = await home.createWorkflow({ nodes: [node('w', 'wait', { for: 'event', event: 'never' })] })
    const { status, output } = await home.run(engine, {
      nodes: [node('call', 'workflow', { workflow_id: child.id, wait: false })],
    })
    assert.equal(status, 'completed')
    await home.reaches(output['execution_id'] as string, 'pending')
  })

  it('takes it along when it is cancelled', async () => {
    const { id, childId } = await startWaiting()
    await home.reaches(childId, 'pending')
    await home.cancel(engine, id)
    assert.equal((await home.read(childId)).error?.code, 'CANCELLED')
  })

  it('takes it along at its end when it has stopped waiting for it long before', async () => {
    const child = await home.createWorkflow({ nodes: [node('w', 'wait', { for: 'event', event: 'never' })] })
    const call = { timeout_ms: 2_000, on_error: 'continue' }
    const parent = await home.createWorkflow({
      nodes: [
        node('call', 'workflow', { workflow_id: child.id }, call),
        node('wait', 'wait', { for: 'event', event: 'go' }),
      ],
      edges: edges('call>wait'),
    })
    const accepted = await home.accept(engine, parent)
    const { id } = accepted
    await home.reaches(id, 'pending')
    home.time.pass(2_000)
    const childId = await childOf(id)
    // Parked again, and taken up by a process that knows of the sub-workflow from the journal alone.
    while (!(await home.steps(id)).some(({ nodeId }) => nodeId === 'wait')) await new Promise(setImmediate)
    await home.reaches(id, 'pending')
    assert.equal((await home.read(childId)).status, 'pending')
    await home.signal(engine, id, { event: 'go', data: {}, waitId: null })
    await home.reaches(id, 'completed')
    assert.equal((await home.read(childId)).error?.code, 'CANCELLED')
  })

  it('hears of it when that one is cancelled', async () => {
    const { id, childId } = await startWaiting()
    await home.cancel(engine, childId)
    assert.equal((await home.reaches(id, 'failed')).error?.code, 'SUBWORKFLOW_FAILED')
  })

  it('may not be another account’s, or gone, and says so', async () => {
    const { error } = await home.run(engine, {
      nodes: [node('call', 'workflow', { workflow_id: home.ids.next(0) })],
    })
    assert.equal(error?.code, 'WORKFLOW_NOT_FOUND')
  })

  it('goes ten levels deep, and no deeper', async () => {
    const { error } = await home.run(engine, {
      nodes: [node('call', 'workflow', { workflow_id: '{{ execution.workflow_id }}' })],
    })
    assert.equal(error?.code, 'SUBWORKFLOW_FAILED')
    assert.match(error.message, /more than 10 levels deep/)
  })
})
