import { MemoryLocalQueue, ProcessSandbox } from '#adapters/index.ts'
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import type { ExecutionJournal, NodeKind } from '#ports/index.ts'
import { nodeCatalogue } from '#nodes/index.ts'
import { loopbackNodeKinds } from '#nodes/testing/loopback-node-kinds.ts'
import type { Engine } from './engine.ts'
import { EngineFixture } from './testing/engine-fixture.ts'

const sandbox = new ProcessSandbox()
const NODE_KINDS = loopbackNodeKinds(sandbox)

const never = new AbortController().signal
const LOG_ONCE = { nodes: [{ id: 'a', type: 'log', data: { message: 'ran' } }] }

describe('Recovery', () => {
  let fixture: EngineFixture
  beforeEach(async () => {
    fixture = await EngineFixture.open()
  })
  afterEach(() => fixture.destroy())

  /** Accepts executions that never run, like a process that is killed before it runs them. */
  async function acceptWithoutRunning(engine: Engine, count: number): Promise<string[]> {
    const workflow = await fixture.createWorkflow(LOG_ONCE)
    fixture.holdQueue(engine)
    const accepted = await Promise.all(Array.from({ length: count }, () => fixture.accept(engine, workflow)))
    return accepted.map(({ id }) => id)
  }

  /** Lets this many processes take over everything that runs, and end while they compute these executions. */
  async function leaveBehind(processes: number, computed: readonly string[]): Promise<void> {
    const { claims } = fixture.store
    for (let n = 0; n < processes; n += 1) {
      const taken = await claims.takeOver(`process ${n}`, Number.MAX_SAFE_INTEGER, 10)
      const ids = taken.map(({ id }) => id).filter((id) => computed.includes(id))
      for (const id of ids) await claims.setComputing(`process ${n}`, id, true)
    }
  }

  /** Advances the time until all executions have completed. */
  async function waitUntilCompleted(ids: readonly string[], stepMs: number): Promise<void> {
    let turns = 0
    for (const id of ids) {
      while ((await fixture.read(id)).status !== 'completed') {
        assert.ok((turns += 1) < 1_000, 'not all executions completed')
        fixture.time.advance(stepMs)
        await new Promise(setImmediate)
      }
    }
  }

  it('A single process immediately finishes the executions of the process before it', async () => {
    const ids = await acceptWithoutRunning(fixture.newEngine(), 1_100)
    await fixture.startEngine()
    await waitUntilCompleted(ids, 0)
    assert.deepEqual(
      (await fixture.logs(ids[0] ?? '')).map(({ message }) => message),
      ['ran', 'Completed: 1 node ran.'],
    )
    assert.deepEqual(fixture.loggedProblems, [])
  })

  it('An execution that is being loaded while its process stops is left to the next one', async () => {
    const { workflows } = fixture.store
    const isLoading = Promise.withResolvers<void>()
    const mayLoad = Promise.withResolvers<void>()
    const first = await fixture.startEngine({
      workflows: {
        ...workflows,
        async findVersion(account, id) {
          isLoading.resolve()
          await mayLoad.promise
          return workflows.findVersion(account, id)
        },
      },
    })
    const { id } = await fixture.accept(first, await fixture.createWorkflow(LOG_ONCE))
    await isLoading.promise
    const stopped = fixture.stop(first)
    mayLoad.resolve()
    await stopped
    assert.equal((await fixture.read(id)).status, 'running')
    assert.deepEqual(await fixture.steps(id), [])
    await fixture.startEngine()
    await waitUntilCompleted([id], 0)
  })

  it('An execution is not taken over while its owner may be alive, and is finished after the lease expires', async () => {
    const first = fixture.newEngine({ alone: false })
    await fixture.store.heartbeats.record(first.owner, fixture.time.now())
    const ids = await acceptWithoutRunning(first, 3)
    await fixture.startEngine({ alone: false })
    fixture.time.advance(10_000)
    // Enough turns for the sweeps that became due to read and write.
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate)
    for (const id of ids) assert.equal((await fixture.read(id)).status, 'running')
    await waitUntilCompleted(ids, 5_000)
  })

  it('A process whose clock is an hour ahead does not take over executions of a live owner', async () => {
    const databaseTime = async () => fixture.time.now()
    const first = fixture.newEngine({ alone: false })
    await fixture.store.heartbeats.record(first.owner, fixture.time.now())
    const ids = await acceptWithoutRunning(first, 3)
    const ahead = { now: () => fixture.time.now() + 3_600_000 }
    await fixture.startEngine({ alone: false, clock: ahead, databaseTime })
    fixture.time.advance(8_000)
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate)
    for (const id of ids) assert.equal((await fixture.read(id)).status, 'running')
    await waitUntilCompleted(ids, 5_000)
  })

  it('Another process immediately finishes the executions of a process that stopped gracefully', async () => {
    const first = await fixture.startEngine({ alone: false })
    const ids = await acceptWithoutRunning(first, 3)
    await first.stop()
    await fixture.startEngine({ alone: false })
    await waitUntilCompleted(ids, 0)
  })

  it('An owner that was presumed dead cannot write to an execution that another process finished', async () => {
    const { catalogue, release, started } = slowCatalogue()
    const first = await fixture.startEngine({ alone: false, catalogue })
    const workflow = await fixture.createWorkflow({ nodes: [{ id: 'a', type: 'slow' }] })
    const accepted = await fixture.accept(first, workflow)
    await started
    // The first process hangs in the node. The second one presumes it dead and finishes the work.
    const second = fixture.newEngine({ alone: true, catalogue: quickCatalogue('second') })
    await second.start()
    await waitUntilCompleted([accepted.id], 0)
    const before = await fixture.read(accepted.id)
    assert.deepEqual(before.output, { by: 'second' })

    const ended = first.watch.untilEnd(fixture.account, accepted.id, 60_000, never)
    release()
    await ended
    assert.deepEqual(await fixture.read(accepted.id), before)
    assert.deepEqual(fixture.loggedProblems, ['execution ended or taken over by another process'])
  })

  it('An execution whose process keeps ending before it has advanced fails with the reason', async () => {
    const [id = '', other = ''] = await acceptWithoutRunning(fixture.newEngine(), 2)
    await leaveBehind(8, [id])
    await fixture.startEngine()
    const { status, error } = await fixture.read(id)
    assert.equal(status, 'failed')
    assert.deepEqual(error, {
      code: 'INTERRUPTED',
      message:
        'The process that ran this execution ended or stopped responding 9 times in a row before the execution had advanced, so it is not tried again. Check the log of the service for the cause. The input may be too large, or a step may need too much memory.',
      node_id: null,
    })
    assert.deepEqual(
      (await fixture.logs(id)).map(({ level, message }) => ({ level, message })),
      [{ level: 'error', message: error?.message }],
    )
    assert.deepEqual(fixture.loggedProblems, ['execution failed because its processes kept ending'])
    // The one that was not computed when the processes ended goes on.
    await waitUntilCompleted([other], 0)
  })

  it('An execution whose processes ended a few times is resumed', async () => {
    const ids = await acceptWithoutRunning(fixture.newEngine(), 2)
    await leaveBehind(2, ids)
    await fixture.startEngine()
    await waitUntilCompleted(ids, 0)
  })

  it('What was computed when earlier processes ended comes after what was not', async () => {
    const [often = '', seldom = ''] = await acceptWithoutRunning(fixture.newEngine(), 2)
    await leaveBehind(4, [often])
    const marks = mock.method(fixture.store.claims, 'setComputing')
    await fixture.startEngine()
    await waitUntilCompleted([often, seldom], 0)
    const marked = marks.mock.calls.map(({ arguments: [, id] }) => id)
    assert.deepEqual([...new Set(marked)], [seldom, often])
  })

  it('The sub-workflow whose process keeps ending fails, and its parent learns why', async () => {
    const child = await fixture.createWorkflow(LOG_ONCE)
    const first = await fixture.startEngine()
    const parent = await fixture.createWorkflow({
      nodes: [{ id: 'call', type: 'workflow', data: { workflow_id: child.id } }],
    })
    const { id } = await fixture.accept(first, parent)
    fixture.holdQueue(first)
    await fixture.waitForStatus(id, 'pending')
    await first.stop()
    const children = await fixture.store.claims.takeOver('looking', Number.MAX_SAFE_INTEGER, 10)
    await leaveBehind(
      7,
      children.map((one) => one.id),
    )
    await fixture.startEngine()
    const { error } = await fixture.waitForStatus(id, 'failed')
    assert.match(error?.message ?? '', /^The sub-workflow failed: The process that ran this execution ended/)
  })

  it('A resumed execution continues after its recorded steps and does not repeat them', async () => {
    const first = fixture.newEngine()
    const workflow = await fixture.createWorkflow({
      nodes: [
        { id: 'a', type: 'log', data: { message: 'a ran' } },
        { id: 'b', type: 'set', data: { values: { after: '{{ nodes.a.output }}' } } },
      ],
      edges: [{ source: 'a', target: 'b' }],
    })
    const { id } = await fixture.accept(first, workflow, { x: 1 })
    const { owner } = first
    const step = {
      nodeId: 'a',
      status: 'completed' as const,
      handle: 'main',
      output: 'recorded before',
      error: null,
      attempts: 1,
      startedAt: 0,
      endedAt: 0,
    }
    await fixture.store.journal.checkpoint({
      executionId: id,
      owner,
      sequence: 0,
      activeMs: 0,
      computingMs: 0,
      input: {},
      steps: [step],
      logs: [],
      waits: [],
      endedWaits: [],
      takenSignals: [],
      children: [],
      next: { kind: 'continue' },
    })
    await fixture.startEngine()
    await waitUntilCompleted([id], 0)
    assert.deepEqual((await fixture.read(id)).output, { after: 'recorded before' })
    assert.deepEqual(
      (await fixture.logs(id)).map(({ message }) => message),
      ['Completed: 2 nodes ran.'],
    )
  })

  it('An execution is retried when its end could not be written', async () => {
    let failures = 2
    const { journal } = fixture.store
    const flaky: ExecutionJournal = {
      ...journal,
      async checkpoint(checkpoint) {
        if (failures === 0) return journal.checkpoint(checkpoint)
        failures -= 1
        throw new Error('the disk is full')
      },
    }
    const engine = await fixture.startEngine({ journal: flaky })
    const accepted = await fixture.accept(engine, await fixture.createWorkflow(LOG_ONCE))
    await waitUntilCompleted([accepted.id], 1_000)
    assert.equal(fixture.loggedProblems.length, 2)
    assert.equal((await fixture.logs(accepted.id)).length, 2)
  })

  it('A stop waits until running executions are written, and queued ones run after the next start', async () => {
    const { catalogue, release, started } = slowCatalogue()
    const localQueue = new MemoryLocalQueue(1)
    const engine = await fixture.startEngine({ catalogue, localQueue })
    const workflow = await fixture.createWorkflow({ nodes: [{ id: 'a', type: 'slow' }] })
    const [running, queued] = [await fixture.accept(engine, workflow), await fixture.accept(engine, workflow)]
    await started
    let isStopped = false
    const stopping = engine.stop().then(() => (isStopped = true))
    await new Promise(setImmediate)
    assert.equal(isStopped, false)
    release()
    await stopping
    assert.equal((await fixture.read(running.id)).status, 'completed')
    assert.equal((await fixture.read(queued.id)).status, 'running')
    await fixture.startEngine({ catalogue: quickCatalogue('next') })
    await waitUntilCompleted([queued.id], 0)
  })
})

const slowKind: Omit<NodeKind, 'run'> = {
  ...(NODE_KINDS.find(({ type }) => type === 'start') as NodeKind),
  type: 'slow',
}

/** A node that ends when the test releases it. */
function slowCatalogue() {
  let release: () => void = () => undefined
  let start: () => void = () => undefined
  const started = new Promise<void>((resolve) => (start = resolve))
  const released = new Promise<void>((resolve) => (release = resolve))
  const kind: NodeKind = {
    ...slowKind,
    async run() {
      start()
      await released
      return { ok: true, output: { by: 'first' } }
    },
  }
  return { catalogue: nodeCatalogue([kind]), release: () => release(), started }
}

function quickCatalogue(by: string) {
  return nodeCatalogue([{ ...slowKind, run: () => ({ ok: true, output: { by } }) }, ...NODE_KINDS])
}
