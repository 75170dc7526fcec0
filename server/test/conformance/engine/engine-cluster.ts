import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import Type from 'typebox'
import { MemoryLocalQueue, randomIds, systemClock, systemScheduler, systemThread } from '#adapters/index.ts'
import type { AccountId, JsonObject } from '#domain/index.ts'
import type { ExecutionStatus } from '@millrace/contract/execution.ts'
import { Engine, Turns } from '#engine/index.ts'
import { nodeCatalogue } from '#nodes/index.ts'
import { delayNode } from '#nodes/delay/delay.node.ts'
import { waitNode } from '#nodes/wait/wait.node.ts'
import { workflowNode } from '#nodes/workflow/workflow.node.ts'
import type { WorkNotifier, NodeKind, Scheduler, Store } from '#ports/index.ts'

const DEADLINE_MS = 60_000
const POLL_MS = 20
// A loaded machine delays heartbeats by seconds: the lease must outlast that, or executions are taken over that are not lost.
const INTERVALS = { heartbeatMs: 300, leaseTimeoutMs: 8_000, workPollMs: 200, timerPollMs: 200 }

/** A store as one process has it open. */
export interface OpenedStore {
  readonly store: Store
  readonly workNotifier: WorkNotifier
}

export interface EngineClusterOptions {
  /** True if only one process may open the store at a time. */
  readonly alone: boolean
  /** Opens the same data for another process. */
  open(): Promise<OpenedStore>
  destroy(): Promise<void>
}

/** A node that an engine began to run. */
interface Visit {
  readonly executionId: string
  readonly nodeId: string
  readonly by: string
}

/** One engine, as if it ran in a process of its own. */
export interface ClusterMember {
  readonly engine: Engine
  /** Stops gracefully. */
  stop(): Promise<void>
  /** Ends like a killed process: nothing it still does has any effect. */
  die(): void
}

/** Engines on one store, with helpers to start, signal and observe executions. */
export class EngineCluster {
  readonly alone: boolean
  /** Every node that was begun, in order. */
  readonly visits: Visit[] = []
  /** Executions that were begun while another engine was still running them. */
  readonly conflicts: Visit[] = []
  /** Begun nodes end when this resolves. */
  released: Promise<void> = Promise.resolve()
  /** An engine that accepts and signals executions but runs none. */
  readonly acceptor: Engine
  readonly #options: EngineClusterOptions
  readonly #opened: OpenedStore
  readonly #openedStores: OpenedStore[]
  readonly #members: ClusterMember[] = []
  readonly #busy = new Map<string, Visit>()
  readonly #dead = new Set<string>()
  readonly #account: AccountId
  readonly #ids = randomIds()

  private constructor(options: EngineClusterOptions, opened: OpenedStore, account: AccountId) {
    this.#options = options
    this.#opened = opened
    this.#openedStores = [opened]
    this.#account = account
    this.alone = options.alone
    this.acceptor = this.#newEngine(opened, 'acceptor', { runs: false, alone: false })
  }

  static async open(options: EngineClusterOptions): Promise<EngineCluster> {
    const opened = await options.open()
    const { store } = opened
    const createdAt = systemClock.now()
    const id = randomIds().next(createdAt) as AccountId
    await store.write((tx) =>
      store.accounts.insert(tx, { id, name: 'Test', plan: 'free', accessVersion: 1, createdAt }),
    )
    return new EngineCluster(options, opened, id)
  }

  async startEngine(): Promise<ClusterMember> {
    const name = `engine ${this.#members.length}`
    const opened = this.alone ? this.#opened : await this.#options.open()
    if (!this.alone) this.#openedStores.push(opened)
    const engine = this.#newEngine(opened, name, { runs: true, alone: this.alone })
    let ended: Promise<void> | undefined
    const member: ClusterMember = {
      engine,
      stop: () => (ended ??= engine.stop()),
      die: () => {
        ended = opened.workNotifier.stop()
        this.#dead.add(name)
        for (const [id, visit] of this.#busy) if (visit.by === name) this.#busy.delete(id)
      },
    }
    this.#members.push(member)
    await engine.start()
    return member
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
      tags: [],
      folder: '',
    }
    const { store } = this.#opened
    await store.write((tx) => store.workflows.insert(tx, workflow))
    return workflow.id
  }

