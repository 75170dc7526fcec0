import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import Type from 'typebox'
import { MemoryLocalQueue, randomIds, systemClock, systemScheduler } from '#adapters/index.ts'
import type { AccountId, JsonObject } from '#domain/index.ts'
import type { ExecutionStatus } from '@millrace/contract/execution.ts'
import { Engine } from '#engine/index.ts'
import { nodeCatalogue } from '#nodes/index.ts'
import { delayNode } from '#nodes/delay/delay.node.ts'
import { waitNode } from '#nodes/wait/wait.node.ts'
import { workflowNode } from '#nodes/workflow/workflow.node.ts'
import type { WorkNotifier, NodeKind, Scheduler, Store } from '#ports/index.ts'

const DEADLINE_MS = 20_000
const POLL_MS = 20
const INTERVALS = { heartbeatMs: 300, leaseTimeoutMs: 3_000, workPollMs: 200, timerPollMs: 200 }

/** A store as one process has it open. */
export interface OpenedDoor {
  readonly store: Store
  readonly workNotifier: WorkNotifier
}

export interface EngineClusterOptions {
  /** True: the store is for one process at a time. */
  readonly alone: boolean
  /** Opens the same data for one more process. */
  open(): Promise<OpenedDoor>
  destroy(): Promise<void>
}

/** A node that was begun in an engine. */
interface Visit {
  readonly executionId: string
  readonly nodeId: string
  readonly by: string
}

/** One engine, as if in a process of its own. */
export interface ClusterMember {
  readonly engine: Engine
  /** Ends in order. */
  stop(): Promise<void>
  /** Ends as a killed process does: nothing it still does reaches anything. */
  die(): void
}

/** Engines on one store, and what they do to executions. */
export class EngineCluster {
  readonly alone: boolean
  /** Everything that was begun, in order. */
  readonly visits: Visit[] = []
  /** Executions that were begun while another engine was at them. */
  readonly clashes: Visit[] = []
  /** Begun nodes end when it resolves. */
  hold: Promise<void> = Promise.resolve()
  /** An engine that accepts, signals and runs nothing. */
  readonly desk: Engine
  readonly #options: EngineClusterOptions
  readonly #door: OpenedDoor
  readonly #doors: OpenedDoor[]
  readonly #residents: ClusterMember[] = []
  readonly #busy = new Map<string, Visit>()
  readonly #dead = new Set<string>()
  readonly #account: AccountId
  readonly #ids = randomIds()

  private constructor(options: EngineClusterOptions, door: OpenedDoor, account: AccountId) {
    this.#options = options
    this.#door = door
    this.#doors = [door]
    this.#account = account
    this.alone = options.alone
    this.desk = this.#newEngine(door, 'desk', { runs: false, alone: false })
  }

  static async open(options: EngineClusterOptions): Promise<EngineCluster> {
    const door = await options.open()
    const { store } = door
    const createdAt = systemClock.now()
    const id = randomIds().next(createdAt) as AccountId
    await store.write((tx) =>
      store.accounts.insert(tx, { id, name: 'Test', plan: 'free', accessVersion: 1, createdAt }),
    )
    return new EngineCluster(options, door, id)
  }

