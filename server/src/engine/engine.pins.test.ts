import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Execution, JournalEntry, JsonObject } from '#domain/index.ts'
import { isResult } from '#domain/index.ts'
import type { Engine } from '#engine/engine.ts'
import { EngineFixture } from './testing/engine-fixture.ts'
import { RecordingKind } from './testing/recording-kind.ts'
import { edges, node, set, type TestGraph } from './testing/test-graph.ts'

const pinned = (made: JsonObject, output: unknown, more: JsonObject = {}): JsonObject => ({
  ...made,
  pinned_output: output as JsonObject,
  ...more,
})

describe('Test runs', () => {
  const effect = new RecordingKind()
  const { calls } = effect
  let fixture: EngineFixture
  let engine: Engine
  before(async () => {
    fixture = await EngineFixture.open()
    engine = await fixture.startEngine({ catalogue: fixture.catalogueWith(effect) })
  })
  after(() => fixture.destroy())

  async function saveTest(graph: TestGraph, until: string | null) {
    const { account, ids, time } = fixture
    const workflow = await fixture.createWorkflow(graph)
    const { nodes, edges: lines, variables } = workflow
    const definition = { nodes, edges: lines, variables }
    const at = time.now()
    return {
      workflow,
      version: { id: ids.next(at), accountId: account, workflowId: workflow.id, at, until, ...definition },
    }
  }

  async function runTest(
    graph: TestGraph,
    { until = null, input = {} }: { until?: string | null; input?: JsonObject } = {},
  ) {
    const { store, account } = fixture
    const { workflow, version } = await saveTest(graph, until)
    const { id } = await store.write(async (tx) =>
      engine.acceptTest(
        tx,
        { account, workflowId: workflow.id, input },
        await store.versions.saveTest(tx, version),
      ),
    )
    await engine.watch.untilEnd(account, id, 60_000, new AbortController().signal)
    return { run: await fixture.read(id), workflow }
  }

  async function ran({ id }: Pick<Execution, 'id'>): Promise<string[]> {
    return (await fixture.steps(id))
      .filter(isResult)
      .map(
        ({ nodeId, iteration, pinned: isPinned }) =>
          `${iteration ?? ''}${nodeId}${isPinned === true ? '*' : ''}`,
      )
  }

  const EFFECT_PINNED: TestGraph = {
    nodes: [
      node('start', 'start'),
      pinned(node('call', 'effect'), { id: 7 }),
      set('after', { n: '{{ previous.id }}' }),
    ],
    edges: edges('start>call>after'),
  }

  it('A node with a pinned output does not run: its step completes with the pinned output', async () => {
    const before = calls.length
    const { run } = await runTest(EFFECT_PINNED)
    assert.deepEqual([run.status, run.output], ['completed', { n: 7 }])
    assert.deepEqual(await ran(run), ['start', 'call*', 'after'])
    assert.equal(calls.length, before)
  })

  it('A live run of the same definition runs the node', async () => {
    const before = calls.length
    const run = await fixture.run(engine, EFFECT_PINNED)
    assert.deepEqual(await ran(run), ['start', 'call', 'after'])
    assert.equal(calls.length, before + 1)
  })

  it('A sub-workflow of a test run is live and does not use its pins', async () => {
    const called = await fixture.createWorkflow(EFFECT_PINNED)
    const before = calls.length
    const { run } = await runTest({
      nodes: [node('sub', 'workflow', { workflow_id: called.id, wait: true })],
    })
    assert.equal(run.status, 'completed', JSON.stringify(run.error))
    assert.equal(calls.length, before + 1)
  })

  it('Pins are used in every iteration of a loop, and a pinned loop does not repeat its body', async () => {
    const graph: TestGraph = {
      nodes: [
        node('loop', 'for_each', { items: '{{ [1, 2] }}' }),
        pinned(node('call', 'effect'), 'x'),
        set('end', { item: '{{ item }}' }),
      ],
      edges: edges('loop:each>call>end'),
    }
    const { run } = await runTest(graph)
    assert.deepEqual(await ran(run), ['loop[0]call*', 'loop[0]end', 'loop[1]call*', 'loop[1]end', 'loop'])
    const skipped: TestGraph = {
      nodes: [
        pinned(node('loop', 'for_each', { items: 'broken {{' }), [1]),
        node('call', 'effect'),
        set('end', {}),
      ],
      edges: edges('loop:each>call', 'loop:done>end'),
    }
    assert.deepEqual(await ran((await runTest(skipped)).run), ['loop*', 'end'])
  })

  it('A pinned node with several handles continues at the one its pin names, or else at its first', async () => {
    const branch = (more: JsonObject): TestGraph => ({
      nodes: [pinned(node('if', 'if', { condition: 'nonsense(' }), {}, more), set('yes', {}), set('no', {})],
      edges: edges('if:true>yes', 'if:false>no'),
    })
    assert.deepEqual(await ran((await runTest(branch({}))).run), ['if*', 'yes'])
    assert.deepEqual(await ran((await runTest(branch({ pinned_handle: 'false' }))).run), ['if*', 'no'])
    assert.deepEqual(await ran((await runTest(branch({ pinned_handle: 'other' }))).run), ['if*', 'yes'])
  })

  it('A pinned wait does not wait, and a disabled node stays disabled', async () => {
    const { run } = await runTest({
      nodes: [
        pinned(node('ask', 'wait', { for: 'approval', subject: 'x' }), { by: 'me' }),
        pinned(node('off', 'effect', {}, { disabled: true }), { never: true }),
      ],
      edges: edges('ask:approved>off'),
    })
    assert.deepEqual(run.output, { by: 'me' })
    assert.deepEqual(await ran(run), ['ask*', 'off'])
  })

  it('A run up to a node runs that node and what it depends on, whatever is wrong with the rest', async () => {
    const graph: TestGraph = {
      nodes: [
        node('start', 'start'),
        set('a', { n: 1 }),
        set('b', { n: '{{ previous.n + 1 }}' }),
        node('broken', 'no such type'),
        set('beside', {}),
      ],
      edges: edges('start>a>b>broken', 'start>beside'),
    }
    const { run } = await runTest(graph, { until: 'b' })
    assert.deepEqual([run.status, run.output], ['completed', { n: 2 }])
    assert.deepEqual(await ran(run), ['start', 'a', 'b'])
    assert.equal((await runTest(graph)).run.error?.code, 'INVALID_WORKFLOW')
  })

  it('A run up to a node in a loop repeats the body up to it; after a loop, the whole loop', async () => {
    const graph: TestGraph = {
      nodes: [
        node('loop', 'for_each', { items: '{{ [1, 2] }}' }),
        set('first', {}),
        set('second', {}),
        set('aside', {}),
        set('after', {}),
      ],
      edges: edges('loop:each>first>second', 'loop:each>aside', 'loop:done>after'),
    }
    const inside = await runTest(graph, { until: 'first' })
    assert.deepEqual(await ran(inside.run), ['loop[0]first', 'loop[1]first', 'loop'])
    const behind = await runTest(graph, { until: 'after' })
    assert.equal((await ran(behind.run)).length, 2 * 3 + 2)
  })

  it('After a crash, a test run continues on its version with the same pins, even if the workflow changed', async () => {
    const graph: TestGraph = {
      nodes: [
        pinned(node('call', 'effect'), 1),
        node('w', 'wait', { for: 'event', event: 'go' }),
        pinned(node('last', 'effect'), 2),
      ],
      edges: edges('call>w>last'),
    }
    const before = calls.length
    const { store, account } = fixture
    const { workflow, version } = await saveTest(graph, null)
    const { id } = await store.write(async (tx) =>
      engine.acceptTest(
        tx,
        { account, workflowId: workflow.id, input: {} },
        await store.versions.saveTest(tx, version),
      ),
    )
    await fixture.waitForStatus(id, 'pending')
    await engine.stop()
    const changed = { ...workflow, nodes: [], edges: [], revision: 2, versionId: fixture.ids.next(1) }
    await store.write((tx) => store.workflows.update(tx, changed))
    engine = await fixture.startEngine({ catalogue: fixture.catalogueWith(effect) })
    await fixture.signal(engine, id, { event: 'go', waitId: null, data: {} })
    await engine.watch.untilEnd(account, id, 60_000, new AbortController().signal)
    const run = await fixture.read(id)
    assert.deepEqual([run.status, run.output], ['completed', { value: 2 }])
    assert.deepEqual(await ran(run), ['call*', 'w', 'last*'])
    assert.equal(calls.length, before)
    const kept: readonly JournalEntry[] = await fixture.steps(id)
    assert.ok(kept.some((entry) => isResult(entry) && entry.pinned === true))
  })
})