  async accept(engine: Engine, workflowId: string): Promise<string> {
    const request = { account: this.#account, workflowId, input: {} }
    const accepted = (await engine.accept(request)) ?? assert.fail('not accepted')
    return accepted.id
  }

  async signal(engine: Engine, id: string, event: string): Promise<void> {
    const { store } = this.#opened
    await store.write((tx) => engine.signal(tx, id, { event, waitId: null, data: {} }))
  }

  async reach(ids: readonly string[], status: ExecutionStatus): Promise<void> {
    const missing = new Set(ids)
    await this.until(`${ids.length} executions to be ${status}`, async () => {
      for (const id of missing) {
        const found = await this.#opened.store.executions.find(this.#account, id)
        if (found?.status === status) missing.delete(id)
      }
      return missing.size === 0
    })
  }

  /** Ids of the nodes whose end is recorded, in order. */
  async recorded(id: string): Promise<string[]> {
    const pages = await this.#opened.store.executions.journal(this.#account, id, -1)
    return pages
      .flatMap(({ steps }) => steps)
      .flatMap((step) => (step.status === 'completed' ? [step.nodeId] : []))
  }

  visitsOf(nodeId: string): string[] {
    return this.visits.filter((visit) => visit.nodeId === nodeId).map(({ executionId }) => executionId)
  }

  async until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
    const deadline = performance.now() + DEADLINE_MS
    while (!(await condition())) {
      if (performance.now() > deadline) assert.fail(`Timed out waiting for ${what}.`)
      await setTimeout(POLL_MS)
    }
  }

  async destroy(): Promise<void> {
    for (const member of this.#members) await member.stop()
    for (const { store } of this.#openedStores) await store.close()
    await this.#options.destroy()
  }

  #newEngine(
    { store, workNotifier }: OpenedStore,
    name: string,
    is: { runs: boolean; alone: boolean },
  ): Engine {
    return new Engine({
      transactions: store,
      executions: this.#killable(name, store.executions),
      intake: this.#killable(name, store.intake),
      journal: this.#killable(name, store.journal),
      claims: { ...this.#killable(name, store.claims), subscribe: store.claims.subscribe },
      workflows: this.#killable(name, store.workflows),
      variables: this.#killable(name, store.variables),
      heartbeats: this.#killable(name, store.heartbeats),
      scheduler: this.#killableScheduler(name),
      localQueue: new MemoryLocalQueue(),
      workNotifier,
      catalogue: nodeCatalogue([this.#visitNode(name), delayNode, waitNode, workflowNode]),
      clock: systemClock,
      turns: new Turns(systemThread),
      ids: this.#ids,
      links: { of: ({ waitId, kind }) => ({ [kind]: `https://example.com/${waitId}` }) },
      log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
      intervals: INTERVALS,
      ...is,
    })
  }

  /** Works until the engine with that name dies; after that, no call ever returns. */
  #killable<Port extends object>(name: string, port: Port): Port {
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

  #killableScheduler(name: string): Scheduler {
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
      summary: 'Records that the node was begun.',
      family: 'action',
      icon: 'box',
      keywords: [],
      line: '',
      parameters: Type.Object({ name: Type.String() }),
      handles: ['main'],
      hasEffect: false,
      run: async ({ executionId, parameters }) => {
        const visit = { executionId, nodeId: parameters['name'] as string, by }
        this.visits.push(visit)
        if (this.#busy.has(executionId)) this.conflicts.push(visit)
        this.#busy.set(executionId, visit)
        await this.released
        await setTimeout(1)
        if (this.#dead.has(by)) await new Promise(() => undefined)
        if (this.#busy.get(executionId) === visit) this.#busy.delete(executionId)
        return { ok: true, output: {} }
      },
    }
  }
}

export const visit = (name: string): JsonObject => ({ id: name, type: 'visit', data: { name } })
