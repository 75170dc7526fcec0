import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import Type from 'typebox'
import type { JsonObject, Workflow } from '#domain/index.ts'
import type { NodeKind } from '#ports/index.ts'
import type { Accepted, Engine } from './engine.ts'
import { type Drawing, EngineFixture } from './testing/engine-fixture.ts'

const SHORT: Drawing = {
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

describe('a run that takes no time', () => {
  let home: EngineFixture
  let engine: Engine
  before(async () => {
    home = await EngineFixture.open()
    engine = await home.startEngine()
  })
  after(() => home.destroy())

  async function toEnd(workflow: Workflow, input: JsonObject, by = engine): Promise<Accepted> {
    const accepted = await home.accept(by, workflow, input)
    if (!accepted.isEnded) {
      await by.watch.untilEnd(home.account, accepted.id, 60_000, new AbortController().signal)
    }
    return accepted
  }

  /** All there is to read of it. */
  async function read({ id }: Accepted) {
    const { status, output, error, versionId, input, startedAt, completedAt } = await home.read(id)
    const journal = await home.store.executions.journal(home.account, id, -1)
    const logs = await home.logs(id)
    return { status, output, error, versionId, input, startedAt, completedAt, journal, logs }
  }

  async function change(workflow: Workflow, nodes: readonly JsonObject[]): Promise<Workflow> {
    const changed = {
      ...workflow,
      nodes,
      edges: [],
      versionId: home.ids.next(0),
      revision: workflow.revision + 1,
    }
    await home.store.write((tx) => home.store.workflows.update(tx, changed))
    return changed
  }

  it('is over as it is stored, from the second one of a version on, and the same in all else', async () => {
    const workflow = await home.createWorkflow(SHORT)
    const first = await toEnd(workflow, { name: 'Ada' })
    assert.equal(first.isEnded, false)
    const second = await toEnd(workflow, { name: 'Ada' })
    assert.equal(second.isEnded, true)
    assert.deepEqual(await read(second), await read(first))
    assert.deepEqual((await read(second)).output, { text: 'Hello Ada' })
    assert.deepEqual(
      (await home.logs(second.id)).map(({ message }) => message),
      ['Hello Ada', 'Completed: 5 nodes ran.'],
    )
  })

  it('fails as it is stored, where it fails', async () => {
    const nodes = [{ id: 'no', type: 'fail', data: { message: 'No stock.', code: 'NO_STOCK' } }]
    const workflow = await home.createWorkflow({ nodes })
    const [first, second] = [await toEnd(workflow, {}), await toEnd(workflow, {})]
    assert.equal(second.isEnded, true)
    assert.deepEqual(await read(second), await read(first))
    assert.equal((await home.read(second.id)).error?.code, 'NO_STOCK')
  })

  it('is refused as it is stored, where the drawing cannot run', async () => {
    const workflow = await home.createWorkflow({ nodes: [{ id: 'a', type: 'nonsense' }] })
    const [first, second] = [await toEnd(workflow, {}), await toEnd(workflow, {})]
    assert.equal(second.isEnded, true)
    assert.deepEqual(await read(second), await read(first))
    assert.equal((await home.read(second.id)).error?.code, 'INVALID_WORKFLOW')
  })

  it('runs on the version that the workflow has when it is stored', async () => {
    const workflow = await home.createWorkflow(SHORT)
    await toEnd(workflow, { name: 'Ada' })
    const changed = await change(workflow, [{ id: 'new', type: 'set', data: { values: { is: 'new' } } }])
    const next = await toEnd(workflow, { name: 'Ada' })
    assert.equal(next.isEnded, false, 'a result of the version before does not count')
    for (const accepted of [next, await toEnd(workflow, {})]) {
      const { output, versionId } = await home.read(accepted.id)
      assert.deepEqual({ output, versionId }, { output: { is: 'new' }, versionId: changed.versionId })
    }
  })

  it('is not there when the workflow is gone, or another account’s', async () => {
    const workflow = await home.createWorkflow(SHORT)
    await toEnd(workflow, { name: 'Ada' })
    const foreign = { account: home.ids.next(0) as never, workflowId: workflow.id, input: {} }
    assert.equal(await engine.accept(foreign), undefined)
    await home.store.write((tx) => home.store.workflows.delete(tx, home.account, workflow.id, 1))
    const wanted = { account: home.account, workflowId: workflow.id, input: {} }
    assert.equal(await engine.accept(wanted), undefined)
  })

  const slower: Readonly<Record<string, Drawing>> = {
    'tries a step again after a pause': {
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
    'repeats something': { nodes: [{ id: 'a', type: 'for_each', data: { items: [1, 2] } }] },
    'runs code': { nodes: [{ id: 'a', type: 'code', data: { code: 'return 1' } }] },
    'waits for its turn': {
      nodes: [
        { id: 'a', type: 'start', data: { concurrency: { limit: 1 } } },
        { id: 'b', type: 'set', data: { values: { n: 1 } } },
      ],
      edges: [{ source: 'a', target: 'b' }],
    },
    'has very many nodes': {
      nodes: Array.from({ length: 101 }, (_, n) => ({ id: `n${n}`, type: 'set', data: { values: {} } })),
    },
  }
  for (const [what, drawing] of Object.entries(slower)) {
    it(`is accepted first where it ${what}`, async () => {
      const workflow = await home.createWorkflow(drawing)
      for (let n = 0; n < 2; n += 1) {
        home.holdQueue(engine)
        const accepted = await home.accept(engine, workflow)
        assert.equal(accepted.isEnded, false)
        assert.equal((await home.read(accepted.id)).status, 'running')
        home.releaseQueue(engine)
        const ended = engine.watch.untilEnd(home.account, accepted.id, 60_000, new AbortController().signal)
        // For the pause before another try.
        for (let turn = 0; turn < 10; turn += 1) {
          await new Promise(setImmediate)
          home.time.pass(1)
        }
        await ended
        assert.equal((await home.read(accepted.id)).status, 'completed')
      }
    })
  }

  it('is left to those who run, by a process that does not', async () => {
    const accepting = await home.startEngine({ runs: false })
    const workflow = await home.createWorkflow(SHORT)
    for (let n = 0; n < 2; n += 1) {
      assert.equal((await home.accept(accepting, workflow)).isEnded, false)
    }
  })

  it('meets a defect of a node once it is accepted, and says so', async () => {
    const broken: NodeKind = {
      type: 'broken',
      title: 'Broken',
      summary: 'Throws.',
      group: 'core',
      parameters: Type.Object({}),
      handles: ['main'],
      hasEffect: false,
      isInstant: true,
      run: () => {
        throw new Error('a bug')
      },
    }
    const other = await home.startEngine({ alone: false, catalogue: home.catalogueWith(broken) })
    const workflow = await home.createWorkflow({ nodes: [{ id: 'a', type: 'broken' }] })
    for (let n = 0; n < 2; n += 1) {
      const accepted = await toEnd(workflow, {}, other)
      assert.equal(accepted.isEnded, false)
      assert.equal((await home.read(accepted.id)).error?.code, 'INTERNAL_ERROR')
    }
  })
})
