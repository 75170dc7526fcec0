import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { PiscinaWorkerPool, ProcessSandbox, systemScheduler } from '#adapters/index.ts'
import type { JsonObject } from '#domain/index.ts'
import type { Engine } from '#engine/engine.ts'
import { nodeCatalogue, shadowNodeKinds } from '#nodes/index.ts'
import type { NodeResult } from '#ports/index.ts'
import { EngineFixture, type Stimulus } from '../testing/engine-fixture.ts'
import { ManualThread } from '../testing/manual-thread.ts'
import { RecordingKind } from '../testing/recording-kind.ts'
import { edges, node, set, type TestGraph } from '../testing/test-graph.ts'
import { Turns } from '../turns/turns.ts'
import { type ShadowRun, ShadowRuns } from './shadow-runs.ts'

describe('Shadow runs', () => {
  const effect = new RecordingKind()
  const sandbox = new ProcessSandbox()
  let fixture: EngineFixture
  let engine: Engine
  let shadow: ShadowRuns
  /** One whose runs get their turns late. */
  let lateShadow: ShadowRuns
  before(async () => {
    fixture = await EngineFixture.open()
    engine = await fixture.startEngine({ catalogue: fixture.catalogueWith(effect) })
    const unusable = new RecordingKind()
    unusable.run = () => assert.fail('A shadow run called the effect.')
    const shadowWith = (turns: Turns) =>
      new ShadowRuns({
        workflows: fixture.store.workflows,
        catalogue: nodeCatalogue([
          ...shadowNodeKinds(
            { sandbox, workers: new PiscinaWorkerPool() },
            { credentialTypes: [], check: () => [] },
          ),
          unusable,
        ]),
        scheduler: systemScheduler,
        turns,
        ids: fixture.ids,
        links: { of: ({ waitId, kind }) => ({ [kind]: `https://example.com/${waitId}` }) },
        log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: fail },
      })
    shadow = shadowWith(new Turns(new ManualThread()))
    lateShadow = shadowWith(new Turns(new LateThread()))
  })
  after(async () => {
    await fixture.destroy()
    await sandbox.close()
  })

  interface Past {
    readonly input?: JsonObject
    readonly stimuli?: readonly Stimulus[]
    readonly answer?: typeof effect.answer
  }

  /** Runs a graph for real, and then another one as its shadow. */
  async function tryOn(graph: TestGraph, draft: TestGraph, past: Past = {}): Promise<ShadowRun> {
    effect.answer = past.answer ?? (({ parameters }) => ({ ok: true, output: { sent: parameters } }))
    const run = await fixture.run(engine, graph, past.input, past.stimuli)
    return shadowOf(run.id, draft)
  }

  async function shadowOf(
    id: string,
    { nodes, edges: lines = [], variables = {} }: TestGraph,
    signal = NEVER,
    shadows = shadow,
  ) {
    const execution = await fixture.read(id)
    const original = { execution, entries: await fixture.steps(id) }
    const definition = { nodes, edges: lines, variables }
    const compiled = await shadows.compile(execution.accountId, execution.workflowId, definition)
    const stored = JSON.stringify([execution, original.entries])
    const result = await shadows.run(original, compiled, signal)
    const again = [await fixture.read(id), await fixture.steps(id)]
    assert.equal(JSON.stringify(again), stored, 'the original run does not change')
    return result
  }

  const ORDER: TestGraph = {
    nodes: [
      node('start', 'start'),
      set('total', { sum: '{{ input.price * 2 }}' }),
      node('charge', 'effect', { amount: '{{ previous.sum }}' }),
      set('end', { paid: '{{ previous.sent.amount }}' }),
    ],
    edges: edges('start>total>charge>end'),
  }
  const withNode = (graph: TestGraph, changed: JsonObject): TestGraph => ({
    ...graph,
    nodes: graph.nodes.map((one) => (one['id'] === changed['id'] ? changed : one)),
  })

  it('An unchanged definition ends in the same way, in every step', async () => {
    const sub = await fixture.createWorkflow({ nodes: [set('sub', { from: 'sub' })] })
    const graph: TestGraph = {
      nodes: [
        node('start', 'start'),
        node('each', 'for_each', { items: '{{ input.items }}', concurrency: 2 }),
        node('call', 'effect', { item: '{{ item }}', now: '{{ now }}' }),
        node('again', 'loop', { while: 'index < 3', max_iterations: 5 }),
        node('step', 'effect', { index: '{{ index }}' }),
        node('pause', 'delay', { seconds: 60 }),
        node('event', 'wait', { for: 'event', event: 'go', match: 'event.data.n > 1' }),
        node('code', 'code', { code: 'return { random: Math.random(), previous }' }),
        node('sub', 'workflow', { workflow_id: sub.id, input: {}, wait: true }),
        node('detached', 'workflow', { workflow_id: sub.id, input: {}, wait: false }),
        set('end', { at: '{{ now }}', execution: '{{ execution.id }}', all: '{{ nodes["each"].output }}' }),
      ],
      edges: edges(
        'start>each',
        'each:each>call',
        'each:done>again',
        'again:each>step',
        'again:done>pause>event>code>sub>detached>end',
      ),
    }
    const run = await tryOn(graph, graph, {
      input: { items: [1, 2, 3] },
      stimuli: [{ event: 'go', data: { n: 2 } }, { seconds: 61 }],
    })
    assert.equal(run.before.status, 'completed', JSON.stringify(run.before.error))
    assert.deepEqual(run.unanswered, [])
    assert.deepEqual(run.differences, [])
    assert.deepEqual([run.isSame, run.isAborted], [true, false])
    assert.deepEqual(run.after, run.before)
  })

  it('A pure change shows the first step that differs and the new output', async () => {
    const changed = await tryOn(
      ORDER,
      withNode(ORDER, set('end', { paid: '{{ previous.sent.amount + 1 }}' })),
      { input: { price: 5 } },
    )
    assert.deepEqual([changed.isSame, changed.unanswered.length], [false, 0])
    assert.deepEqual([changed.before.output, changed.after?.output], [{ paid: 10 }, { paid: 11 }])
    assert.deepEqual(
      changed.differences.map(({ key }) => key),
      ['end'],
    )
  })

  it('A request that changed has no answer, and what depends on it is not guessed', async () => {
    const changed = await tryOn(ORDER, withNode(ORDER, set('total', { sum: '{{ input.price * 3 }}' })), {
      input: { price: 5 },
    })
    assert.deepEqual(changed.unanswered, [
      { nodeId: 'charge', iteration: undefined, reason: 'changed_request', parameters: ['amount'] },
    ])
    assert.deepEqual([changed.after, changed.isSame], [undefined, false])
    assert.deepEqual(
      changed.differences.map(({ key }) => key),
      ['total'],
    )
  })

  it('A new credential is a changed request', async () => {
    const id = fixture.ids.next(1)
    const draft = withNode(ORDER, { ...(ORDER.nodes[2] as JsonObject), credential_id: id })
    const changed = await tryOn(ORDER, draft, { input: { price: 1 } })
    assert.deepEqual(
      changed.unanswered.map(({ reason, parameters }) => [reason, parameters]),
      [['changed_request', ['credential_id']]],
    )
  })

  it('A new node and a node that the run did not reach have no answer', async () => {
    const branch = (condition: string, more: readonly JsonObject[] = []): TestGraph => ({
      nodes: [node('if', 'if', { condition }), node('yes', 'effect'), node('no', 'effect'), ...more],
      edges: edges('if:true>yes', 'if:false>no', ...(more.length > 0 ? ['yes>new'] : [])),
    })
    const moved = await tryOn(branch('true'), branch('false'))
    assert.deepEqual(
      moved.unanswered.map(({ nodeId, reason }) => [nodeId, reason]),
      [['no', 'not_requested']],
    )
    const added = await tryOn(branch('true'), branch('true', [node('new', 'effect')]))
    assert.deepEqual(
      added.unanswered.map(({ nodeId, reason }) => [nodeId, reason]),
      [['new', 'new_node']],
    )
  })

  it('Steps beside a request without an answer still run', async () => {
    const graph = (value: number): TestGraph => ({
      nodes: [
        node('start', 'start'),
        node('call', 'effect', { value }),
        set('after', {}),
        set('beside', { value }),
      ],
      edges: edges('start>call>after', 'start>beside'),
    })
    const run = await tryOn(graph(1), graph(2))
    assert.deepEqual(
      run.unanswered.map(({ nodeId }) => nodeId),
      ['call'],
    )
    assert.deepEqual(
      run.differences.map(({ key }) => key),
      ['beside'],
    )
  })

  it('A run that gets its turns late finds the same', async () => {
    const { id: subId } = await fixture.createWorkflow({ nodes: [set('sub', {})] })
    const graph = (value: number): TestGraph => ({
      nodes: [
        node('start', 'start'),
        node('sub', 'workflow', { workflow_id: subId, input: { value } }),
        node('call', 'effect', { value }),
        set('beside', { value }),
      ],
      edges: edges('start>sub', 'start>call', 'start>beside'),
    })
    effect.answer = () => ({ ok: true, output: {} })
    const { id } = await fixture.run(engine, graph(1))
    const same = await shadowOf(id, graph(1), NEVER, lateShadow)
    assert.deepEqual([same.isSame, same.differences], [true, []])
    const changed = await shadowOf(id, graph(2), NEVER, lateShadow)
    assert.deepEqual(
      changed.unanswered.map(({ nodeId }) => nodeId),
      ['sub', 'call'],
    )
    assert.deepEqual(
      changed.differences.map(({ key }) => key),
      ['beside'],
    )
  })

  it('A step that computes in many turns may be dropped, because the run ends or is aborted', async () => {
    const items = Array.from({ length: 20_000 }, (_, at) => ({ n: -at }))
    const graph = (value: string): TestGraph => ({
      nodes: [
        node('start', 'start'),
        node('sort', 'sort', { items: '{{ input.items }}', by: [{ field: 'n' }] }),
        set('check', { value }),
      ],
      edges: edges('start>sort', 'start>check'),
    })
    const { id, error } = await fixture.run(engine, graph('{{ 1 }}'), { items })
    assert.equal(error, null)
    const failed = await shadowOf(id, graph('{{ input.missing.member }}'), NEVER, lateShadow)
    assert.equal(failed.after?.status, 'failed')
    for (const ms of [20, 40, 80]) {
      const aborted = await shadowOf(id, graph('{{ 2 }}'), AbortSignal.timeout(ms), lateShadow)
      assert.equal(aborted.isAborted, true)
    }
  })

  it('More unanswered requests than may run at the same time are all reported', async () => {
    const wide = (value: number): TestGraph => ({
      nodes: [
        node('loop', 'for_each', { items: '{{ input.items }}', concurrency: 50 }),
        node('call', 'effect', { value }),
      ],
      edges: edges('loop:each>call'),
    })
    const run = await tryOn(wide(1), wide(2), { input: { items: Array.from({ length: 40 }, (_, n) => n) } })
    assert.equal(run.unanswered.length, 40)
    assert.equal(run.unanswered[0]?.iteration, 'loop[0]')
  })

  it('A request that no longer happens is a change, even if the output stays the same', async () => {
    const graph: TestGraph = {
      nodes: [node('start', 'start'), node('mail', 'effect'), set('end', { done: true })],
      edges: edges('start>mail>end'),
    }
    const draft: TestGraph = {
      nodes: [node('start', 'start'), set('end', { done: true })],
      edges: edges('start>end'),
    }
    const run = await tryOn(graph, draft)
    assert.deepEqual([run.after?.output, run.isSame], [{ done: true }, false])
    assert.deepEqual(
      run.differences.map(({ key, after: found }) => [key, found]),
      [['mail', undefined]],
    )
    const disabled = await tryOn(graph, withNode(graph, node('mail', 'effect', {}, { disabled: true })))
    assert.equal(disabled.isSame, false)
  })

  it('A step in between that differs without consequences leaves the outcome the same', async () => {
    const graph = (extra: JsonObject): TestGraph => ({
      nodes: [set('between', { a: 1, ...extra }), set('end', { a: '{{ previous.a }}' })],
      edges: edges('between>end'),
    })
    const run = await tryOn(graph({}), graph({ b: 2 }))
    assert.equal(run.isSame, true)
    assert.deepEqual(
      run.differences.map(({ key }) => key),
      ['between'],
    )
  })

  it('Attempts that were retried are not repeated, and a recorded failure takes the course of the draft', async () => {
    let attempts = 0
    const flaky = (call: { attempt: number }): NodeResult => {
      attempts += 1
      return call.attempt < 2 ? { ok: false, code: 'DOWN', message: 'Down.' } : { ok: true, output: 'up' }
    }
    const retried: TestGraph = {
      nodes: [node('call', 'effect', {}, { retry: { max_attempts: 2, initial_ms: 60_000 } })],
    }
    const run = await tryOn(retried, retried, { answer: flaky, stimuli: [{ seconds: 200 }] })
    assert.deepEqual([attempts, run.isSame], [2, true])

    const down = (): NodeResult => ({ ok: false, code: 'DOWN', message: 'Down.' })
    const failing: TestGraph = { nodes: [node('call', 'effect')] }
    assert.equal((await tryOn(failing, failing, { answer: down })).isSame, true)
    const caught: TestGraph = {
      nodes: [
        node('call', 'effect', {}, { on_error: 'branch', retry: { max_attempts: 9 } }),
        set('rescue', { ok: 1 }),
      ],
      edges: edges('call:error>rescue'),
    }
    const rescued = await tryOn(failing, caught, { answer: down })
    assert.deepEqual([rescued.before.status, rescued.after?.output], ['failed', { ok: 1 }])
  })

  it('Branches finish in the recorded order', async () => {
    const graph: TestGraph = {
      nodes: [
        node('start', 'start'),
        node('slow', 'effect', { name: 'slow' }),
        node('quick', 'effect', { name: 'quick' }),
        set('first', { winner: '{{ previous.sent.name }}' }, {}),
      ],
      edges: edges('start>slow>first', 'start>quick>first'),
    }
    const joined = withNode(
      graph,
      node('first', 'set', { values: { winner: '{{ previous }}' }, join: 'first' }),
    )
    let release: (() => void) | undefined
    const run = await tryOn(joined, joined, {
      answer: ({ parameters }) => {
        const output = parameters['name'] as string
        if (output === 'quick') {
          queueMicrotask(() => release?.())
          return { ok: true, output }
        }
        return new Promise((resolve) => {
          release = () => setImmediate(() => resolve({ ok: true, output }))
        })
      },
    })
    assert.deepEqual(run.before.output, { winner: 'quick' })
    assert.deepEqual(run.after?.output, { winner: 'quick' })
    assert.equal(run.isSame, true)
  })

  it('Code runs again only if the code or what it reads has changed', async () => {
    const graph = (code: string, factor: number): TestGraph => ({
      nodes: [set('in', { factor, other: 1 }), node('code', 'code', { code })],
      edges: edges('in>code'),
    })
    const random = 'return { n: Math.random() }'
    assert.equal((await tryOn(graph(random, 1), graph(random, 2))).after?.output['n'] !== undefined, true)
    const unread = await tryOn(graph(random, 1), graph(random, 2))
    assert.deepEqual(unread.after, unread.before, 'the code does not read what changed')
    const times = 'return { n: previous.factor * 10 }'
    const changed = await tryOn(graph(times, 1), graph(times, 2))
    assert.deepEqual([changed.before.output, changed.after?.output], [{ n: 10 }, { n: 20 }])
    const broken = await tryOn(graph(times, 1), graph('throw new Error("x")', 1))
    assert.equal(broken.after?.error?.code, 'CODE_FAILED')
  })

  it('A run that ended before an answer came has none', async () => {
    const graph: TestGraph = {
      nodes: [node('ask', 'wait', { for: 'approval', subject: 'x', message: 'OK?' }), set('end', {})],
      edges: edges('ask:approved>end'),
    }
    const { id } = await fixture.accept(engine, await fixture.createWorkflow(graph))
    await fixture.waitForStatus(id, 'pending')
    await fixture.cancel(engine, id)
    const run = await shadowOf(id, graph)
    assert.deepEqual(
      run.unanswered.map(({ nodeId, reason }) => [nodeId, reason]),
      [['ask', 'unanswered']],
    )
  })

  it('A response to the caller is computed, not answered from the record', async () => {
    const graph = (status: number): TestGraph => ({ nodes: [node('answer', 'respond', { status })] })
    const run = await tryOn(graph(200), graph(201))
    assert.deepEqual([run.unanswered, run.isSame], [[], false])
    assert.equal(run.after?.output['status'], 201)
  })

  it('Pins are not used, and a definition with problems fails as it would live', async () => {
    const graph: TestGraph = { nodes: [node('call', 'effect')] }
    const pinned: TestGraph = { nodes: [{ ...node('call', 'effect'), pinned_output: { pinned: true } }] }
    assert.equal((await tryOn(graph, pinned)).isSame, true)
    const broken = await tryOn(graph, { nodes: [node('call', 'no such type')] })
    assert.equal(broken.after?.error?.code, 'INVALID_WORKFLOW')
  })

  it('An endless loop of the draft can be aborted', async () => {
    const graph: TestGraph = { nodes: [node('start', 'start')] }
    const endless: TestGraph = {
      nodes: [
        node('start', 'start'),
        node('again', 'loop', { while: 'true', max_iterations: 10_000 }),
        node('pause', 'delay', { seconds: 1 }),
      ],
      edges: edges('start>again', 'again:each>pause'),
    }
    effect.answer = () => ({ ok: true, output: {} })
    const { id } = await fixture.run(engine, graph)
    const run = await shadowOf(id, endless, AbortSignal.timeout(50))
    assert.deepEqual([run.isAborted, run.after], [true, undefined])
  })
})

const NEVER = new AbortController().signal

/** Every step takes a whole slice, and the next turn of the event loop comes late. */
class LateThread extends ManualThread {
  override msPerLook = 10

  override nextTurn(callback: () => void): void {
    systemScheduler.after(5, () => super.nextTurn(callback))
  }
}

function fail(_fields: object, message: string): void {
  assert.fail(message)
}
