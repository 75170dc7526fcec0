import assert from 'node:assert/strict'
import { afterEach, beforeEach, it } from 'node:test'
import { EngineCluster, type EngineClusterOptions, type ClusterMember, visit } from './engine-cluster.ts'

const MANY = 60
const FEW = 20

/**
 * However an execution becomes due, it is handled, by one engine at a time: the same promise for one engine that has the
 * store for itself and for several that share it.
 */
export function testLocalQueue(newOptions: () => Promise<EngineClusterOptions>): void {
  let house: EngineCluster
  let engines: ClusterMember[]
  beforeEach(async () => {
    house = await EngineCluster.open(await newOptions())
    engines = [await house.startEngine()]
    if (!house.alone) engines.push(await house.startEngine())
  })
  afterEach(() => house.destroy())

  /** In turn each engine that runs, and the desk, which leaves it to others. */
  const doorOf = (n: number) => engines[n % (engines.length + 1)]?.engine ?? house.desk
  const acceptMany = (workflow: string) =>
    Promise.all(Array.from({ length: MANY }, (_, n) => house.accept(doorOf(n), workflow)))

  async function assertHandledOnce(ids: readonly string[], ...nodes: string[]): Promise<void> {
    await house.reach(ids, 'completed')
    for (const node of nodes) assert.deepEqual(house.visitsOf(node).toSorted(), ids.toSorted())
    assert.deepEqual(house.clashes, [])
  }

  it('an execution is handled once when it is accepted, wherever', async () => {
    const workflow = await house.createWorkflow([visit('a')])
    await assertHandledOnce(await acceptMany(workflow), 'a')
  })

  it('a parked execution is handled once for a signal, and for two that come together', async () => {
    const workflow = await house.createWorkflow(
      [{ id: 'wait', type: 'wait', data: { for: 'event', event: 'go' } }, visit('a')],
      [{ source: 'wait', target: 'a' }],
    )
    const ids = await acceptMany(workflow)
    await house.reach(ids, 'pending')
    await Promise.all(
      ids.flatMap((id, n) => [house.signal(doorOf(n), id, 'go'), house.signal(doorOf(n + 1), id, 'go')]),
    )
    await assertHandledOnce(ids, 'a')
  })

  it('a parked execution is handled once when its time has come', async () => {
    const workflow = await house.createWorkflow(
      [{ id: 'pause', type: 'delay', data: { seconds: 1.5 } }, visit('a')],
      [{ source: 'pause', target: 'a' }],
    )
    const ids = await acceptMany(workflow)
    await house.reach(ids, 'pending')
    await assertHandledOnce(ids, 'a')
  })

  it('an execution that waits for another one is handled once that has ended', async () => {
    const child = await house.createWorkflow([visit('child')])
    const parent = await house.createWorkflow(
      [{ id: 'call', type: 'workflow', data: { workflow_id: child } }, visit('a')],
      [{ source: 'call', target: 'a' }],
    )
    const ids = await acceptMany(parent)
    await assertHandledOnce(ids, 'a')
    assert.equal(new Set(house.visitsOf('child')).size, MANY)
  })

  /** Lets one engine begin executions, ends it by `end`, and makes sure that another one is there. */
  async function leaveTo(
    end: (engine: ClusterMember, release: () => void) => Promise<void>,
  ): Promise<string[]> {
    const workflow = await house.createWorkflow([visit('a'), visit('b')], [{ source: 'a', target: 'b' }])
    const [first] = engines as [ClusterMember]
    let release: () => void = () => undefined
    house.hold = new Promise((resolve) => (release = resolve))
    const ids = await Promise.all(Array.from({ length: FEW }, () => house.accept(first.engine, workflow)))
    await house.until('all to be begun', () => house.visits.length === FEW)
    await end(first, release)
    if (house.alone) await house.startEngine()
    await house.reach(ids, 'completed')
    for (const id of ids) assert.deepEqual(await house.recorded(id), ['a', 'b'])
    assert.deepEqual(house.clashes, [])
    return ids
  }

  it('an execution that an engine hands over when it stops goes on in another, behind what was done', async () => {
    const ids = await leaveTo(async (engine, release) => {
      const stopped = engine.stop()
      release()
      await stopped
    })
    assert.deepEqual(house.visitsOf('a').toSorted(), ids.toSorted())
    assert.deepEqual(house.visitsOf('b').toSorted(), ids.toSorted())
  })

  it('an execution whose engine died is taken over, and recorded once', async () => {
    const ids = await leaveTo(async (engine, release) => {
      engine.die()
      release()
    })
    // By the one that died, and by the one that took over.
    assert.deepEqual(house.visitsOf('a').toSorted(), [...ids, ...ids].toSorted())
    assert.deepEqual(house.visitsOf('b').toSorted(), ids.toSorted())
  })
}
