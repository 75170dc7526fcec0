import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import Type from 'typebox'
import type { JsonObject, Workflow } from '#domain/index.ts'
import type { ExecutionIntake, NodeKind, NodeResult } from '#ports/index.ts'
import type { Engine } from './engine.ts'
import type { Accepted } from './worker/acceptance.ts'
import { EngineFixture } from './testing/engine-fixture.ts'
import type { TestGraph } from './testing/test-graph.ts'

const never = new AbortController().signal

const CODE: TestGraph = {
  nodes: [{ id: 'a', type: 'code', data: { code: 'console.log("counted"); return { n: input.n + 1 }' } }],
}

/** A node kind whose attempts the test ends. */
function heldKind(hasEffect: boolean) {
  const attempts: { readonly executionId: string; end(result?: NodeResult): void }[] = []
  const kind: NodeKind = {
    type: 'held',
    title: 'Held',
    summary: 'Ends when the test says so.',
    family: 'action',
    icon: 'box',
    keywords: [],
    line: '',
    parameters: Type.Object({}),
    handles: ['main'],
    hasEffect,
    run: ({ executionId }) =>
      new Promise((resolve) => {
        attempts.push({
          executionId,
          end: (result = { ok: true, output: { done: true } }) => resolve(result),
        })
      }),
  }
  return { kind, attempts }
}

const HELD: TestGraph = {
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'held', type: 'held', data: {} },
  ],
  edges: [{ source: 'start', target: 'held' }],
}

