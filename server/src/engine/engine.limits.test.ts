import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { EngineFixture } from './testing/engine-fixture.ts'
import { RecordingKind } from './testing/recording-kind.ts'
import { edges, node, set } from './testing/test-graph.ts'

describe('Limits of an execution', () => {
  let fixture: EngineFixture
  beforeEach(async () => {
    fixture = await EngineFixture.open()
  })
  afterEach(() => fixture.destroy())

  /** What its log has as errors. */
  const errorsOf = async (id: string) =>
    (await fixture.logs(id))
      .filter(({ level }) => level === 'error')
      .map(({ message, node_id }) => ({ message, node_id }))

  it('A run with too many steps fails', async () => {
    const engine = await fixture.startEngine({ limits: { steps: 50 } })
    const { id, error } = await fixture.run(engine, {
      nodes: [node('endless', 'loop', { while: true, max_iterations: 100 }), set('body', {})],
      edges: edges('endless:each>body'),
    })
    assert.deepEqual(error, {
      code: 'TOO_MANY_STEPS',
      message: 'The run has more than 50 steps. Split the work into sub-workflows.',
      node_id: null,
    })
    assert.deepEqual(await errorsOf(id), [{ message: error.message, node_id: 'body' }])
  })

  it('A run whose outputs are too large in total fails', async () => {
    const engine = await fixture.startEngine({ limits: { executionSize: 10_000 } })
    const { id, error } = await fixture.run(engine, {
      nodes: [node('endless', 'loop', { while: true }), set('body', { text: '{{ "x".repeat(3000) }}' })],
      edges: edges('endless:each>body'),
    })
    assert.equal(error?.code, 'EXECUTION_TOO_LARGE')
    assert.deepEqual(await errorsOf(id), [{ message: error.message, node_id: 'body' }])
  })

  it('A step whose parameters refer to a large value too often fails before its node runs', async () => {
    const effect = new RecordingKind()
    const engine = await fixture.startEngine({ catalogue: fixture.catalogueWith(effect) })
    // Longer than any string of JavaScript can be.
    const list = Array.from({ length: 6_000 }, () => '{{ input }}')
    for (const kind of ['effect', 'log', 'for_each']) {
      const graph = { nodes: [node('a', kind, { message: 'All', items: list, data: '{{ input }}' })] }
      const { error } = await fixture.run(engine, graph, { text: 'x'.repeat(100_000) })
      assert.deepEqual(error, {
        code: 'PARAMETERS_TOO_LARGE',
        message:
          'The parameters of this step are larger than 32 MiB together; the largest one is `items`. Pass on only what the node needs, or split the work, for example with a `for_each`.',
        node_id: 'a',
      })
    }
    assert.deepEqual(effect.calls, [])
    assert.deepEqual(fixture.loggedProblems, [])
  })

  it('A run whose log is too large fails, and its log ends with what still fitted', async () => {
    const engine = await fixture.startEngine({ limits: { executionSize: 10_000 } })
    const { id, error } = await fixture.run(engine, {
      nodes: [
        node('endless', 'loop', { while: true }),
        node('body', 'log', { message: 'All', data: { text: '{{ "x".repeat(3000) }}' } }),
      ],
      edges: edges('endless:each>body'),
    })
    assert.deepEqual(error, {
      code: 'EXECUTION_TOO_LARGE',
      message:
        'The outputs of all steps and the log together are larger than 10000 characters. Split the work into sub-workflows.',
      node_id: 'body',
    })
    assert.equal((await fixture.logs(id)).filter(({ data }) => data !== undefined).length, 3)
  })

  it('Failures that are collected count as well', async () => {
    const engine = await fixture.startEngine({ limits: { executionSize: 20_000 } })
    const { error } = await fixture.run(engine, {
      nodes: [
        node('all', 'for_each', { items: [1, 2, 3, 4], on_item_error: 'collect' }),
        node('body', 'fail', { message: '{{ "x".repeat(3000) }}' }),
      ],
      edges: edges('all:each>body'),
    })
    assert.equal(error?.code, 'EXECUTION_TOO_LARGE')
  })

  it('Failures of attempts that are retried count as well, also those from before a wait', async () => {
    const engine = await fixture.startEngine({ limits: { executionSize: 20_000 } })
    for (const initial_ms of [0, 600_000]) {
      const retry = { max_attempts: 50, backoff: 'fixed', initial_ms }
      const graph = { nodes: [{ ...node('body', 'fail', { message: '{{ "x".repeat(3000) }}' }), retry }] }
      const { id } = await fixture.accept(engine, await fixture.createWorkflow(graph))
      for (let turn = 0; turn < 2_000 && (await fixture.read(id)).status !== 'failed'; turn += 1) {
        fixture.time.advance(600_000)
        await new Promise(setImmediate)
      }
      assert.equal((await fixture.read(id)).error?.code, 'EXECUTION_TOO_LARGE')
      const attempts = (await fixture.steps(id)).filter(({ status }) => status === 'retrying')
      // Each is in the journal and in the log.
      assert.equal(attempts.length, 3)
    }
  })

  it('The log from before a wait counts', async () => {
    const limits = { executionSize: 10_000 }
    const log = { message: 'All', data: { text: '{{ "x".repeat(3000) }}' } }
    const wait = { for: 'event', event: 'go' }
    const graph = {
      nodes: [node('endless', 'loop', { while: true }), node('body', 'log', log), node('wait', 'wait', wait)],
      edges: edges('endless:each>body>wait'),
    }
    const engine = await fixture.startEngine({ limits })
    const { id } = await fixture.accept(engine, await fixture.createWorkflow(graph))
    for (let round = 0; round < 3; round += 1) {
      await fixture.waitForStatus(id, 'pending')
      await fixture.signal(engine, id, { event: 'go', waitId: null, data: {} })
    }
    assert.equal((await fixture.waitForStatus(id, 'failed')).error?.code, 'EXECUTION_TOO_LARGE')
  })

  it('A long log is written in parts', async () => {
    const written: number[] = []
    const { journal } = fixture.store
    const engine = await fixture.startEngine({
      journal: {
        ...journal,
        checkpoint(checkpoint) {
          written.push(JSON.stringify(checkpoint.logs).length)
          return journal.checkpoint(checkpoint)
        },
      },
    })
    const { status } = await fixture.run(engine, {
      nodes: [
        node('all', 'for_each', { items: [1, 2, 3, 4, 5, 6, 7, 8] }),
        node('body', 'log', { message: '{{ "x".repeat(800000) }}' }),
      ],
      edges: edges('all:each>body'),
    })
    assert.equal(status, 'completed')
    assert.ok(Math.max(...written) < 2_000_000, `${Math.max(...written)} characters at once`)
  })
})
