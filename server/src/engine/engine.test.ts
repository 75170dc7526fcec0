import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import type { Engine } from './engine.ts'
import { type Drawing, EngineFixture } from './testing/engine-fixture.ts'

const set = (id: string, values: JsonValue, more: JsonObject = {}): JsonObject => ({
  id,
  type: 'set',
  data: { values },
  ...more,
})
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

describe('an execution', () => {
  let home: EngineFixture
  let engine: Engine
  before(async () => {
    home = await EngineFixture.open()
    engine = await home.startEngine()
  })
  after(() => home.destroy())

  const run = (drawing: Drawing, input?: JsonObject) => home.run(engine, drawing, input)

  it('of nothing completes with nothing', async () => {
    const { status, output, error, completedAt } = await run({ nodes: [] })
    assert.deepEqual({ status, output, error }, { status: 'completed', output: {}, error: null })
    assert.equal(completedAt, home.time.now())
  })

  it('sees input, variables, previous, other nodes by id and name, and itself', async () => {
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

  it('fails with the failure of a node, where it happened, and runs nothing behind it', async () => {
    const { status, output, error, id } = await run({
      nodes: [fail('a'), set('b', { ran: true })],
      edges: [edge('a', 'b')],
    })
    assert.equal(status, 'failed')
    assert.deepEqual(output, {})
    assert.deepEqual(error, { code: 'NO_STOCK', message: 'No stock.', node_id: 'a' })
    assert.deepEqual(
      (await home.logs(id)).map(({ level, message, node_id }) => ({ level, message, node_id })),
      [{ level: 'error', message: 'No stock.', node_id: 'a' }],
    )
  })

  it('goes on with the error as output where a node says `continue`', async () => {
    const { status, output } = await run({
      nodes: [fail('a', 'continue'), set('b', { seen: '{{ previous.error.code }}' }), set('c', { no: 1 })],
      edges: [edge('a', 'b'), edge('a', 'c', 'error')],
    })
    assert.equal(status, 'completed')
    assert.deepEqual(output, { seen: 'NO_STOCK' })
  })

  it('takes the edge `error` where a node says `branch`, and only that', async () => {
    const { status, output } = await run({
      nodes: [
        fail('a', 'branch'),
        set('main', { no: 1 }),
        set('mended', { was: '{{ previous.error.message }}' }),
      ],
      edges: [edge('a', 'main'), edge('a', 'mended', 'error')],
    })
    assert.equal(status, 'completed')
    assert.deepEqual(output, { was: 'No stock.' })
  })

  it('does not take the edge `error` of a node that succeeds', async () => {
    const { output } = await run({
      nodes: [set('a', { fine: true }, { on_error: 'branch' }), set('mended', { no: 1 })],
      edges: [edge('a', 'mended', 'error')],
    })
    assert.deepEqual(output, { fine: true })
  })

  it('passes through a disabled node what came in, whatever its parameters', async () => {
    const { output } = await run({
      nodes: [set('a', { x: 1 }), { ...fail('b'), disabled: true }, set('c', { got: '{{ previous.x }}' })],
      edges: [edge('a', 'b'), edge('b', 'c')],
    })
    assert.deepEqual(output, { got: 1 })
  })

  it('joins branches of which only some were taken', async () => {
    const drawing: Drawing = {
      nodes: [
        { id: 'check', type: 'if', data: { condition: 'input.big' } },
        set('yes', { way: 'yes' }),
        set('no', { way: 'no' }),
        set('both', { way: 'both' }),
        set('join', { got: '{{ previous }}' }),
      ],
      edges: [
        edge('check', 'yes', 'true'),
        edge('check', 'no', 'false'),
        edge('yes', 'join'),
        edge('no', 'join'),
      ],
    }
    const alone = { ...drawing, nodes: drawing.nodes.filter(({ id }) => id !== 'both') }
    assert.deepEqual((await run(alone, { big: true })).output, { got: { way: 'yes' } })
    assert.deepEqual((await run(alone, { big: false })).output, { got: { way: 'no' } })
    const joined = { ...drawing, edges: [...(drawing.edges ?? []), edge('both', 'join')] }
    assert.deepEqual((await run(joined, { big: true })).output, {
      got: { both: { way: 'both' }, yes: { way: 'yes' } },
    })
  })

  it('fails when an expression fails, with the reason in words', async () => {
    const { error } = await run({ nodes: [set('a', { x: '{{ input.missing.deeper }}' })] })
    assert.equal(error?.code, 'EXPRESSION_FAILED')
    assert.equal(error.node_id, 'a')
    assert.match(error.message, /missing/)
  })

  it('does not begin when a parameter is missing or of the wrong kind, and names it', async () => {
    const missing = await run({ nodes: [{ id: 'a', type: 'set' }] })
    assert.deepEqual(missing.error, {
      code: 'INVALID_WORKFLOW',
      message: 'Node "a" lacks the parameter `values`.',
      node_id: 'a',
    })
    const wrong = await run({ nodes: [set('a', { x: 1 }, { data: { values: {}, keep_input: 'maybe' } })] })
    assert.equal(wrong.error?.code, 'INVALID_WORKFLOW')
    assert.match(wrong.error.message, /`keep_input`/)
  })

  it('fails when what an expression gives does not fit, and names the parameter', async () => {
    const nodes = [set('a', { x: 1 }, { data: { values: {}, keep_input: '{{ "maybe" }}' } })]
    const wrong = await run({ nodes })
    assert.equal(wrong.error?.code, 'INVALID_PARAMETERS')
    assert.match(wrong.error.message, /`keep_input`/)
  })

  it('fails when an output is larger than a mebibyte, and takes one just below', async () => {
    const values = (count: number) => ({ text: `{{ "x".repeat(${count}) }}` })
    const large = await run({ nodes: [set('a', values(1024 * 1024))] })
    assert.equal(large.error?.code, 'OUTPUT_TOO_LARGE')
    const fits = await run({ nodes: [set('a', values(1024 * 1024 - 100))] })
    assert.equal(fits.status, 'completed')
  })

  it('fails, and says all that is to be mended, when the drawing cannot run', async () => {
    const { status, error, id } = await run({
      nodes: [{ id: 'a', type: 'nothing' }, { id: 'b' }, set('c', { x: '{{ 1 + }}' })],
      edges: [edge('a', 'ghost')],
    })
    assert.equal(status, 'failed')
    assert.equal(error?.code, 'INVALID_WORKFLOW')
    assert.match(error.message, /\(and 3 more; see the log\)$/)
    const logs = await home.logs(id)
    assert.equal(logs.length, 4)
    assert.ok(logs.every(({ level }) => level === 'error'))
  })

  it('runs a chain of a thousand nodes', async () => {
    const ids = Array.from({ length: 1_000 }, (_, n) => `n${n}`)
    const { status, output } = await run({
      nodes: ids.map((id, n) => set(id, { n: n === 0 ? 1 : '{{ previous.n + 1 }}' })),
      edges: ids.slice(1).map((id, n) => edge(`n${n}`, id)),
    })
    assert.equal(status, 'completed')
    assert.deepEqual(output, { n: 1_000 })
  })

  it('never ends before it began, when the clock is set back meanwhile', async () => {
    home.holdQueue(engine)
    const accepted = await home.accept(engine, await home.createWorkflow({ nodes: [] }))
    home.time.setBack(60_000)
    home.releaseQueue(engine)
    await engine.watch.untilEnd(home.account, accepted.id, 1_000, new AbortController().signal)
    const { startedAt, completedAt } = await home.read(accepted.id)
    assert.equal(completedAt, startedAt)
    home.time.pass(60_000)
  })

  it('finishes on the version it was accepted with', async () => {
    const workflow = await home.createWorkflow({ nodes: [set('a', { version: 1 })] })
    home.holdQueue(engine)
    const accepted = await home.accept(engine, workflow)
    const nodes = [set('a', { version: 2 })]
    const changed = { ...workflow, nodes, versionId: home.ids.next(home.time.now()), revision: 2 }
    await home.store.write((tx) => home.store.workflows.update(tx, changed))
    await home.store.write((tx) => home.store.workflows.delete(tx, home.account, workflow.id, 1))
    home.releaseQueue(engine)
    await engine.watch.untilEnd(home.account, accepted.id, 1_000, new AbortController().signal)
    assert.deepEqual((await home.read(accepted.id)).output, { version: 1 })
  })

  it('is not accepted for a workflow that is not there', async () => {
    const workflowId = home.ids.next(0)
    assert.equal(await engine.accept({ account: home.account, workflowId, input: {} }), undefined)
  })

  it('runs once, however often it is enqueued', async () => {
    const workflow = await home.createWorkflow({
      nodes: [{ id: 'a', type: 'log', data: { message: 'once' } }],
    })
    const accepted = await home.accept(engine, workflow)
    for (let n = 0; n < 5; n += 1) home.enqueue(engine, { id: accepted.id })
    await engine.watch.untilEnd(home.account, accepted.id, 1_000, new AbortController().signal)
    home.enqueue(engine, { id: accepted.id })
    await new Promise(setImmediate)
    const messages = (await home.logs(accepted.id)).map(({ message }) => message)
    assert.deepEqual(messages, ['once', 'Completed: 1 node ran.'])
  })
})