describe('Early runs', () => {
  let fixture: EngineFixture
  let engine: Engine
  before(async () => {
    fixture = await EngineFixture.open()
    engine = await fixture.startEngine()
  })
  after(() => fixture.destroy())

  async function acceptAwaited(
    runner: Engine,
    { id: workflowId, accountId: account }: Workflow,
    input: JsonObject = {},
  ): Promise<Accepted> {
    const request = { account, workflowId, input, isAwaited: true }
    return (await runner.accept(request)) ?? assert.fail('not accepted')
  }

  /** The first run of a workflow starts after it is stored, because its version is not known yet. */
  async function knownWorkflow(runner: Engine, graph: TestGraph, input: JsonObject = {}): Promise<Workflow> {
    const workflow = await fixture.createWorkflow(graph)
    const { id } = await fixture.accept(runner, workflow, input)
    await runner.watch.untilEnd(fixture.account, id, 60_000, never)
    return workflow
  }

  async function turns(count = 20): Promise<void> {
    for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate)
  }

  async function until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) await new Promise(setImmediate)
  }

  it('An awaited run of pure nodes is stored together with its end, and reported as it is stored', async () => {
    const workflow = await knownWorkflow(engine, CODE, { n: 1 })
    const { id, isEnded, ended } = await acceptAwaited(engine, workflow, { n: 2 })
    assert.equal(isEnded, true)
    const { retryOf, ...stored } = await fixture.read(id)
    const { logs, ...reported } = ended ?? assert.fail('no end')
    assert.equal(retryOf, null)
    assert.deepEqual(reported, stored)
    assert.deepEqual(logs, await fixture.logs(id))
    assert.deepEqual(stored.output, { n: 3 })
    assert.ok(logs.some(({ message }) => message === 'counted'))
    const journal = await fixture.store.executions.journal(fixture.account, id, -1)
    assert.equal(journal.length, 1)
  })

  it('An awaited run that takes longer is stored while it runs', async () => {
    const { kind, attempts } = heldKind(false)
    const runner = await fixture.startEngine({ alone: false, catalogue: fixture.catalogueWith(kind) })
    const workflow = await fixture.createWorkflow(HELD)
    await fixture.accept(runner, workflow)
    await until(() => attempts.length === 1)
    attempts[0]?.end()

    const accepting = acceptAwaited(runner, workflow)
    await until(() => attempts.length === 2)
    const { executionId = '' } = attempts[1] ?? {}
    await turns()
    assert.equal(await fixture.store.executions.find(fixture.account, executionId), undefined)
    fixture.time.advance(20)
    assert.deepEqual((await accepting).isEnded, false)
    assert.equal((await fixture.read(executionId)).status, 'running')
    const ended = runner.watch.untilEnd(fixture.account, executionId, 60_000, never)
    attempts[1]?.end()
    assert.deepEqual((await ended)?.output, { done: true })
    assert.deepEqual((await fixture.read(executionId)).output, { done: true })
  })

  it('A run that nobody awaits is stored at once, while its first node runs', async () => {
    const { kind, attempts } = heldKind(false)
    const runner = await fixture.startEngine({ alone: false, catalogue: fixture.catalogueWith(kind) })
    const workflow = await fixture.createWorkflow(HELD)
    for (let n = 0; n < 2; n += 1) {
      const { id, isEnded } = await fixture.accept(runner, workflow)
      assert.equal(isEnded, false)
      assert.equal((await fixture.read(id)).status, 'running')
      await until(() => attempts.length > n)
      const ended = runner.watch.untilEnd(fixture.account, id, 60_000, never)
      attempts[n]?.end()
      assert.equal((await ended)?.status, 'completed')
    }
  })

  it('An effect starts when the execution and its start are stored, which is one commit', async () => {
    const { kind, attempts } = heldKind(true)
    const writes: string[] = []
    const intake: ExecutionIntake = {
      ...fixture.store.intake,
      accept(execution, tx) {
        writes.push('accepted')
        return fixture.store.intake.accept(execution, tx)
      },
      acceptWith(execution, versionId, checkpoint) {
        writes.push(`accepted with ${checkpoint.steps.map(({ status }) => status).join(', ')}`)
        assert.equal(attempts.length, 1, 'only the attempt of the first execution')
        return fixture.store.intake.acceptWith(execution, versionId, checkpoint)
      },
    }
    const runner = await fixture.startEngine({
      alone: false,
      intake,
      catalogue: fixture.catalogueWith(kind),
    })
    const workflow = await fixture.createWorkflow(HELD)
    for (let n = 0; n < 2; n += 1) {
      const { id } = await fixture.accept(runner, workflow)
      await until(() => attempts.length > n)
      assert.deepEqual(
        (await fixture.steps(id)).map(({ nodeId, status }) => `${nodeId} ${status}`),
        ['start completed', 'held begun'],
      )
      const ended = runner.watch.untilEnd(fixture.account, id, 60_000, never)
      attempts[n]?.end()
      assert.equal((await ended)?.status, 'completed')
      assert.equal((await fixture.read(id)).status, 'completed')
    }
    assert.deepEqual(writes, ['accepted', 'accepted with completed, begun'])
  })

  it('A run on an old version has no effect, and the execution runs on the new one', async () => {
    const { kind, attempts } = heldKind(true)
    const runner = await fixture.startEngine({ alone: false, catalogue: fixture.catalogueWith(kind) })
    const workflow = await fixture.createWorkflow(HELD)
    await fixture.accept(runner, workflow)
    await until(() => attempts.length === 1)
    attempts[0]?.end()
    const changed = {
      ...workflow,
      nodes: [{ id: 'new', type: 'set', data: { values: { is: 'new' } } }],
      edges: [],
      versionId: fixture.ids.next(0),
      revision: workflow.revision + 1,
    }
    await fixture.store.write((tx) => fixture.store.workflows.update(tx, changed))
    const { id, isEnded } = await acceptAwaited(runner, workflow)
    assert.equal(isEnded, false)
    const { output, versionId } = await fixture.waitForStatus(id, 'completed')
    assert.deepEqual({ output, versionId }, { output: { is: 'new' }, versionId: changed.versionId })
    assert.equal(attempts.length, 1)
  })

  it('A run whose execution cannot be stored has no effect, and the caller gets the error', async () => {
    const { kind, attempts } = heldKind(true)
    const intake: ExecutionIntake = {
      ...fixture.store.intake,
      acceptWith: () => Promise.reject(new Error('the disk is full')),
    }
    const runner = await fixture.startEngine({
      alone: false,
      intake,
      catalogue: fixture.catalogueWith(kind),
    })
    const workflow = await fixture.createWorkflow(HELD)
    await fixture.accept(runner, workflow)
    await until(() => attempts.length === 1)
    attempts[0]?.end()
    await assert.rejects(fixture.accept(runner, workflow), /the disk is full/)
    await turns()
    fixture.time.advance(1_000)
    await turns()
    assert.equal(attempts.length, 1)
  })

  it('When the engine stops, a run that is not stored yet is stored and left to the next process', async (context) => {
    // No other process that could continue it.
    const own = await EngineFixture.open()
    context.after(() => own.destroy())
    const { kind, attempts } = heldKind(false)
    const deps = { alone: false, catalogue: own.catalogueWith(kind) }
    const runner = await own.startEngine(deps)
    const workflow = await own.createWorkflow(HELD)
    await own.accept(runner, workflow)
    await until(() => attempts.length === 1)
    attempts[0]?.end()
    const accepting = acceptAwaited(runner, workflow)
    await until(() => attempts.length === 2)
    const stopping = runner.stop()
    await turns()
    own.time.advance(5_000)
    await stopping
    const { id } = await accepting
    assert.equal((await own.read(id)).status, 'running')
    const next = await own.startEngine(deps)
    await until(() => attempts.length === 3)
    const ended = next.watch.untilEnd(own.account, id, 60_000, never)
    attempts[2]?.end()
    await ended
    assert.equal((await own.read(id)).status, 'completed')
  })

  it('A loop that ends at once is stored together with its end', async () => {
    const workflow = await knownWorkflow(engine, {
      nodes: [{ id: 'a', type: 'for_each', data: { items: [1, 2] } }],
    })
    const { id, isEnded } = await fixture.accept(engine, workflow)
    assert.equal(isEnded, true)
    assert.equal((await fixture.read(id)).status, 'completed')
  })
})
