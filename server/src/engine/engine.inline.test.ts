import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import Type from 'typebox'
import type { JsonObject, Workflow } from '#domain/index.ts'
import type { NodeKind } from '#ports/index.ts'
import type { Engine } from './engine.ts'
import type { Accepted } from './worker/acceptance.ts'
import { EngineFixture } from './testing/engine-fixture.ts'
import type { TestGraph } from './testing/test-graph.ts'

const INSTANT: TestGraph = {
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'greet', type: 'set', data: { values: { text: 'Hello {{ input.name }}' } } },
    { id: 'long', type: 'if', data: { condition: 'previous.text.length > 8' } },
    { id: 'note', type: 'log', data: { message: '{{ nodes.greet.output.text }}' } },
    { id: 'answer', type: 'return', data: { value: '{{ nodes.greet.output }}' } },
  ],
  edges: [
    { source: 'start', target: 'greet' },
    { source: 'greet', target: 'long' },
    { source: 'long', target: 'note', sourceHandle: 'true' },
    { source: 'long', target: 'answer', sourceHandle: 'true' },
  ],
}

describe('Inline runs', () => {
  let fixture: EngineFixture
  let engine: Engine
  before(async () => {
    fixture = await EngineFixture.open()
    engine = await fixture.startEngine()
  })
  after(() => fixture.destroy())

  async function runToEnd(workflow: Workflow, input: JsonObject, runner = engine): Promise<Accepted> {
    const accepted = await fixture.accept(runner, workflow, input)
    if (!accepted.isEnded) {
      await runner.watch.untilEnd(fixture.account, accepted.id, 60_000, new AbortController().signal)
    }
    return accepted
  }

  /** Everything that is stored of an execution, except its id. */
  async function read({ id }: Accepted) {
    const { status, output, error, versionId, input, startedAt, completedAt } = await fixture.read(id)
    const journal = await fixture.store.executions.journal(fixture.account, id, -1)
    const logs = await fixture.logs(id)
    return { status, output, error, versionId, input, startedAt, completedAt, journal, logs }
  }

  async function change(workflow: Workflow, nodes: readonly JsonObject[]): Promise<Workflow> {
    const changed = {
      ...workflow,
      nodes,
      edges: [],
      versionId: fixture.ids.next(0),
      revision: workflow.revision + 1,
    }
    await fixture.store.write((tx) => fixture.store.workflows.update(tx, changed))
    return changed
  }

  it('An instant workflow runs inline from the second execution of a version on, with the same result as the first', async () => {
    const workflow = await fixture.createWorkflow(INSTANT)
    const first = await runToEnd(workflow, { name: 'Ada' })
    assert.equal(first.isEnded, false)
    const second = await runToEnd(workflow, { name: 'Ada' })
    assert.equal(second.isEnded, true)
    assert.deepEqual(await read(second), await read(first))
    assert.deepEqual((await read(second)).output, { text: 'Hello Ada' })
    assert.deepEqual(
      (await fixture.logs(second.id)).map(({ message }) => message),
      ['Hello Ada', 'Completed: 5 nodes ran.'],
    )
  })

  it('A failing instant workflow is stored together with its failure', async () => {
    const nodes = [{ id: 'no', type: 'fail', data: { message: 'No stock.', code: 'NO_STOCK' } }]
    const workflow = await fixture.createWorkflow({ nodes })
    const [first, second] = [await runToEnd(workflow, {}), await runToEnd(workflow, {})]
    assert.equal(second.isEnded, true)
    assert.deepEqual(await read(second), await read(first))
    assert.equal((await fixture.read(second.id)).error?.code, 'NO_STOCK')
  })

  it('An execution of an invalid workflow is stored together with its failure', async () => {
    const workflow = await fixture.createWorkflow({ nodes: [{ id: 'a', type: 'unknown' }] })
    const [first, second] = [await runToEnd(workflow, {}), await runToEnd(workflow, {})]
    assert.equal(second.isEnded, true)
    assert.deepEqual(await read(second), await read(first))
    assert.equal((await fixture.read(second.id)).error?.code, 'INVALID_WORKFLOW')
  })

  it('An inline run uses the version that the workflow has when the run is stored', async () => {
    const workflow = await fixture.createWorkflow(INSTANT)
    await runToEnd(workflow, { name: 'Ada' })
    const changed = await change(workflow, [{ id: 'new', type: 'set', data: { values: { is: 'new' } } }])
    const next = await runToEnd(workflow, { name: 'Ada' })
    assert.equal(next.isEnded, false, 'the first run of the new version is not inline')
    for (const accepted of [next, await runToEnd(workflow, {})]) {
      const { output, versionId } = await fixture.read(accepted.id)
      assert.deepEqual({ output, versionId }, { output: { is: 'new' }, versionId: changed.versionId })
    }
  })

  it('An inline run is not accepted for a deleted workflow or for another account', async () => {
    const workflow = await fixture.createWorkflow(INSTANT)
    await runToEnd(workflow, { name: 'Ada' })
    const foreign = { account: fixture.ids.next(0) as never, workflowId: workflow.id, input: {} }
    assert.equal(await engine.accept(foreign), undefined)
    await fixture.store.write((tx) => fixture.store.workflows.delete(tx, fixture.account, workflow.id, 1))
    const request = { account: fixture.account, workflowId: workflow.id, input: {} }
    assert.equal(await engine.accept(request), undefined)
  })

  const notInstant: Readonly<Record<string, TestGraph>> = {
    'retries a step after a pause': {
      nodes: [
        {
          id: 'a',
          type: 'fail',
          data: { message: 'No.' },
          retry: { max_attempts: 2, initial_ms: 1 },
          on_error: 'continue',
        },
      ],
    },
    'runs code': { nodes: [{ id: 'a', type: 'code', data: { code: 'return 1' } }] },
    'has a concurrency limit': {
      nodes: [
        { id: 'a', type: 'start', data: { concurrency: { limit: 1 } } },
        { id: 'b', type: 'set', data: { values: { n: 1 } } },
      ],
      edges: [{ source: 'a', target: 'b' }],
    },
  }
  for (const [reason, graph] of Object.entries(notInstant)) {
    it(`A workflow does not run inline when it ${reason}`, async () => {
      const workflow = await fixture.createWorkflow(graph)
      for (let n = 0; n < 2; n += 1) {
        fixture.holdQueue(engine)
        const accepted = await fixture.accept(engine, workflow)
        assert.equal(accepted.isEnded, false)
        assert.equal((await fixture.read(accepted.id)).status, 'running')
        fixture.releaseQueue(engine)
        const ended = engine.watch.untilEnd(
          fixture.account,
          accepted.id,
          60_000,
          new AbortController().signal,
        )
        // For the pause before the next attempt.
        for (let turn = 0; turn < 10; turn += 1) {
          await new Promise(setImmediate)
          fixture.time.advance(1)
        }
        await ended
        assert.equal((await fixture.read(accepted.id)).status, 'completed')
      }
    })
  }

  it('A process that only accepts executions runs none inline', async () => {
    const accepting = await fixture.startEngine({ runs: false })
    const workflow = await fixture.createWorkflow(INSTANT)
    for (let n = 0; n < 2; n += 1) {
      assert.equal((await fixture.accept(accepting, workflow)).isEnded, false)
    }
  })

  it('An execution whose node throws does not run inline and fails with `INTERNAL_ERROR`', async () => {
    const broken: NodeKind = {
      type: 'broken',
      title: 'Broken',
      summary: 'Throws.',
      family: 'action',
      icon: 'box',
      keywords: [],
      line: '',
      parameters: Type.Object({}),
      handles: ['main'],
      hasEffect: false,
      isInstant: true,
      run: () => {
        throw new Error('a bug')
      },
    }
    const other = await fixture.startEngine({ alone: false, catalogue: fixture.catalogueWith(broken) })
    const workflow = await fixture.createWorkflow({ nodes: [{ id: 'a', type: 'broken' }] })
    for (let n = 0; n < 2; n += 1) {
      const accepted = await runToEnd(workflow, {}, other)
      assert.equal(accepted.isEnded, false)
      assert.equal((await fixture.read(accepted.id)).error?.code, 'INTERNAL_ERROR')
    }
  })
})
