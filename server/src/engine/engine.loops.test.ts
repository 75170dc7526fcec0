import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { JsonObject } from '#domain/index.ts'
import type { Engine } from './engine.ts'
import { EngineFixture } from './testing/engine-fixture.ts'
import { edges, node, set, type TestGraph } from './testing/test-graph.ts'
import { RecordingKind } from './testing/recording-kind.ts'

describe('Loops', () => {
  let fixture: EngineFixture
  let engine: Engine
  const effect = new RecordingKind()
  before(async () => {
    fixture = await EngineFixture.open()
    engine = await fixture.startEngine({ catalogue: fixture.catalogueWith(effect) })
  })
  after(() => fixture.destroy())

  const run = (graph: TestGraph, input?: JsonObject) => fixture.run(engine, graph, input)
  const keys = async (id: string) =>
    (await fixture.steps(id))
      .filter(({ status }) => status === 'completed' || status === 'failed')
      .map(({ iteration, nodeId }) => `${iteration === undefined ? '' : `${iteration}/`}${nodeId}`)

  it('A `for_each` node runs its body once per item and passes the results on in order', async () => {
    const { output, id } = await run(
      {
        nodes: [
          node('all', 'for_each', { items: '{{ input.list }}' }),
          set('double', { n: '{{ item * 2 }}', at: '{{ index }}', was: '{{ previous }}' }),
          set('done', { results: '{{ previous }}' }),
        ],
        edges: edges('all:each>double', 'all:done>done'),
      },
      { list: [5, 7] },
    )
    assert.deepEqual(output, {
      results: [
        { n: 10, at: 0, was: 5 },
        { n: 14, at: 1, was: 7 },
      ],
    })
    assert.deepEqual(await keys(id), ['all[0]/double', 'all[1]/double', 'all', 'done'])
  })

  it('A `for_each` node without items passes on an empty list', async () => {
    const { output, status } = await run({
      nodes: [
        node('all', 'for_each', { items: [] }),
        set('body', {}),
        set('done', { got: '{{ previous }}' }),
      ],
      edges: edges('all:each>body', 'all:done>done'),
    })
    assert.deepEqual({ status, output }, { status: 'completed', output: { got: [] } })
  })

  it('A `for_each` node without a body passes on its items', async () => {
    const { output } = await run({ nodes: [node('all', 'for_each', { items: [1, 2] })] })
    assert.deepEqual(output, { value: [1, 2] })
  })

  it('An edge from the body back to its loop means the next item', async () => {
    const { output } = await run({
      nodes: [
        node('start', 'start'),
        node('all', 'for_each', { items: [1, 2] }),
        set('body', { n: '{{ item }}' }),
        set('done', { got: '{{ previous }}' }),
      ],
      edges: edges('start>all:each>body>all', 'all:done>done'),
    })
    assert.deepEqual(output, { got: [{ n: 1 }, { n: 2 }] })
  })

  it('A loop with an edge back to it can be the first node', async () => {
    const { output } = await run({
      nodes: [node('all', 'for_each', { items: [1] }), set('body', { n: '{{ item }}' })],
      edges: edges('all:each>body>all'),
    })
    assert.deepEqual(output, { value: [{ n: 1 }] })
  })

  it('Loops can be nested, and inner nodes see the outer iteration', async () => {
    const { output, id } = await run({
      nodes: [
        node('rows', 'for_each', { items: [[1, 2], [3]] }),
        set('row', { name: 'row {{ index }}' }),
        node('cells', 'for_each', { items: '{{ item }}' }),
        set('cell', { text: '{{ nodes.row.output.name }}: {{ item }}' }),
        set('joined', { row: '{{ previous.map(one => one.text) }}' }),
      ],
      edges: edges('rows:each>row>cells:each>cell', 'cells:done>joined'),
    })
    assert.deepEqual(output, {
      value: [{ row: ['row 0: 1', 'row 0: 2'] }, { row: ['row 1: 3'] }],
    })
    assert.ok((await keys(id)).includes('rows[1]/cells[0]/cell'))
  })

  it('Branches join separately in each iteration', async () => {
    const { output } = await run({
      nodes: [
        node('all', 'for_each', { items: [1, 5] }),
        node('big', 'if', { condition: 'item > 3' }),
        set('yes', { size: 'big' }),
        set('no', { size: 'small' }),
        set('join', { item: '{{ item }}', size: '{{ previous.size }}' }),
      ],
      edges: edges('all:each>big', 'big:true>yes>join', 'big:false>no>join'),
    })
    assert.deepEqual(output, {
      value: [
        { item: 1, size: 'small' },
        { item: 5, size: 'big' },
      ],
    })
  })

  it('A loop runs up to `concurrency` items concurrently and keeps their order', async () => {
    let active = 0
    let most = 0
    const releases: (() => void)[] = []
    effect.answer = async ({ parameters }) => {
      active += 1
      most = Math.max(most, active)
      await new Promise<void>((resolve) => {
        // No call ends before three are active: with fewer the run would hang.
        releases.push(resolve)
        if (releases.length >= 3 || parameters['last'] === true)
          for (const release of releases.splice(0)) release()
      })
      active -= 1
      return { ok: true, output: parameters['n'] ?? null }
    }
    const { output } = await run({
      nodes: [
        node('all', 'for_each', { items: [1, 2, 3, 4, 5, 6, 7], concurrency: 3 }),
        node('call', 'effect', { n: '{{ item }}', last: '{{ item == 7 }}' }),
      ],
      edges: edges('all:each>call'),
    })
    assert.deepEqual(output, { value: [1, 2, 3, 4, 5, 6, 7] })
    assert.equal(most, 3)
  })

  describe('Loops with a failing item', () => {
    const failing = (data: JsonObject, more: JsonObject = {}): TestGraph => ({
      nodes: [
        node('all', 'for_each', { items: [1, 2, 3], ...data }, more),
        node('odd', 'if', { condition: 'item == 2' }),
        node('bad', 'fail', { message: 'Two is bad.', code: 'BAD' }),
        set('good', { n: '{{ item }}' }),
        set('done', { got: '{{ previous }}' }),
        set('handled', { was: '{{ previous.error.message }}' }),
      ],
      edges: edges('all:each>odd:true>bad', 'odd:false>good', 'all:done>done', 'all:error>handled'),
    })

    it('A failing item fails the loop, and the error names the inner node', async () => {
      const { status, error } = await run(failing({}))
      assert.equal(status, 'failed')
      assert.deepEqual(error, { code: 'BAD', message: 'Two is bad.', node_id: 'bad' })
    })

    it('A loop with `on_item_error: "collect"` puts the error in the position of the failed item', async () => {
      const { output } = await run(failing({ on_item_error: 'collect' }))
      assert.deepEqual(output, {
        got: [{ n: 1 }, { error: { code: 'BAD', message: 'Two is bad.', node_id: 'bad' } }, { n: 3 }],
      })
    })

    it('A loop with a failing item follows its own `on_error`', async () => {
      const { output } = await run(failing({}, { on_error: 'branch' }))
      assert.deepEqual(output, { was: 'Item 2 failed at "bad": Two is bad.' })
    })

    it('A failed item aborts its active steps and ignores their results', async () => {
      const signals: AbortSignal[] = []
      effect.answer = ({ parameters, signal }) => {
        if (parameters['bad'] === true) return { ok: false, code: 'BAD', message: 'No.' }
        signals.push(signal)
        return new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve({ ok: true, output: 'late' }))
        })
      }
      const { output, id } = await run({
        nodes: [
          node('all', 'for_each', { items: [1], on_item_error: 'collect' }),
          node('slow', 'effect'),
          node('bad', 'effect', { bad: true }),
          set('done', { got: '{{ previous.map(one => one.error.message) }}' }),
        ],
        edges: edges('all:each>slow', 'all:each>bad', 'all:done>done'),
      })
      assert.deepEqual(output, { got: ['No.'] })
      assert.deepEqual(
        signals.map(({ aborted }) => aborted),
        [true],
      )
      assert.deepEqual(await keys(id), ['all[0]/bad', 'all', 'done'])
    })
  })

  it('A `loop` node repeats while its condition is true and sees the output of the previous iteration', async () => {
    const { output } = await run({
      nodes: [
        set('begin', { n: 1 }),
        node('grow', 'loop', { while: 'previous.n < 10' }),
        set('double', { n: '{{ previous.n * 2 }}', iteration: '{{ index }}' }),
        set('done', { got: '{{ previous.map(one => one.n) }}' }),
      ],
      edges: edges('begin>grow:each>double', 'grow:done>done'),
    })
    assert.deepEqual(output, { got: [2, 4, 8, 16] })
  })

  it('The condition of a `loop` node sees the nodes of the latest iteration', async () => {
    const { output } = await run({
      nodes: [
        node('poll', 'loop', { while: 'index == 0 || !nodes.check.output.ready' }),
        set('check', { ready: '{{ index == 2 }}' }),
      ],
      edges: edges('poll:each>check'),
    })
    assert.deepEqual(output, { value: [{ ready: false }, { ready: false }, { ready: true }] })
  })

  it('A `loop` node stops after `max_iterations` and logs a warning', async () => {
    const { status, output, id } = await run({
      nodes: [
        node('endless', 'loop', { while: true, max_iterations: 3 }),
        set('body', { at: '{{ index }}' }),
      ],
      edges: edges('endless:each>body'),
    })
    assert.equal(status, 'completed')
    assert.deepEqual(output, { value: [{ at: 0 }, { at: 1 }, { at: 2 }] })
    const [warning] = await fixture.logs(id)
    assert.equal(warning?.message, 'Stopped after 3 iterations, although the condition is still true.')
  })

  it('A `loop` node fails when its condition cannot be evaluated', async () => {
    const { error } = await run({
      nodes: [node('bad', 'loop', { while: 'input.missing.deeper' }), set('body', {})],
      edges: edges('bad:each>body'),
    })
    assert.equal(error?.code, 'EXPRESSION_FAILED')
    assert.equal(error.node_id, 'bad')
  })

  it('A disabled loop passes its input through and skips its body', async () => {
    const { output } = await run({
      nodes: [
        set('first', { x: 1 }),
        node('all', 'for_each', { items: 'nonsense' }, { disabled: true }),
        node('bad', 'fail', { message: 'ran' }),
        set('done', { got: '{{ previous.x }}' }),
      ],
      edges: edges('first>all:each>bad', 'all:done>done'),
    })
    assert.deepEqual(output, { got: 1 })
  })

  it('The first value that a loop body returns is the output of the execution', async () => {
    const { output } = await run({
      nodes: [
        node('all', 'for_each', { items: [4, 5] }),
        node('out', 'return', { value: { n: '{{ item }}' } }),
      ],
      edges: edges('all:each>out'),
    })
    assert.deepEqual(output, { n: 4 })
  })

  it('A loop body that can be entered from outside is invalid, and the error names the node', async () => {
    const { error } = await run({
      nodes: [
        node('start', 'start'),
        node('all', 'for_each', { items: [1] }),
        set('body', {}),
        set('outside', {}),
      ],
      edges: edges('start>all:each>body', 'start>outside>body'),
    })
    assert.equal(error?.code, 'INVALID_WORKFLOW')
    assert.equal(error.node_id, 'body')
    assert.match(
      error.message,
      /in the body of loop "all", but node "outside" outside the loop also leads to it/,
    )
  })

  it('A loop runs 2,000 items with a body of two nodes', async () => {
    const graph = {
      nodes: [
        node('all', 'for_each', { items: '{{ input.list }}', concurrency: 16 }),
        set('a', { n: '{{ item + 1 }}' }),
        set('b', { n: '{{ previous.n }}' }),
        set('sum', { last: '{{ previous.at(-1).n }}', count: '{{ previous.length }}' }),
      ],
      edges: edges('all:each>a>b', 'all:done>sum'),
    }
    const { output } = await run(graph, { list: Array.from({ length: 2_000 }, (_, n) => n) })
    assert.deepEqual(output, { last: 2000, count: 2000 })
  })
})
