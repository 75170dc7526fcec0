import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import type { Engine } from './engine.ts'
import { waitIdOf as waitIdOfStep } from './run/linked-waits.ts'
import { edges, node, set } from './testing/definition.ts'
import { type Drawing, EngineFixture } from './testing/engine-fixture.ts'

const YEAR_MS = 365 * 24 * 3_600_000

describe('an execution that waits', () => {
  let home: EngineFixture
  let engine: Engine
  beforeEach(async () => {
    home = await EngineFixture.open()
    engine = await home.startEngine()
  })
  afterEach(() => home.destroy())

  async function begin(drawing: Drawing, input: JsonObject = {}): Promise<string> {
    const accepted = await home.accept(engine, await home.createWorkflow(drawing), input)
    return accepted.id
  }
  const send = (id: string, event: string, data: JsonValue = {}) =>
    home.signal(engine, id, { event, data, waitId: null })
  const waitIdOf = async (id: string) => {
    const waiting = (await home.steps(id)).find(({ status }) => status === 'waiting')
    return waiting !== undefined && 'waitId' in waiting ? waiting.waitId : assert.fail('nothing waits')
  }
  const waitFor = (data: JsonObject): Drawing => ({
    nodes: [
      node('wait', 'wait', data),
      set('main', { got: '{{ previous }}' }),
      set('late', { late: '{{ previous.timed_out }}' }),
    ],
    edges: edges('wait>main', 'wait:timeout>late'),
  })

  describe('for a time', () => {
    const delayed: Drawing = {
      nodes: [
        set('a', { x: 1 }),
        node('pause', 'delay', { seconds: 3600 }),
        set('b', { got: '{{ previous.x }}' }),
      ],
      edges: edges('a>pause>b'),
    }

    it('is parked as pending, and goes on with what came in when the time has come', async () => {
      const id = await begin(delayed)
      await home.reaches(id, 'pending')
      home.time.pass(3_599_000)
      await new Promise(setImmediate)
      assert.equal((await home.read(id)).status, 'pending')
      home.time.pass(1_000)
      assert.deepEqual((await home.reaches(id, 'completed')).output, { got: 1 })
    })

    it('goes on at the next start when the service was down at that time', async () => {
      const id = await begin(delayed)
      await home.reaches(id, 'pending')
      await engine.stop()
      home.time.pass(7_200_000)
      engine = await home.startEngine()
      assert.deepEqual((await home.reaches(id, 'completed')).output, { got: 1 })
    })

    it('can wait for months', async () => {
      const id = await begin({ nodes: [node('pause', 'delay', { seconds: YEAR_MS / 1_000 })] })
      await home.reaches(id, 'pending')
      for (let month = 0; month < 11; month += 1) home.time.sleep(YEAR_MS / 12)
      await new Promise(setImmediate)
      assert.equal((await home.read(id)).status, 'pending')
      home.time.sleep(YEAR_MS / 12)
      await home.reaches(id, 'completed')
    })

    it('is parked again, with the timer it was parked with before, when only something beside it goes on', async () => {
      const id = await begin({
        nodes: [
          node('pause', 'delay', { seconds: 3600 }),
          node('first', 'wait', { for: 'event', event: 'a' }),
          node('second', 'wait', { for: 'event', event: 'b' }),
        ],
        edges: edges('first>second'),
      })
      await home.reaches(id, 'pending')
      await send(id, 'a', { n: 1 })
      await home.reaches(id, 'pending')
      await send(id, 'b', { n: 2 })
      await home.reaches(id, 'pending')
      home.time.sleep(3_600_000)
      assert.deepEqual((await home.reaches(id, 'completed')).output, { pause: {}, second: { n: 2 } })
      assert.deepEqual(home.complaints, [])
    })

    it('is not parked for a pause shorter than a second', async () => {
      const id = await begin({ nodes: [node('pause', 'delay', { seconds: 0.5 })] })
      for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate)
      assert.equal((await home.read(id)).status, 'running')
      home.time.pass(500)
      await home.reaches(id, 'completed')
    })

    it('each of a thousand goes on once', async () => {
      const workflow = await home.createWorkflow(delayed)
      const ids = await Promise.all(
        Array.from({ length: 1_000 }, async () => {
          const accepted = await home.accept(engine, workflow)
          return accepted.id
        }),
      )
      for (const id of ids) await home.reaches(id, 'pending')
      await engine.stop()
      home.time.pass(3_600_000)
      engine = await home.startEngine()
      for (const id of ids) await home.reaches(id, 'completed')
      const steps = await home.steps(ids[500] ?? '')
      assert.equal(
        steps.filter(({ nodeId, status }) => nodeId === 'pause' && status === 'completed').length,
        1,
      )
    })
  })

  describe('for an event', () => {
    it('goes on with its data', async () => {
      const id = await begin(waitFor({ for: 'event', event: 'paid' }))
      await home.reaches(id, 'pending')
      assert.equal(await send(id, 'paid', { amount: 5 }), 'woken')
      assert.deepEqual((await home.reaches(id, 'completed')).output, { got: { amount: 5 } })
    })

    it('finds one that came before it waited', async () => {
      const workflow = await home.createWorkflow(waitFor({ for: 'event', event: 'paid' }))
      home.holdQueue(engine)
      const accepted = await home.accept(engine, workflow)
      assert.equal(await send(accepted.id, 'paid', { early: true }), 'enqueued')
      home.releaseQueue(engine)
      assert.deepEqual((await home.reaches(accepted.id, 'completed')).output, { got: { early: true } })
    })

    it('does not take one with another name, or that does not match, and keeps waiting', async () => {
      const id = await begin(
        waitFor({ for: 'event', event: 'paid', match: 'event.data.order == input.order' }),
        {
          order: 7,
        },
      )
      await home.reaches(id, 'pending')
      await send(id, 'refunded', { order: 7 })
      await home.reaches(id, 'pending')
      await send(id, 'paid', { order: 8 })
      await home.reaches(id, 'pending')
      await send(id, 'paid', { order: 7, n: 1 })
      assert.deepEqual((await home.reaches(id, 'completed')).output, { got: { order: 7, n: 1 } })
    })

    it('matches by values', async () => {
      const match = { order: { id: '{{ input.order }}' } }
      const id = await begin(waitFor({ for: 'event', event: 'paid', match }), { order: 7 })
      await home.reaches(id, 'pending')
      await send(id, 'paid', { order: { id: 8 } })
      await home.reaches(id, 'pending')
      await send(id, 'paid', { order: { id: 7, more: true } })
      await home.reaches(id, 'completed')
    })

    it('takes the branch `timeout` when nothing comes in time', async () => {
      const id = await begin(waitFor({ for: 'event', event: 'paid', timeout_seconds: 60 }))
      await home.reaches(id, 'pending')
      home.time.pass(60_000)
      assert.deepEqual((await home.reaches(id, 'completed')).output, { late: true })
    })

    it('fails when nothing comes in time and no edge leaves from `timeout`', async () => {
      const id = await begin({
        nodes: [node('wait', 'wait', { for: 'event', event: 'x', timeout_seconds: 60 })],
      })
      await home.reaches(id, 'pending')
      home.time.pass(60_000)
      const { error } = await home.reaches(id, 'failed')
      assert.equal(error?.code, 'TIMED_OUT')
      assert.match(error.message, /^Nothing came within 60 s/)
    })

    it('takes each of two events for one of two waits, in order', async () => {
      const id = await begin({
        nodes: [
          node('first', 'wait', { for: 'event', event: 'go' }),
          node('second', 'wait', { for: 'event', event: 'go' }),
          set('end', { first: '{{ nodes.first.output }}', second: '{{ nodes.second.output }}' }),
        ],
        edges: edges('first>second>end'),
      })
      await send(id, 'go', { n: 1 })
      await send(id, 'go', { n: 2 })
      assert.deepEqual((await home.reaches(id, 'completed')).output, { first: { n: 1 }, second: { n: 2 } })
    })

    it('can wait in every item of a loop at once', async () => {
      const id = await begin({
        nodes: [
          node('all', 'for_each', { items: ['a', 'b'], concurrency: 2 }),
          node('wait', 'wait', { for: 'event', event: 'go', match: 'event.data.to == item' }),
        ],
        edges: edges('all:each>wait'),
      })
      await home.reaches(id, 'pending')
      await send(id, 'go', { to: 'b', n: 1 })
      await home.reaches(id, 'pending')
      await send(id, 'go', { to: 'a', n: 2 })
      assert.deepEqual((await home.reaches(id, 'completed')).output, {
        value: [
          { to: 'a', n: 2 },
          { to: 'b', n: 1 },
        ],
      })
    })
  })

  /** A loop whose items wait for something that never comes. */
  const loopOfWaits = (seconds: string, more: JsonObject = {}): Drawing => ({
    nodes: [
      node('loop', 'for_each', { items: [0, 1], concurrency: 2 }, more),
      node('wait', 'wait', { for: 'event', event: 'never', timeout_seconds: seconds }),
      node('go', 'wait', { for: 'event', event: 'go' }),
    ],
    edges: edges('loop:each>wait', 'loop:done>go'),
  })

  it('in several items of a loop whose time is over at the same moment fails it once', async () => {
    const id = await begin(loopOfWaits('0.5'))
    while ((await home.steps(id)).length < 3) await new Promise(setImmediate)
    home.time.pass(500)
    await home.reaches(id, 'failed')
    const results = (await home.steps(id)).filter(({ status }) => status === 'failed')
    assert.deepEqual(
      results.map(({ nodeId, iteration }) => [iteration, nodeId]),
      [
        ['loop[0]', 'wait'],
        [undefined, 'loop'],
      ],
    )
  })

  it('in an item of a loop that failed beside it leaves no wait behind', async () => {
    const id = await begin(loopOfWaits('{{ 3 + index * 100 }}', { on_error: 'continue' }))
    await home.reaches(id, 'pending')
    const waitIds = (await home.steps(id)).flatMap((step) => ('waitId' in step ? [step.waitId] : []))
    assert.equal(waitIds.length, 2)
    home.time.pass(3_000)
    while ((await home.steps(id)).at(-1)?.nodeId !== 'go') await new Promise(setImmediate)
    await home.reaches(id, 'pending')
    for (const waitId of waitIds) assert.equal(await home.store.executions.findWait(waitId), undefined)
  })

  it('for a callback goes on with what it brought, and takes one answer only', async () => {
    const id = await begin(waitFor({ for: 'callback' }))
    await home.reaches(id, 'pending')
    const answer = { event: null, waitId: await waitIdOf(id), data: { ok: 1 } }
    assert.equal(await home.signal(engine, id, answer), 'woken')
    assert.deepEqual((await home.reaches(id, 'completed')).output, { got: { ok: 1 } })
    assert.equal(await home.signal(engine, id, answer), 'ended')
  })

  it('for a callback finds an answer that came before it waited', async () => {
    const id = await begin({
      nodes: [
        node('first', 'wait', { for: 'event', event: 'go' }),
        node('second', 'wait', { for: 'callback' }),
        set('show', { got: '{{ previous }}' }),
      ],
      edges: edges('first>second', 'second>show'),
    })
    await home.reaches(id, 'pending')
    const waitId = waitIdOfStep(home.ids, id, 'second')
    assert.equal(await home.store.executions.canStillReachWait(id, waitId), true)
    const answer = { event: null, waitId, data: { early: true } }
    assert.equal(await home.signal(engine, id, answer), 'woken')
    assert.equal(await home.signal(engine, id, answer), 'answered')
    await home.reaches(id, 'pending')
    await send(id, 'go')
    assert.deepEqual((await home.reaches(id, 'completed')).output, { got: { early: true } })
  })

  it('lets other nodes send its links, each item of a loop its own', async () => {
    const { output } = await home.run(engine, {
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

  it('for an approval takes the branch of the answer', async () => {
    const drawing: Drawing = {
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
      const id = await begin(drawing)
      await home.reaches(id, 'pending')
      await home.signal(engine, id, { event: null, waitId: await waitIdOf(id), data })
      assert.deepEqual((await home.reaches(id, 'completed')).output, output)
    }
  })

  it('can be cancelled, and is then deaf', async () => {
    const id = await begin(waitFor({ for: 'event', event: 'paid', timeout_seconds: 60 }))
    await home.reaches(id, 'pending')
    assert.equal(await home.cancel(engine, id), true)
    assert.equal((await home.read(id)).error?.code, 'CANCELLED')
    assert.equal(await send(id, 'paid'), 'ended')
    home.time.pass(120_000)
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
    assert.equal((await home.read(id)).error?.code, 'CANCELLED')
  })

  it('beside work that goes on sees its time and its events all the same', async () => {
    const id = await begin({
      nodes: [
        node('soon', 'delay', { seconds: 0.9 }),
        node('event', 'wait', { for: 'event', event: 'go' }),
        node('later', 'delay', { seconds: 60 }),
        set('end', { n: '{{ Object.keys(previous).length }}' }),
      ],
      edges: edges('soon>end', 'event>end', 'later>end'),
    })
    await send(id, 'go', {})
    home.time.pass(900)
    await home.reaches(id, 'pending')
    home.time.pass(60_000)
    assert.deepEqual((await home.reaches(id, 'completed')).output, { n: 3 })
  })
})