  async startEngine(): Promise<ClusterMember> {
    const name = `engine ${this.#residents.length}`
    const door = this.alone ? this.#door : await this.#options.open()
    if (!this.alone) this.#doors.push(door)
    const engine = this.#newEngine(door, name, { runs: true, alone: this.alone })
    let ended: Promise<void> | undefined
    const resident: ClusterMember = {
      engine,
      stop: () => (ended ??= engine.stop()),
      die: () => {
        ended = door.workNotifier.stop()
        this.#dead.add(name)
        for (const [id, visit] of this.#busy) if (visit.by === name) this.#busy.delete(id)
      },
    }
    this.#residents.push(resident)
    await engine.start()
    return resident
  }

  async createWorkflow(nodes: readonly JsonObject[], edges: readonly JsonObject[] = []): Promise<string> {
    const now = systemClock.now()
    const workflow = {
      id: this.#ids.next(now),
      accountId: this.#account,
      name: 'Test',
      description: '',
      status: 'draft' as const,
      nodes,
      edges,
      variables: {},
      versionId: this.#ids.next(now),
      revision: 1,
      createdAt: now,
      updatedAt: now,
    }
    const { store } = this.#door
    await store.write((tx) => store.workflows.insert(tx, workflow))
    return workflow.id
  }

  async accept(engine: Engine, workflowId: string): Promise<string> {
    const wanted = { account: this.#account, workflowId, input: {} }
    const accepted = (await engine.accept(wanted)) ?? assert.fail('not accepted')
    return accepted.id
  }

  async signal(engine: Engine, id: string, event: string): Promise<void> {
    const { store } = this.#door
    await store.write((tx) => engine.signal(tx, id, { event, waitId: null, data: {} }))
  }

  async reach(ids: readonly string[], status: ExecutionStatus): Promise<void> {
    const missing = new Set(ids)
    await this.until(`${ids.length} executions to be ${status}`, async () => {
      for (const id of missing) {
        const found = await this.#door.store.executions.find(this.#account, id)
        if (found?.status === status) missing.delete(id)
      }
      return missing.size === 0
    })
  }

  /** Ids of the nodes whose end is recorded, in order. */
  async recorded(id: string): Promise<string[]> {
    const pages = await this.#door.store.executions.journal(this.#account, id, -1)
    return pages
      .flatMap(({ steps }) => steps)
      .flatMap((step) => (step.status === 'completed' ? [step.nodeId] : []))
  }

  visitsOf(nodeId: string): string[] {
    return this.visits.filter((visit) => visit.nodeId === nodeId).map(({ executionId }) => executionId)
  }

  async until(what: string, ask: () => boolean | Promise<boolean>): Promise<void> {
    const deadline = performance.now() + DEADLINE_MS
    while (!(await ask())) {
      if (performance.now() > deadline) assert.fail(`Waited in vain for ${what}.`)
      await setTimeout(POLL_MS)
    }
  }

  async destroy(): Promise<void> {
    for (const resident of this.#residents) await resident.stop()
    for (const { store } of this.#doors) await store.close()
    await this.#options.destroy()
  }

  #newEngine(
    { store, workNotifier }: OpenedDoor,
    name: string,
    is: { runs: boolean; alone: boolean },
  ): Engine {
    return new Engine({
      transactions: store,
      executions: this.#mortal(name, store.executions),
      intake: this.#mortal(name, store.intake),
      journal: this.#mortal(name, store.journal),
      claims: { ...this.#mortal(name, store.claims), subscribe: store.claims.subscribe },
      workflows: this.#mortal(name, store.workflows),
      heartbeats: this.#mortal(name, store.heartbeats),
      scheduler: this.#mortalScheduler(name),
      localQueue: new MemoryLocalQueue(),
      workNotifier,
      catalogue: nodeCatalogue([this.#visitNode(name), delayNode, waitNode, workflowNode]),
      clock: systemClock,
      ids: this.#ids,
      links: { of: ({ waitId, kind }) => ({ [kind]: `https://example.com/${waitId}` }) },
      log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
      intervals: INTERVALS,
      ...is,
    })
  }

  /** Works until the engine of that name dies; then no call ever returns. */
  #mortal<Port extends object>(name: string, port: Port): Port {
    return new Proxy(port, {
      get: (target, property) => {
        const method = Reflect.get(target, property) as (...args: unknown[]) => unknown
        return async (...args: unknown[]) => {
          const result = this.#dead.has(name) ? undefined : await method.apply(target, args)
          return this.#dead.has(name) ? new Promise(() => undefined) : result
        }
      },
    })
  }

  #mortalScheduler(name: string): Scheduler {
    const unlessDead = (callback: () => void) => () => {
      if (!this.#dead.has(name)) callback()
    }
    return {
      after: (ms, callback) => systemScheduler.after(ms, unlessDead(callback)),
      every: (ms, callback) => systemScheduler.every(ms, unlessDead(callback)),
    }
  }

  #visitNode(by: string): NodeKind {
    return {
      type: 'visit',
      title: 'Visit',
      summary: 'Is seen by the test.',
      group: 'core',
      parameters: Type.Object({ name: Type.String() }),
      handles: ['main'],
      hasEffect: false,
      run: async ({ executionId, parameters }) => {
        const visit = { executionId, nodeId: parameters['name'] as string, by }
        this.visits.push(visit)
        if (this.#busy.has(executionId)) this.clashes.push(visit)
        this.#busy.set(executionId, visit)
        await this.hold
        await setTimeout(1)
        if (this.#dead.has(by)) await new Promise(() => undefined)
        if (this.#busy.get(executionId) === visit) this.#busy.delete(executionId)
        return { ok: true, output: {} }
      },
    }
  }
}

export const visit = (name: string): JsonObject => ({ id: name, type: 'visit', data: { name } })
