import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { isResult, type JsonObject, type Workflow } from '#domain/index.ts'
import type { Engine } from '#engine/engine.ts'
import { EngineFixture } from './testing/engine-fixture.ts'
import { edges, node, set, type TestGraph } from './testing/test-graph.ts'

const count = (id: string, more: JsonObject = {}) =>
  node(id, 'state', { operation: 'increment', key: 'n', ...more })

describe('State', () => {
  let fixture: EngineFixture
  let engine: Engine
  before(async () => {
    fixture = await EngineFixture.open()
    engine = await fixture.startEngine()
  })
  after(() => fixture.destroy())

  async function runOf(workflow: Workflow, input: JsonObject = {}) {
    const { id } = await fixture.accept(engine, workflow, input)
    return ended(id)
  }

  async function ended(id: string) {
    await engine.watch.untilEnd(fixture.account, id, 60_000, new AbortController().signal)
    return fixture.read(id)
  }

  async function testRunOf(workflow: Workflow, input: JsonObject = {}): Promise<string> {
    const { store, account, ids, time } = fixture
    const { nodes, edges: lines, variables } = workflow
    const at = time.now()
    const version = { id: ids.next(at), accountId: account, workflowId: workflow.id, at, until: null }
    const { id } = await store.write(async (tx) =>
      engine.acceptTest(
        tx,
        { account, workflowId: workflow.id, input },
        await store.versions.saveTest(tx, { ...version, nodes, edges: lines, variables }),
      ),
    )
    return id
  }

  async function stored(workflow: Workflow, key: string) {
    const address = { accountId: fixture.account, scope: workflow.id, key }
    return (await fixture.store.state.find(address, fixture.time.now()))?.entry.value
  }

  it('is kept between the runs of a workflow, and shared by workflows of an account that ask for it', async () => {
    const graph: TestGraph = {
      nodes: [count('own'), count('shared', { scope: 'account', key: 'all' }), node('out', 'return', OUT)],
      edges: edges('own>shared>out'),
    }
    const [one, other] = [await fixture.createWorkflow(graph), await fixture.createWorkflow(graph)]
    const outputs = []
    for (const workflow of [one, one, other]) outputs.push((await runOf(workflow)).output)
    assert.deepEqual(outputs, [
      { own: 1, shared: 1 },
      { own: 2, shared: 2 },
      { own: 1, shared: 3 },
    ])
  })

  it('counts every run that starts at the same time, and every iteration', async () => {
    const workflow = await fixture.createWorkflow({
      nodes: [
        node('each', 'for_each', { items: [1, 2, 3], concurrency: 3 }),
        count('step'),
        node('last', 'log', { message: 'done' }),
      ],
      edges: edges('each:each>step', 'each:done>last'),
    })
    const runs = await Promise.all(Array.from({ length: 20 }, () => runOf(workflow)))
    for (const { status } of runs) assert.equal(status, 'completed')
    assert.equal(await stored(workflow, 'n'), 60)
  })

  it('passes on only new items, and takes the handle `none` when there are none', async () => {
    const workflow = await fixture.createWorkflow({
      nodes: [
        node('fresh', 'only_new', { items: '{{ input.orders }}', fields: ['id'] }),
        node('some', 'return', { value: { ids: '{{ previous.map(order => order.id) }}' } }),
        node('nothing', 'return', { value: { nothing: true } }),
      ],
      edges: edges('fresh:new>some', 'fresh:none>nothing'),
    })
    const orders = (...ids: number[]) => ({ orders: ids.map((id) => ({ id })) })
    assert.deepEqual((await runOf(workflow, orders(1, 2))).output, { ids: [1, 2] })
    assert.deepEqual((await runOf(workflow, orders(2, 3))).output, { ids: [3] })
    assert.deepEqual((await runOf(workflow, orders(1, 2, 3))).output, { nothing: true })
    assert.deepEqual((await runOf(workflow, orders())).output, { nothing: true })
  })

  it('fails a step like any other, and changes nothing then', async () => {
    const failing = node('add', 'state', { operation: 'increment', key: 'text' }, { on_error: 'branch' })
    const workflow = await fixture.createWorkflow({
      nodes: [
        node('put', 'state', { operation: 'set', key: 'text', value: 'five' }),
        failing,
        set('caught', { code: '{{ previous.error.code }}' }),
      ],
      edges: edges('put>add:error>caught'),
    })
    assert.deepEqual((await runOf(workflow)).output, { code: 'STATE_NOT_A_NUMBER' })
    assert.equal(await stored(workflow, 'text'), 'five')
    const large = await fixture.createWorkflow({
      nodes: [
        node('a', 'state', { operation: 'set', key: 'big', value: '{{ "x".repeat(250000) }}' }),
        node('b', 'state', { operation: 'set', key: 'big', value: '{{ "y".repeat(300000) }}' }),
      ],
      edges: edges('a>b'),
    })
    assert.equal((await runOf(large)).error?.code, 'STATE_TOO_LARGE')
    assert.equal(await stored(large, 'big'), 'x'.repeat(250_000))
  })

  it('is not changed by a test run, which sees its own changes, also after it has waited', async () => {
    const workflow = await fixture.createWorkflow({
      nodes: [
        count('first'),
        node('fresh', 'only_new', { items: [1, 2], key: 'seen' }),
        node('pause', 'delay', { seconds: 60 }),
        count('second'),
        node('again', 'only_new', { items: [2, 3], key: 'seen' }),
        node('out', 'return', {
          value: {
            first: '{{ nodes.first.output.value }}',
            second: '{{ nodes.second.output.value }}',
            fresh: '{{ nodes.fresh.output }}',
            again: '{{ nodes.again.output }}',
          },
        }),
      ],
      edges: edges('first>fresh:new>pause>second>again:new>out'),
    })
    const expected = { first: 1, second: 2, fresh: [1, 2], again: [3] }
    for (let run = 0; run < 2; run += 1) {
      const id = await testRunOf(workflow)
      await fixture.waitForStatus(id, 'pending')
      fixture.time.suspend(60_000)
      assert.deepEqual((await ended(id)).output, expected)
    }
    assert.deepEqual([await stored(workflow, 'n'), await stored(workflow, 'seen')], [undefined, undefined])
  })

  it('has the changes of a test run in its journal alone', async () => {
    const workflow = await fixture.createWorkflow({
      nodes: [count('step'), node('stop', 'fail', { message: 'No.' })],
      edges: edges('step>stop'),
    })
    const id = await testRunOf(workflow)
    await ended(id)
    const original = (await fixture.steps(id)).find(isResult)
    assert.deepEqual(original?.untaken, {
      scope: workflow.id,
      key: 'n',
      change: { kind: 'set', value: 1, expiresAt: null },
    })
    assert.equal(await stored(workflow, 'n'), undefined)
  })
})

const OUT = { value: { own: '{{ nodes.own.output.value }}', shared: '{{ nodes.shared.output.value }}' } }
