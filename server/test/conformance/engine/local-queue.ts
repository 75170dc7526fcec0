import assert from 'node:assert/strict'
import { afterEach, beforeEach, it } from 'node:test'
import { EngineCluster, type EngineClusterOptions, type ClusterMember, visit } from './engine-cluster.ts'

const MANY = 60
const FEW = 20

/**
 * However an execution becomes due, one engine at a time runs it. The same promise holds for a single engine and for
 * several that share a store.
 */
export function testLocalQueue(newOptions: () => Promise<EngineClusterOptions>): void {
  let cluster: EngineCluster
  let engines: ClusterMember[]
  beforeEach(async () => {
    cluster = await EngineCluster.open(await newOptions())
    engines = [await cluster.startEngine()]
    if (!cluster.alone) engines.push(await cluster.startEngine())
  })
  afterEach(() => cluster.destroy())

  /** Each running engine in turn, and the engine that only accepts and leaves the run to others. */
  const engineFor = (n: number) => engines[n % (engines.length + 1)]?.engine ?? cluster.acceptor
  const acceptMany = (workflow: string) =>
    Promise.all(Array.from({ length: MANY }, (_, n) => cluster.accept(engineFor(n), workflow)))

  async function assertHandledOnce(ids: readonly string[], ...nodes: string[]): Promise<void> {
    await cluster.reach(ids, 'completed')
    for (const node of nodes) assert.deepEqual(cluster.visitsOf(node).toSorted(), ids.toSorted())
    assert.deepEqual(cluster.conflicts, [])
  }

  it('An accepted execution runs once, whichever engine accepted it', async () => {
    const workflow = await cluster.createWorkflow([visit('a')])
    await assertHandledOnce(await acceptMany(workflow), 'a')
  })

  it('A parked execution runs once for a signal, and once for two that arrive together', async () => {
    const workflow = await cluster.createWorkflow(
      [{ id: 'wait', type: 'wait', data: { for: 'event', event: 'go' } }, visit('a')],
      [{ source: 'wait', target: 'a' }],
    )
    const ids = await acceptMany(workflow)
    await cluster.reach(ids, 'pending')
    await Promise.all(
      ids.flatMap((id, n) => [
        cluster.signal(engineFor(n), id, 'go'),
        cluster.signal(engineFor(n + 1), id, 'go'),
      ]),
    )
    await assertHandledOnce(ids, 'a')
  })

  it('A parked execution runs once when it is due', async () => {
    const workflow = await cluster.createWorkflow(
      [{ id: 'pause', type: 'delay', data: { seconds: 1.5 } }, visit('a')],
      [{ source: 'pause', target: 'a' }],
    )
    await assertHandledOnce(await acceptMany(workflow), 'a')
  })

  it('An execution that waits for another one runs once after that one has ended', async () => {
    const child = await cluster.createWorkflow([visit('child')])
    const parent = await cluster.createWorkflow(
      [{ id: 'call', type: 'workflow', data: { workflow_id: child } }, visit('a')],
      [{ source: 'call', target: 'a' }],
    )
    const ids = await acceptMany(parent)
    await assertHandledOnce(ids, 'a')
    assert.equal(new Set(cluster.visitsOf('child')).size, MANY)
  })

  /** Lets one engine begin executions, stops it with `end`, and makes sure that another engine is there. */
  async function endFirstEngine(
    end: (engine: ClusterMember, release: () => void) => Promise<void>,
  ): Promise<string[]> {
    const workflow = await cluster.createWorkflow([visit('a'), visit('b')], [{ source: 'a', target: 'b' }])
    const [first] = engines as [ClusterMember]
    let release: () => void = () => undefined
    cluster.released = new Promise((resolve) => (release = resolve))
    const ids = await Promise.all(Array.from({ length: FEW }, () => cluster.accept(first.engine, workflow)))
    await cluster.until('all to begin', () => cluster.visits.length === FEW)
    await end(first, release)
    if (cluster.alone) await cluster.startEngine()
    await cluster.reach(ids, 'completed')
    for (const id of ids) assert.deepEqual(await cluster.recorded(id), ['a', 'b'])
    assert.deepEqual(cluster.conflicts, [])
    return ids
  }

  it('An execution that a stopping engine hands over continues in another engine after the recorded steps', async () => {
    const ids = await endFirstEngine(async (engine, release) => {
      const stopped = engine.stop()
      release()
      await stopped
    })
    assert.deepEqual(cluster.visitsOf('a').toSorted(), ids.toSorted())
    assert.deepEqual(cluster.visitsOf('b').toSorted(), ids.toSorted())
  })

  it('An execution whose engine died is recovered and recorded once', async () => {
    const ids = await endFirstEngine(async (engine, release) => {
      engine.die()
      release()
    })
    // Once by the engine that died, and once by the engine that recovered it.
    assert.deepEqual(cluster.visitsOf('a').toSorted(), [...ids, ...ids].toSorted())
    assert.deepEqual(cluster.visitsOf('b').toSorted(), ids.toSorted())
  })
}
