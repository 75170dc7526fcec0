import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import Type from 'typebox'
import type { AccountId } from '#domain/index.ts'
import type { NodeKind } from '#ports/index.ts'
import type { Engine, EngineDeps } from './engine.ts'
import { EngineFixture } from './testing/engine-fixture.ts'
import { edges, node, type TestGraph } from './testing/test-graph.ts'

const never = new AbortController().signal

/** A loop whose body keeps the thread busy for 10 ms per item: each item is a slice of its own. */
const busyLoop = (
  items: number,
  more: TestGraph['nodes'] = [],
  paths: readonly string[] = [],
): TestGraph => ({
  nodes: [
    node('loop', 'for_each', { items: Array.from({ length: items }, (_, n) => n) }),
    node('body', 'busy', { ms: 10 }),
    ...more,
  ],
  edges: edges('loop:each>body', ...paths),
})

describe('Runs that compute', () => {
  let fixture: EngineFixture
  let computed: number
  let busy: NodeKind
  beforeEach(async () => {
    fixture = await EngineFixture.open()
    computed = 0
    busy = {
      type: 'busy',
      title: 'Busy',
      summary: 'Keeps the thread busy.',
      family: 'action',
      icon: 'box',
      keywords: [],
      line: '',
      parameters: Type.Object({ ms: Type.Number() }),
      handles: ['main'],
      hasEffect: false,
      isInstant: true,
      run: ({ parameters }) => {
        computed += 1
        fixture.thread.compute(Number(parameters['ms']))
        return { ok: true, output: computed }
      },
    }
  })
  afterEach(() => fixture.destroy())

  const startEngine = (changes: Partial<EngineDeps> = {}): Promise<Engine> =>
    fixture.startEngine({ catalogue: fixture.catalogueWith(busy), ...changes })

  async function createAccount(): Promise<AccountId> {
    const id = fixture.ids.next(0) as AccountId
    await fixture.store.write((tx) =>
      fixture.store.accounts.insert(tx, { id, name: 'Other', plan: 'free', accessVersion: 1, createdAt: 0 }),
    )
    return id
  }

  it('A run yields to the event loop after each slice', async () => {
    const engine = await startEngine()
    let turns = 0
    fixture.thread.onTurn(() => (turns += 1))
    const { status } = await fixture.run(engine, busyLoop(30))
    assert.equal(status, 'completed')
    assert.ok(turns >= 30, `${turns} turns`)
  })

  it('A loop without a body yields as well', async () => {
    const engine = await startEngine()
    let turns = 0
    fixture.thread.onTurn(() => (turns += 1))
    fixture.thread.msPerLook = 1
    const { status } = await fixture.run(engine, {
      nodes: [node('loop', 'loop', { while: true, max_iterations: 100 })],
    })
    assert.equal(status, 'completed')
    assert.ok(turns >= 10, `${turns} turns`)
  })

  it('The search for a matching event yields, and finds the oldest one', async () => {
    const engine = await startEngine()
    const wait = node('wait', 'wait', { for: 'event', event: 'paid', match: 'event.data.n >= 40' })
    const { id } = await fixture.accept(engine, await fixture.createWorkflow({ nodes: [wait] }))
    await fixture.waitForStatus(id, 'pending')
    await fixture.store.write(async (tx) => {
      for (let n = 0; n < 50; n += 1) {
        await fixture.store.intake.signal(tx, {
          executionId: id,
          signal: {
            id: fixture.ids.next(n),
            event: 'paid',
            waitId: null,
            data: { n },
            at: fixture.time.now(),
          },
          owner: n < 49 ? '' : engine.owner,
        })
      }
    })
    let turns = 0
    fixture.thread.onTurn(() => (turns += 1))
    fixture.thread.msPerLook = 1
    const claimed = fixture.store.claims.claim(engine.owner, 10)
    fixture.enqueue(engine, { id: (await claimed)[0] ?? id })
    assert.deepEqual((await fixture.waitForStatus(id, 'completed')).output, { n: 40 })
    assert.ok(turns >= 4, `${turns} turns`)
  })

  it('A run of another account ends while a hundred runs of the first one compute', async () => {
    const engine = await startEngine()
    const other = await createAccount()
    const long = await fixture.createWorkflow(busyLoop(100))
    const short = await fixture.createWorkflow(busyLoop(2), other)
    await Promise.all(Array.from({ length: 100 }, () => fixture.accept(engine, long)))
    const { id } = (await engine.accept({ account: other, workflowId: short.id, input: {} })) ?? assert.fail()
    await engine.watch.untilEnd(other, id, 60_000, never)
    assert.equal((await fixture.store.executions.find(other, id))?.status, 'completed')
    assert.ok(computed < 5_000, `${computed} slices came before its end`)
  })

  it('A short run that has to wait for its turn is stored once, together with its end', async () => {
    const { intake } = fixture.store
    const stored: string[] = []
    const engine = await startEngine({
      intake: {
        ...intake,
        accept(execution, tx) {
          stored.push('accepted')
          return intake.accept(execution, tx)
        },
        acceptWith(execution, versionId, first) {
          stored.push(`accepted with: ${first.next.kind}`)
          return intake.acceptWith(execution, versionId, first)
        },
      },
    })
    const account = await createAccount()
    const { id: workflowId } = await fixture.createWorkflow(
      { nodes: [node('only', 'busy', { ms: 1 })] },
      account,
    )
    const acceptShort = () => engine.accept({ account, workflowId, input: {} })
    // From now on, its version is known.
    const first = (await acceptShort()) ?? assert.fail()
    await engine.watch.untilEnd(account, first.id, 60_000, never)
    const long = await fixture.createWorkflow(busyLoop(100))
    const runs = await Promise.all(Array.from({ length: 20 }, () => fixture.accept(engine, long)))
    while (computed < runs.length) await new Promise(setImmediate)
    stored.length = 0
    const short = await acceptShort()
    assert.deepEqual([stored, short?.isEnded], [['accepted with: end'], true])
    for (const { id } of runs) assert.equal((await fixture.read(id)).status, 'running')
  })

  it('A run that computes for too long fails with a message that names the limit', async () => {
    const engine = await startEngine({ limits: { computingMs: 100 } })
    const { id, error } = await fixture.run(engine, busyLoop(30))
    assert.deepEqual(error, {
      code: 'TOO_MUCH_COMPUTING',
      message:
        'The run has computed for more than 100 ms. Split the work into sub-workflows, or move it into a `code` node. An operator can raise the limit with MILLRACE_RUN_CPU_SECONDS.',
      node_id: null,
    })
    assert.equal(computed, 11)
    // In the same commit as the end.
    const pages = await fixture.store.executions.journal(fixture.account, id, -1)
    assert.deepEqual(
      pages.at(-1)?.logs.map(({ level, message, node_id }) => ({ level, message, node_id })),
      [{ level: 'error', message: error.message, node_id: 'body' }],
    )
    assert.equal((await fixture.logs(id)).length, 1)
  })

  it('No limit applies with 0', async () => {
    const engine = await startEngine({ limits: { computingMs: 0 } })
    assert.equal((await fixture.run(engine, busyLoop(1_200))).status, 'completed')
  })

  it('Computing time counts over waits and processes', async () => {
    const limits = { computingMs: 100 }
    const first = await startEngine({ limits })
    const workflow = await fixture.createWorkflow(
      busyLoop(
        6,
        [
          node('wait', 'wait', { for: 'event', event: 'go' }),
          node('again', 'for_each', { items: [1, 2, 3, 4, 5, 6] }),
          node('more', 'busy', { ms: 10 }),
        ],
        ['loop:done>wait>again', 'again:each>more'],
      ),
    )
    const { id } = await fixture.accept(first, workflow)
    await fixture.waitForStatus(id, 'pending')
    await first.stop()
    const second = await startEngine({ limits })
    await fixture.signal(second, id, { event: 'go', waitId: null, data: {} })
    assert.equal((await fixture.waitForStatus(id, 'failed')).error?.code, 'TOO_MUCH_COMPUTING')
    assert.equal(computed, 11)
  })

  it('A failure at the end of a slice is stored together with the end of the run', async () => {
    const engine = await startEngine()
    fixture.thread.onTurn(() => fixture.time.advance(2_000))
    const { id } = await fixture.accept(
      engine,
      await fixture.createWorkflow({
        nodes: [node('a', 'busy', { ms: 5 }), node('b', 'busy', { ms: '{{ "x" }}' })],
        edges: edges('a>b'),
      }),
    )
    fixture.thread.msPerLook = 20
    assert.equal((await fixture.waitForStatus(id, 'failed')).error?.code, 'INVALID_PARAMETERS')
    const pages = await fixture.store.executions.journal(fixture.account, id, -1)
    const failing = pages.findIndex(({ steps }) => steps.some(({ status }) => status === 'failed'))
    assert.equal(failing, pages.length - 1)
  })

  it('A run is cancelled between two slices', async () => {
    const engine = await startEngine()
    const { id } = await fixture.accept(engine, await fixture.createWorkflow(busyLoop(2_000)))
    await until(() => computed >= 5)
    assert.equal(await fixture.cancel(engine, id), true)
    const atCancel = computed
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate)
    assert.ok(computed <= atCancel + 1)
    assert.equal((await fixture.read(id)).error?.code, 'CANCELLED')
  })

  it('A stopping process hands over a run between two slices', async () => {
    const first = await startEngine()
    const { id } = await fixture.accept(first, await fixture.createWorkflow(busyLoop(500)))
    await until(() => computed >= 5)
    await first.stop()
    assert.equal((await fixture.read(id)).status, 'running')
    assert.ok(computed < 500)
    const handedOver = (await fixture.steps(id)).length
    assert.ok(handedOver >= 5)
    const second = await startEngine()
    await second.watch.untilEnd(fixture.account, id, 60_000, never)
    assert.equal((await fixture.read(id)).status, 'completed')
    assert.equal(computed, 500)
  })

  it('A long run saves its progress, and another process continues from there', async () => {
    const first = await startEngine({ alone: false })
    const { id } = await fixture.accept(first, await fixture.createWorkflow(busyLoop(200)))
    fixture.thread.onTurn(() => fixture.time.advance(100))
    while ((await fixture.steps(id)).length < 20) await new Promise(setImmediate)
    const saved = (await fixture.steps(id)).filter(({ status }) => status === 'completed').length
    const before = computed
    const second = await startEngine()
    await second.watch.untilEnd(fixture.account, id, 60_000, never)
    assert.equal((await fixture.read(id)).status, 'completed')
    assert.ok(saved < 200 && before < 400)
    // The first process computes until it notices, so some items are computed twice; the saved ones are not.
    const results = (await fixture.steps(id)).filter(({ nodeId }) => nodeId === 'body')
    assert.equal(results.filter(({ status }) => status === 'completed').length, 200)
  })

  it('The replay of a long run yields, and can be cancelled', async () => {
    const first = await startEngine()
    const wait = node('wait', 'wait', { for: 'event', event: 'go' })
    const graph = busyLoop(300, [wait], ['loop:done>wait'])
    const workflow = await fixture.createWorkflow(graph)
    const [{ id }, cancelled] = [await fixture.accept(first, workflow), await fixture.accept(first, workflow)]
    await fixture.waitForStatus(id, 'pending')
    await fixture.waitForStatus(cancelled.id, 'pending')
    let turns = 0
    fixture.thread.onTurn(() => (turns += 1))
    fixture.thread.msPerLook = 1
    await fixture.signal(first, id, { event: 'go', waitId: null, data: { n: 1 } })
    assert.deepEqual((await fixture.waitForStatus(id, 'completed')).output, { n: 1 })
    assert.ok(turns >= 30, `${turns} turns`)

    turns = 0
    await fixture.signal(first, cancelled.id, { event: 'go', waitId: null, data: {} })
    await until(() => turns >= 3)
    await fixture.cancel(first, cancelled.id)
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate)
    assert.equal((await fixture.read(cancelled.id)).error?.code, 'CANCELLED')
    assert.equal(computed, 600)
  })

  it('The parameters of one step are evaluated in slices, and their evaluation can be cancelled', async () => {
    const names = Array.from({ length: 40 }, (_, n) => `p${n}`)
    const many: NodeKind = {
      ...busy,
      type: 'many',
      parameters: Type.Object(Object.fromEntries(names.map((name) => [name, Type.Number()]))),
      run: ({ parameters }) => {
        computed += 1
        return { ok: true, output: parameters }
      },
    }
    const engine = await startEngine({ catalogue: fixture.catalogueWith(busy, many) })
    const data = Object.fromEntries(names.map((name, n) => [name, `{{ ${n} + input.n }}`]))
    const workflow = await fixture.createWorkflow({ nodes: [node('many', 'many', data)] })
    let turns = 0
    fixture.thread.onTurn(() => (turns += 1))
    fixture.thread.msPerLook = 1
    for (let round = 1; round <= 3; round += 1) {
      turns = 0
      const accepted = await fixture.accept(engine, workflow, { n: round })
      await engine.watch.untilEnd(fixture.account, accepted.id, 60_000, never)
      const { status, output } = await fixture.read(accepted.id)
      assert.equal(status, 'completed')
      assert.deepEqual(output, Object.fromEntries(names.map((name, n) => [name, n + round])))
      assert.ok(turns >= 4, `${turns} turns`)
    }
    assert.equal(computed, 3, 'the node runs once in each execution')

    fixture.thread.msPerLook = 10
    turns = 0
    const cancelled = await fixture.accept(engine, workflow, { n: 0 })
    await until(() => turns >= 3)
    await fixture.cancel(engine, cancelled.id)
    for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate)
    assert.equal((await fixture.read(cancelled.id)).error?.code, 'CANCELLED')
    assert.equal(computed, 3)
  })

  it('An instant workflow that takes longer than a slice runs after it is accepted, and is not tried inline again soon', async () => {
    const engine = await startEngine()
    const workflow = await fixture.createWorkflow({
      nodes: [node('a', 'busy', { ms: 8 }), node('b', 'busy', { ms: 8 }), node('c', 'busy', { ms: 8 })],
      edges: edges('a>b>c'),
    })
    const run = async () => {
      const accepted = await fixture.accept(engine, workflow)
      await engine.watch.untilEnd(fixture.account, accepted.id, 60_000, never)
      assert.equal((await fixture.read(accepted.id)).status, 'completed')
      return accepted.isEnded
    }
    assert.equal(await run(), false)
    assert.equal(computed, 3)
    assert.equal(await run(), false)
    assert.equal(computed, 8, 'two steps were computed in vain')
    assert.equal(await run(), false)
    assert.equal(computed, 11)
  })
})

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(setImmediate)
}
