import { MemoryLocalQueue, ProcessSandbox } from '#adapters/index.ts'
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import type { ExecutionJournal, NodeKind } from '#ports/index.ts'
import { nodeCatalogue } from '#nodes/index.ts'
import { loopbackNodeKinds } from '#nodes/testing/loopback-node-kinds.ts'
import type { Engine } from './engine.ts'
import { EngineFixture } from './testing/engine-fixture.ts'

const sandbox = new ProcessSandbox()
const NODE_KINDS = loopbackNodeKinds(sandbox)

const never = new AbortController().signal
const LOG_ONCE = { nodes: [{ id: 'a', type: 'log', data: { message: 'ran' } }] }

describe('an execution whose process is gone', () => {
  let home: EngineFixture
  beforeEach(async () => {
    home = await EngineFixture.open()
  })
  afterEach(() => home.destroy())

  /** Accepts and never runs: what a process leaves that is killed between the two. */
  async function leaveBehind(engine: Engine, count: number): Promise<string[]> {
    const workflow = await home.createWorkflow(LOG_ONCE)
    home.holdQueue(engine)
    const accepted = await Promise.all(Array.from({ length: count }, () => home.accept(engine, workflow)))
    return accepted.map(({ id }) => id)
  }

  /** Lets timers come due and their work happen until all have ended. */
  async function untilEnded(ids: readonly string[], stepMs: number): Promise<void> {
    for (let tries = 0; tries < 100; tries += 1) {
      const all = await Promise.all(ids.map((id) => home.read(id)))
      if (all.every(({ status }) => status === 'completed')) return
      home.time.pass(stepMs)
      await new Promise(setImmediate)
    }
    assert.fail('not all executions ended')
  }

  it('is finished by the next one, at once where no other can be alive', async () => {
    const ids = await leaveBehind(home.newEngine(), 1_100)
    await home.startEngine()
    await untilEnded(ids, 0)
    assert.deepEqual(
      (await home.logs(ids[0] ?? '')).map(({ message }) => message),
      ['ran', 'Completed: 1 node ran.'],
    )
    assert.deepEqual(home.complaints, [])
  })

  it('is left alone while its process may be alive, and finished once that is silent', async () => {
    const first = home.newEngine({ alone: false })
    await home.store.heartbeats.record(first.owner, home.time.now())
    const ids = await leaveBehind(first, 3)
    await home.startEngine({ alone: false })
    home.time.pass(10_000)
    // Long enough for the sweeps that came due to have read and written.
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate)
    for (const id of ids) assert.equal((await home.read(id)).status, 'running')
    await untilEnded(ids, 5_000)
  })

  it('is left alone by one whose clock is an hour ahead, while its process says that it lives', async () => {
    const databaseTime = async () => home.time.now()
    const first = home.newEngine({ alone: false })
    await home.store.heartbeats.record(first.owner, home.time.now())
    const ids = await leaveBehind(first, 3)
    const ahead = { now: () => home.time.now() + 3_600_000 }
    await home.startEngine({ alone: false, clock: ahead, databaseTime })
    home.time.pass(8_000)
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate)
    for (const id of ids) assert.equal((await home.read(id)).status, 'running')
    await untilEnded(ids, 5_000)
  })

  it('is finished at once after a stop in order', async () => {
    const first = await home.startEngine({ alone: false })
    const ids = await leaveBehind(first, 3)
    await first.stop()
    await home.startEngine({ alone: false })
    await untilEnded(ids, 0)
  })

  it('is fenced against its process when that comes back: nothing is written twice', async () => {
    const { catalogue, release, begun } = slowCatalogue()
    const first = await home.startEngine({ alone: false, catalogue })
    const workflow = await home.createWorkflow({ nodes: [{ id: 'a', type: 'slow' }] })
    const accepted = await home.accept(first, workflow)
    await begun
    // The first process hangs in the node; the second believes it dead and finishes the work.
    const second = home.newEngine({ alone: true, catalogue: quickCatalogue('second') })
    await second.start()
    await untilEnded([accepted.id], 0)
    const before = await home.read(accepted.id)
    assert.deepEqual(before.output, { by: 'second' })

    const noticed = first.watch.untilEnd(home.account, accepted.id, 60_000, never)
    release()
    await noticed
    assert.deepEqual(await home.read(accepted.id), before)
    assert.deepEqual(home.complaints, ['execution ended or taken over by another process'])
  })

  it('goes on behind the steps that are recorded, and does not repeat them', async () => {
    const first = home.newEngine()
    const workflow = await home.createWorkflow({
      nodes: [
        { id: 'a', type: 'log', data: { message: 'a ran' } },
        { id: 'b', type: 'set', data: { values: { after: '{{ nodes.a.output }}' } } },
      ],
      edges: [{ source: 'a', target: 'b' }],
    })
    const { id } = await home.accept(first, workflow, { x: 1 })
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
    await home.store.journal.checkpoint({
      executionId: id,
      owner,
      sequence: 0,
      activeMs: 0,
      steps: [step],
      logs: [],
      waits: [],
      endedWaits: [],
      takenSignals: [],
      children: [],
      next: { kind: 'continue' },
    })
    await home.startEngine()
    await untilEnded([id], 0)
    assert.deepEqual((await home.read(id)).output, { after: 'recorded before' })
    assert.deepEqual(
      (await home.logs(id)).map(({ message }) => message),
      ['Completed: 2 nodes ran.'],
    )
  })

  it('is tried again when its end could not be written', async () => {
    let failures = 2
    const { journal } = home.store
    const flaky: ExecutionJournal = {
      ...journal,
      async checkpoint(checkpoint) {
        if (failures === 0) return journal.checkpoint(checkpoint)
        failures -= 1
        throw new Error('the disk is full')
      },
    }
    const engine = await home.startEngine({ journal: flaky })
    const accepted = await home.accept(engine, await home.createWorkflow(LOG_ONCE))
    await untilEnded([accepted.id], 1_000)
    assert.equal(home.complaints.length, 2)
    assert.equal((await home.logs(accepted.id)).length, 2)
  })

  it('waits for the next start when the engine stops, and stops only when what is under way is written', async () => {
    const { catalogue, release, begun } = slowCatalogue()
    const localQueue = new MemoryLocalQueue(1)
    const engine = await home.startEngine({ catalogue, localQueue })
    const workflow = await home.createWorkflow({ nodes: [{ id: 'a', type: 'slow' }] })
    const [running, waiting] = [await home.accept(engine, workflow), await home.accept(engine, workflow)]
    await begun
    let isStopped = false
    const stopping = engine.stop().then(() => (isStopped = true))
    await new Promise(setImmediate)
    assert.equal(isStopped, false)
    release()
    await stopping
    assert.equal((await home.read(running.id)).status, 'completed')
    assert.equal((await home.read(waiting.id)).status, 'running')
    await home.startEngine({ catalogue: quickCatalogue('next') })
    await untilEnded([waiting.id], 0)
  })
})

const slowKind: Omit<NodeKind, 'run'> = {
  ...(NODE_KINDS.find(({ type }) => type === 'start') as NodeKind),
  type: 'slow',
}

/** A node that ends when the test says so. */
function slowCatalogue() {
  let release: () => void = () => undefined
  let begin: () => void = () => undefined
  const begun = new Promise<void>((resolve) => (begin = resolve))
  const released = new Promise<void>((resolve) => (release = resolve))
  const kind: NodeKind = {
    ...slowKind,
    async run() {
      begin()
      await released
      return { ok: true, output: { by: 'first' } }
    },
  }
  return { catalogue: nodeCatalogue([kind]), release: () => release(), begun }
}

function quickCatalogue(by: string) {
  return nodeCatalogue([{ ...slowKind, run: () => ({ ok: true, output: { by } }) }, ...NODE_KINDS])
}
