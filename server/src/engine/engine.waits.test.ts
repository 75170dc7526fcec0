import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import type { Engine } from './engine.ts'
import { waitIdOf as waitIdOfStep } from './run/linked-waits.ts'
import { EngineFixture } from './testing/engine-fixture.ts'
import { neverAnswers, RecordingKind } from './testing/recording-kind.ts'
import { edges, node, set, type TestGraph } from './testing/test-graph.ts'

const YEAR_MS = 365 * 24 * 3_600_000

describe('Waits', () => {
  let fixture: EngineFixture
  let engine: Engine
  beforeEach(async () => {
    fixture = await EngineFixture.open()
    engine = await fixture.startEngine()
  })
  afterEach(() => fixture.destroy())

  async function accept(graph: TestGraph, input: JsonObject = {}): Promise<string> {
    const accepted = await fixture.accept(engine, await fixture.createWorkflow(graph), input)
    return accepted.id
  }
  const send = (id: string, event: string, data: JsonValue = {}) =>
    fixture.signal(engine, id, { event, data, waitId: null })
  const waitIdOf = async (id: string) => {
    const waiting = (await fixture.steps(id)).find(({ status }) => status === 'waiting')
    return waiting !== undefined && 'waitId' in waiting ? waiting.waitId : assert.fail('no step is waiting')
  }
  const waitFor = (data: JsonObject): TestGraph => ({
    nodes: [
      node('wait', 'wait', data),
      set('main', { got: '{{ previous }}' }),
      set('late', { late: '{{ previous.timed_out }}' }),
    ],
    edges: edges('wait>main', 'wait:timeout>late'),
  })

  describe('Waits for a time', () => {
    const delayed: TestGraph = {
      nodes: [
        set('a', { x: 1 }),
        node('pause', 'delay', { seconds: 3600 }),
        set('b', { got: '{{ previous.x }}' }),
      ],
      edges: edges('a>pause>b'),
    }

    it('An execution with a delay is parked as pending and continues with the input of the delay when it ends', async () => {
      const id = await accept(delayed)
      await fixture.waitForStatus(id, 'pending')
      fixture.time.advance(3_599_000)
      await new Promise(setImmediate)
      assert.equal((await fixture.read(id)).status, 'pending')
      fixture.time.advance(1_000)
      assert.deepEqual((await fixture.waitForStatus(id, 'completed')).output, { got: 1 })
    })

    it('An execution is parked with thousands of delays, and continues when they end', async () => {
      const delays = Array.from({ length: 300 }, (_, index) => `d${index}`)
      const id = await accept(
        {
          nodes: [
            node('loop', 'for_each', { items: '{{ input.items }}', concurrency: 16 }),
            ...delays.map((name) => node(name, 'delay', { seconds: 3600 })),
            set('end', { count: '{{ previous.length }}' }),
          ],
          edges: edges(...delays.map((name) => `loop:each>${name}`), 'loop:done>end'),
        },
        { items: Array.from({ length: 16 }, (_, index) => index) },
      )
      await fixture.waitForStatus(id, 'pending')
      fixture.time.advance(3_600_000)
      assert.deepEqual((await fixture.waitForStatus(id, 'completed')).output, { count: 16 })
    })

    it('A delay that ends while the service is down continues at the next start', async () => {
      const id = await accept(delayed)
      await fixture.waitForStatus(id, 'pending')
      await engine.stop()
      fixture.time.advance(7_200_000)
      engine = await fixture.startEngine()
      assert.deepEqual((await fixture.waitForStatus(id, 'completed')).output, { got: 1 })
    })

    it('A delay can last for months', async () => {
      const id = await accept({ nodes: [node('pause', 'delay', { seconds: YEAR_MS / 1_000 })] })
      await fixture.waitForStatus(id, 'pending')
      for (let month = 0; month < 11; month += 1) fixture.time.suspend(YEAR_MS / 12)
      await new Promise(setImmediate)
      assert.equal((await fixture.read(id)).status, 'pending')
      fixture.time.suspend(YEAR_MS / 12)
      await fixture.waitForStatus(id, 'completed')
    })

    it('A delay keeps its timer when the execution resumes for another step and is parked again', async () => {
      const id = await accept({
        nodes: [
          node('pause', 'delay', { seconds: 3600 }),
          node('first', 'wait', { for: 'event', event: 'a' }),
          node('second', 'wait', { for: 'event', event: 'b' }),
        ],
        edges: edges('first>second'),
      })
      await fixture.waitForStatus(id, 'pending')
      await send(id, 'a', { n: 1 })
      await fixture.waitForStatus(id, 'pending')
      await send(id, 'b', { n: 2 })
      await fixture.waitForStatus(id, 'pending')
      fixture.time.suspend(3_600_000)
      assert.deepEqual((await fixture.waitForStatus(id, 'completed')).output, { pause: {}, second: { n: 2 } })
      assert.deepEqual(fixture.loggedProblems, [])
    })

    it('An execution is not parked for a delay shorter than one second', async () => {
      const id = await accept({ nodes: [node('pause', 'delay', { seconds: 0.5 })] })
      for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate)
      assert.equal((await fixture.read(id)).status, 'running')
      fixture.time.advance(500)
      await fixture.waitForStatus(id, 'completed')
    })

    it('Each of 1,000 delayed executions continues exactly once', async () => {
      const workflow = await fixture.createWorkflow(delayed)
      const ids = await Promise.all(
        Array.from({ length: 1_000 }, async () => {
          const accepted = await fixture.accept(engine, workflow)
          return accepted.id
        }),
      )
      for (const id of ids) await fixture.waitForStatus(id, 'pending')
      await engine.stop()
      fixture.time.advance(3_600_000)
      engine = await fixture.startEngine()
      for (const id of ids) await fixture.waitForStatus(id, 'completed')
      const steps = await fixture.steps(ids[500] ?? '')
      assert.equal(
        steps.filter(({ nodeId, status }) => nodeId === 'pause' && status === 'completed').length,
        1,
      )
    })
  })

  describe('Waits for an event', () => {
    it('A wait for an event continues with the data of the event', async () => {
      const id = await accept(waitFor({ for: 'event', event: 'paid' }))
      await fixture.waitForStatus(id, 'pending')
      assert.equal(await send(id, 'paid', { amount: 5 }), 'woken')
      assert.deepEqual((await fixture.waitForStatus(id, 'completed')).output, { got: { amount: 5 } })
    })

    it('A wait finds an event that arrived before the wait started', async () => {
      const workflow = await fixture.createWorkflow(waitFor({ for: 'event', event: 'paid' }))
      fixture.holdQueue(engine)
      const accepted = await fixture.accept(engine, workflow)
      assert.equal(await send(accepted.id, 'paid', { early: true }), 'enqueued')
      fixture.releaseQueue(engine)
      assert.deepEqual((await fixture.waitForStatus(accepted.id, 'completed')).output, {
        got: { early: true },
      })
    })

    it('A wait ignores events that have another name or do not match', async () => {
      const id = await accept(
        waitFor({ for: 'event', event: 'paid', match: 'event.data.order == input.order' }),
        {
          order: 7,
        },
      )
      await fixture.waitForStatus(id, 'pending')
      await send(id, 'refunded', { order: 7 })
      await fixture.waitForStatus(id, 'pending')
      await send(id, 'paid', { order: 8 })
      await fixture.waitForStatus(id, 'pending')
      await send(id, 'paid', { order: 7, n: 1 })
      assert.deepEqual((await fixture.waitForStatus(id, 'completed')).output, { got: { order: 7, n: 1 } })
    })

    it('A wait can match an event by values', async () => {
      const match = { order: { id: '{{ input.order }}' } }
      const id = await accept(waitFor({ for: 'event', event: 'paid', match }), { order: 7 })
      await fixture.waitForStatus(id, 'pending')
      await send(id, 'paid', { order: { id: 8 } })
      await fixture.waitForStatus(id, 'pending')
      await send(id, 'paid', { order: { id: 7, more: true } })
      await fixture.waitForStatus(id, 'completed')
    })

    it('A wait continues at its `timeout` handle when no event arrives in time', async () => {
      const id = await accept(waitFor({ for: 'event', event: 'paid', timeout_seconds: 60 }))
      await fixture.waitForStatus(id, 'pending')
      fixture.time.advance(60_000)
      assert.deepEqual((await fixture.waitForStatus(id, 'completed')).output, { late: true })
    })

    it('A wait fails when no event arrives in time and its `timeout` handle has no edge', async () => {
      const id = await accept({
        nodes: [node('wait', 'wait', { for: 'event', event: 'x', timeout_seconds: 60 })],
      })
      await fixture.waitForStatus(id, 'pending')
      fixture.time.advance(60_000)
      const { error } = await fixture.waitForStatus(id, 'failed')
      assert.equal(error?.code, 'TIMED_OUT')
      assert.match(error.message, /^Nothing arrived within 60 s/)
    })

    it('Two waits for the same event take one event each, in order', async () => {
      const id = await accept({
        nodes: [
          node('first', 'wait', { for: 'event', event: 'go' }),
          node('second', 'wait', { for: 'event', event: 'go' }),
          set('end', { first: '{{ nodes.first.output }}', second: '{{ nodes.second.output }}' }),
        ],
        edges: edges('first>second>end'),
      })
      await send(id, 'go', { n: 1 })
      await send(id, 'go', { n: 2 })
      assert.deepEqual((await fixture.waitForStatus(id, 'completed')).output, {
        first: { n: 1 },
        second: { n: 2 },
      })
    })

    it('Every item of a loop can wait for its event concurrently', async () => {
      const id = await accept({
        nodes: [
          node('all', 'for_each', { items: ['a', 'b'], concurrency: 2 }),
          node('wait', 'wait', { for: 'event', event: 'go', match: 'event.data.to == item' }),
        ],
        edges: edges('all:each>wait'),
      })
      await fixture.waitForStatus(id, 'pending')
      await send(id, 'go', { to: 'b', n: 1 })
      await fixture.waitForStatus(id, 'pending')
      await send(id, 'go', { to: 'a', n: 2 })
      assert.deepEqual((await fixture.waitForStatus(id, 'completed')).output, {
        value: [
          { to: 'a', n: 2 },
          { to: 'b', n: 1 },
        ],
      })
    })
  })

  /** A loop whose items wait for an event that never arrives. */
  const loopOfWaits = (seconds: string, more: JsonObject = {}): TestGraph => ({
    nodes: [
      node('loop', 'for_each', { items: [0, 1], concurrency: 2 }, more),
      node('wait', 'wait', { for: 'event', event: 'never', timeout_seconds: seconds }),
      node('go', 'wait', { for: 'event', event: 'go' }),
    ],
    edges: edges('loop:each>wait', 'loop:done>go'),
  })

  it('Waits in several items of a loop that time out at the same moment fail the loop once', async () => {
    const id = await accept(loopOfWaits('0.5'))
    while ((await fixture.steps(id)).length < 3) await new Promise(setImmediate)
    fixture.time.advance(500)
    await fixture.waitForStatus(id, 'failed')
    const results = (await fixture.steps(id)).filter(({ status }) => status === 'failed')
    assert.deepEqual(
      results.map(({ nodeId, iteration }) => [iteration, nodeId]),
      [
        ['loop[0]', 'wait'],
        [undefined, 'loop'],
      ],
    )
  })

  it('A failed loop leaves no wait of its items behind', async () => {
    const id = await accept(loopOfWaits('{{ 3 + index * 100 }}', { on_error: 'continue' }))
    await fixture.waitForStatus(id, 'pending')
    const waitIds = (await fixture.steps(id)).flatMap((step) => ('waitId' in step ? [step.waitId] : []))
    assert.equal(waitIds.length, 2)
    fixture.time.advance(3_000)
    while ((await fixture.steps(id)).at(-1)?.nodeId !== 'go') await new Promise(setImmediate)
    await fixture.waitForStatus(id, 'pending')
    for (const waitId of waitIds) assert.equal(await fixture.store.executions.findWait(waitId), undefined)
  })

  it('A wait for a callback continues with its data and accepts only one answer', async () => {
    const id = await accept(waitFor({ for: 'callback' }))
    await fixture.waitForStatus(id, 'pending')
    const answer = { event: null, waitId: await waitIdOf(id), data: { ok: 1 } }
    assert.equal(await fixture.signal(engine, id, answer), 'woken')
    assert.deepEqual((await fixture.waitForStatus(id, 'completed')).output, { got: { ok: 1 } })
    assert.equal(await fixture.signal(engine, id, answer), 'ended')
  })

  it('A wait for a callback finds an answer that arrived before the wait started', async () => {
    const id = await accept({
      nodes: [
        node('first', 'wait', { for: 'event', event: 'go' }),
        node('second', 'wait', { for: 'callback' }),
        set('show', { got: '{{ previous }}' }),
      ],
      edges: edges('first>second', 'second>show'),
    })
    await fixture.waitForStatus(id, 'pending')
    const waitId = waitIdOfStep(fixture.ids, id, 'second')
    assert.equal(await fixture.store.executions.canStillReachWait(id, waitId), true)
    const answer = { event: null, waitId, data: { early: true } }
    assert.equal(await fixture.signal(engine, id, answer), 'woken')
    assert.equal(await fixture.signal(engine, id, answer), 'answered')
    await fixture.waitForStatus(id, 'pending')
    await send(id, 'go')
    assert.deepEqual((await fixture.waitForStatus(id, 'completed')).output, { got: { early: true } })
  })

  it('Other nodes can read the links of a wait, and each item of a loop has its own', async () => {
    const { output } = await fixture.run(engine, {
      nodes: [
        node('each', 'for_each', { items: [1, 2] }),
        node('if', 'if', { condition: 'false' }),
        node('ask', 'wait', { for: 'approval' }),
        set('mail', {
          own: '{{ execution.links.ask.approval }}',
          outer: '{{ execution.links["The end"].callback }}',
        }),
        node('or', 'if', { condition: 'false' }),
        { ...node('end', 'wait', { for: 'callback' }), name: 'The end' },
        set('all', { mails: '{{ nodes.each.output }}', after: '{{ execution.links }}' }),
      ],
      edges: edges(
        'each:each>if',
        'if:true>ask',
        'if:false>mail',
        'each:done>or',
        'or:true>end',
        'or:false>all',
      ),
    })
    const { mails, after } = output as { mails: Record<string, string>[]; after: JsonObject }
    const [one, two] = mails
    assert.match(one?.['own'] ?? '', /^https:/)
    assert.notEqual(one?.['own'], two?.['own'])
    assert.equal(one?.['outer'], two?.['outer'])
    assert.deepEqual(after, { end: { callback: one?.['outer'] }, 'The end': { callback: one?.['outer'] } })
  })

  it('A wait for an approval continues at the handle of the answer', async () => {
    const graph: TestGraph = {
      nodes: [
        node('ask', 'wait', { for: 'approval', message: 'Ship it?' }),
        set('yes', { shipped: true }),
        set('no', { why: '{{ previous.comment }}' }),
      ],
      edges: edges('ask:approved>yes', 'ask:rejected>no'),
    }
    for (const [data, output] of [
      [{ approved: true }, { shipped: true }],
      [{ approved: false, comment: 'Too dear.' }, { why: 'Too dear.' }],
    ] as const) {
      const id = await accept(graph)
      await fixture.waitForStatus(id, 'pending')
      await fixture.signal(engine, id, { event: null, waitId: await waitIdOf(id), data })
      assert.deepEqual((await fixture.waitForStatus(id, 'completed')).output, output)
    }
  })

  it('A waiting execution can be cancelled and accepts no events afterwards', async () => {
    const id = await accept(waitFor({ for: 'event', event: 'paid', timeout_seconds: 60 }))
    await fixture.waitForStatus(id, 'pending')
    assert.equal(await fixture.cancel(engine, id), true)
    assert.equal((await fixture.read(id)).error?.code, 'CANCELLED')
    assert.equal(await send(id, 'paid'), 'ended')
    fixture.time.advance(120_000)
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
    assert.equal((await fixture.read(id)).error?.code, 'CANCELLED')
  })

  it('An answer in time counts, even if the process that runs the execution has not noticed it', async () => {
    const effect = new RecordingKind()
    effect.answer = neverAnswers
    const runner = await fixture.startEngine({ catalogue: fixture.catalogueWith(effect) })
    const workflow = await fixture.createWorkflow({
      nodes: [
        node('start', 'start'),
        node('slow', 'effect'),
        node('wait', 'wait', { for: 'event', event: 'go', timeout_seconds: 10 }),
        node('main', 'effect', { got: '{{ previous }}' }),
        node('late', 'effect', { got: 'nothing' }),
      ],
      edges: edges('start>slow', 'start>wait>main', 'wait:timeout>late'),
    })
    const { id } = await fixture.accept(runner, workflow)
    while (!(await fixture.steps(id)).some(({ status }) => status === 'waiting')) {
      await new Promise(setImmediate)
    }
    // Another process stores the answer.
    const at = fixture.time.now()
    const signal = { id: fixture.ids.next(at), at, event: 'go', data: 'now', waitId: null }
    const { intake } = fixture.store
    const result = await fixture.store.write((tx) =>
      intake.signal(tx, { executionId: id, signal, owner: 'another process' }),
    )
    assert.equal(result, 'enqueued')
    fixture.time.suspend(10_000)
    while (effect.calls.length < 2) await new Promise(setImmediate)
    assert.deepEqual(effect.calls[1]?.parameters, { got: 'now' })
  })

  it('A wait receives its timer and its events while other steps are active', async () => {
    const id = await accept({
      nodes: [
        node('soon', 'delay', { seconds: 0.9 }),
        node('event', 'wait', { for: 'event', event: 'go' }),
        node('later', 'delay', { seconds: 60 }),
        set('end', { n: '{{ Object.keys(previous).length }}' }),
      ],
      edges: edges('soon>end', 'event>end', 'later>end'),
    })
    await send(id, 'go', {})
    fixture.time.advance(900)
    await fixture.waitForStatus(id, 'pending')
    fixture.time.advance(60_000)
    assert.deepEqual((await fixture.waitForStatus(id, 'completed')).output, { n: 3 })
  })
})
