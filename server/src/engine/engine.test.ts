import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { JsonObject } from '#domain/index.ts'
import type { Engine } from './engine.ts'
import { EngineFixture } from './testing/engine-fixture.ts'
import { set, type TestGraph } from './testing/test-graph.ts'

const fail = (id: string, on_error?: string): JsonObject => ({
  id,
  type: 'fail',
  data: { message: 'No stock.', code: 'NO_STOCK' },
  ...(on_error === undefined ? {} : { on_error }),
})
const edge = (source: string, target: string, sourceHandle?: string): JsonObject => ({
  source,
  target,
  ...(sourceHandle === undefined ? {} : { sourceHandle }),
})

describe('Engine', () => {
  let fixture: EngineFixture
  let engine: Engine
  before(async () => {
    fixture = await EngineFixture.open()
    engine = await fixture.startEngine()
  })
  after(() => fixture.destroy())

  const run = (graph: TestGraph, input?: JsonObject) => fixture.run(engine, graph, input)

  it('An empty workflow completes with an empty output', async () => {
    const { status, output, error, completedAt } = await run({ nodes: [] })
    assert.deepEqual({ status, output, error }, { status: 'completed', output: {}, error: null })
    assert.equal(completedAt, fixture.time.now())
  })

  it('An expression sees the input, the variables, the previous output, other nodes by id and name, and its execution', async () => {
    const { output, id } = await run(
      {
        name: 'Everything',
        nodes: [
          set('first', { n: '{{ input.n * 2 }}' }, { name: 'The first' }),
          set('second', {
            input: '{{ input }}',
            variable: '{{ variables.rate }}',
            previous: '{{ previous.n }}',
            byId: '{{ nodes.first.output.n }}',
            byName: '{{ nodes["The first"].output.n }}',
            execution: '{{ execution.id }}',
            mixed: 'n is {{ previous.n }}.',
          }),
        ],
        edges: [edge('first', 'second')],
        variables: { rate: 0.19 },
      },
      { n: 21 },
    )
    assert.deepEqual(output, {
      input: { n: 21 },
      variable: 0.19,
      previous: 42,
      byId: 42,
      byName: 42,
      execution: id,
      mixed: 'n is 42.',
    })
  })

  it('A failing node ends the execution with its error and node id, and no later node runs', async () => {
    const { status, output, error, id } = await run({
      nodes: [fail('a'), set('b', { ran: true })],
      edges: [edge('a', 'b')],
    })
    assert.equal(status, 'failed')
    assert.deepEqual(output, {})
    assert.deepEqual(error, { code: 'NO_STOCK', message: 'No stock.', node_id: 'a' })
    assert.deepEqual(
      (await fixture.logs(id)).map(({ level, message, node_id }) => ({ level, message, node_id })),
      [{ level: 'error', message: 'No stock.', node_id: 'a' }],
    )
  })

  it('A failing node with `on_error: "continue"` passes its error on as output', async () => {
    const { status, output } = await run({
      nodes: [fail('a', 'continue'), set('b', { seen: '{{ previous.error.code }}' }), set('c', { no: 1 })],
      edges: [edge('a', 'b'), edge('a', 'c', 'error')],
    })
    assert.equal(status, 'completed')
    assert.deepEqual(output, { seen: 'NO_STOCK' })
  })

  it('A failing node with `on_error: "branch"` continues only at its `error` handle', async () => {
    const { status, output } = await run({
      nodes: [
        fail('a', 'branch'),
        set('main', { no: 1 }),
        set('handled', { was: '{{ previous.error.message }}' }),
      ],
      edges: [edge('a', 'main'), edge('a', 'handled', 'error')],
    })
    assert.equal(status, 'completed')
    assert.deepEqual(output, { was: 'No stock.' })
  })

  it('A node that succeeds does not continue at its `error` handle', async () => {
    const { output } = await run({
      nodes: [set('a', { fine: true }, { on_error: 'branch' }), set('handled', { no: 1 })],
      edges: [edge('a', 'handled', 'error')],
    })
    assert.deepEqual(output, { fine: true })
  })

  it('A disabled node does not run and passes its input through', async () => {
    const { output } = await run({
      nodes: [set('a', { x: 1 }), { ...fail('b'), disabled: true }, set('c', { got: '{{ previous.x }}' })],
      edges: [edge('a', 'b'), edge('b', 'c')],
    })
    assert.deepEqual(output, { got: 1 })
  })

  it('A join runs with the outputs of the branches that were taken', async () => {
    const graph: TestGraph = {
      nodes: [
        { id: 'check', type: 'if', data: { condition: 'input.big' } },
        set('yes', { branch: 'yes' }),
        set('no', { branch: 'no' }),
        set('both', { branch: 'both' }),
        set('join', { got: '{{ previous }}' }),
      ],
      edges: [
        edge('check', 'yes', 'true'),
        edge('check', 'no', 'false'),
        edge('yes', 'join'),
        edge('no', 'join'),
      ],
    }
    const branches = { ...graph, nodes: graph.nodes.filter(({ id }) => id !== 'both') }
    assert.deepEqual((await run(branches, { big: true })).output, { got: { branch: 'yes' } })
    assert.deepEqual((await run(branches, { big: false })).output, { got: { branch: 'no' } })
    const joined = { ...graph, edges: [...(graph.edges ?? []), edge('both', 'join')] }
    assert.deepEqual((await run(joined, { big: true })).output, {
      got: { both: { branch: 'both' }, yes: { branch: 'yes' } },
    })
  })

  it('An expression that fails ends the execution with the reason', async () => {
    const { error } = await run({ nodes: [set('a', { x: '{{ input.missing.deeper }}' })] })
    assert.equal(error?.code, 'EXPRESSION_FAILED')
    assert.equal(error.node_id, 'a')
    assert.match(error.message, /missing/)
  })

  it('A missing or invalid parameter fails the execution before it starts, and the error names the parameter', async () => {
    const missing = await run({ nodes: [{ id: 'a', type: 'set' }] })
    assert.deepEqual(missing.error, {
      code: 'INVALID_WORKFLOW',
      message: 'Node "a" needs the parameter `values`.',
      node_id: 'a',
    })
    const wrong = await run({ nodes: [set('a', { x: 1 }, { data: { values: {}, keep_input: 'maybe' } })] })
    assert.equal(wrong.error?.code, 'INVALID_WORKFLOW')
    assert.match(wrong.error.message, /`keep_input`/)
  })

  it('An expression whose value is invalid for its parameter fails the execution, and the error names the parameter', async () => {
    const nodes = [set('a', { x: 1 }, { data: { values: {}, keep_input: '{{ "maybe" }}' } })]
    const wrong = await run({ nodes })
    assert.equal(wrong.error?.code, 'INVALID_PARAMETERS')
    assert.match(wrong.error.message, /`keep_input`/)
  })

  it('An output larger than 1 MiB fails the execution, and one just below that completes', async () => {
    const values = (count: number) => ({ text: `{{ "x".repeat(${count}) }}` })
    const large = await run({ nodes: [set('a', values(1024 * 1024))] })
    assert.equal(large.error?.code, 'OUTPUT_TOO_LARGE')
    const fits = await run({ nodes: [set('a', values(1024 * 1024 - 100))] })
    assert.equal(fits.status, 'completed')
  })

  it('An invalid workflow fails the execution and logs every problem', async () => {
    const { status, error, id } = await run({
      nodes: [{ id: 'a', type: 'unknown' }, { id: 'b' }, set('c', { x: '{{ 1 + }}' })],
      edges: [edge('a', 'ghost')],
    })
    assert.equal(status, 'failed')
    assert.equal(error?.code, 'INVALID_WORKFLOW')
    assert.match(error.message, /\(and 3 more; see the log\)$/)
    const logs = await fixture.logs(id)
    assert.equal(logs.length, 4)
    assert.ok(logs.every(({ level }) => level === 'error'))
  })

  it('A chain of 1,000 nodes runs to its end', async () => {
    const ids = Array.from({ length: 1_000 }, (_, n) => `n${n}`)
    const { status, output } = await run({
      nodes: ids.map((id, n) => set(id, { n: n === 0 ? 1 : '{{ previous.n + 1 }}' })),
      edges: ids.slice(1).map((id, n) => edge(`n${n}`, id)),
    })
    assert.equal(status, 'completed')
    assert.deepEqual(output, { n: 1_000 })
  })

  it('An execution does not end before its start when the clock is set back', async () => {
    fixture.holdQueue(engine)
    const accepted = await fixture.accept(engine, await fixture.createWorkflow({ nodes: [] }))
    fixture.time.setBack(60_000)
    fixture.releaseQueue(engine)
    await engine.watch.untilEnd(fixture.account, accepted.id, 1_000, new AbortController().signal)
    const { startedAt, completedAt } = await fixture.read(accepted.id)
    assert.equal(completedAt, startedAt)
    fixture.time.advance(60_000)
  })

  it('An execution finishes on the version with which it was accepted', async () => {
    const workflow = await fixture.createWorkflow({ nodes: [set('a', { version: 1 })] })
    fixture.holdQueue(engine)
    const accepted = await fixture.accept(engine, workflow)
    const nodes = [set('a', { version: 2 })]
    const changed = { ...workflow, nodes, versionId: fixture.ids.next(fixture.time.now()), revision: 2 }
    await fixture.store.write((tx) => fixture.store.workflows.update(tx, changed))
    await fixture.store.write((tx) => fixture.store.workflows.delete(tx, fixture.account, workflow.id, 1))
    fixture.releaseQueue(engine)
    await engine.watch.untilEnd(fixture.account, accepted.id, 1_000, new AbortController().signal)
    assert.deepEqual((await fixture.read(accepted.id)).output, { version: 1 })
  })

  it('An execution of an unknown workflow is not accepted', async () => {
    const workflowId = fixture.ids.next(0)
    assert.equal(await engine.accept({ account: fixture.account, workflowId, input: {} }), undefined)
  })

  it('An execution runs once, however often it is enqueued', async () => {
    const workflow = await fixture.createWorkflow({
      nodes: [{ id: 'a', type: 'log', data: { message: 'once' } }],
    })
    const accepted = await fixture.accept(engine, workflow)
    for (let n = 0; n < 5; n += 1) fixture.enqueue(engine, { id: accepted.id })
    await engine.watch.untilEnd(fixture.account, accepted.id, 1_000, new AbortController().signal)
    fixture.enqueue(engine, { id: accepted.id })
    await new Promise(setImmediate)
    const messages = (await fixture.logs(accepted.id)).map(({ message }) => message)
    assert.deepEqual(messages, ['once', 'Completed: 1 node ran.'])
  })
})
