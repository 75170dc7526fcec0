import { LocalWorkNotifier, ProcessSandbox, randomIds } from '#adapters/index.ts'
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type {
  AccountId,
  Execution,
  ExecutionLog,
  JournalEntry,
  JsonObject,
  JsonValue,
  Signal,
  Workflow,
} from '#domain/index.ts'
import { Engine, type EngineDeps } from '#engine/engine.ts'
import type { Accepted } from '#engine/worker/acceptance.ts'
import { nodeCatalogue } from '#nodes/index.ts'
import { loopbackNodeKinds } from '#nodes/testing/loopback-node-kinds.ts'
import type { DueExecution, NodeCatalogue, NodeKind, SignalResult, Store } from '#ports/index.ts'
import { migrateSqlite } from '#store/dialects/sqlite/sqlite-migrate.ts'
import { openSqliteStore } from '#store/dialects/sqlite/sqlite-store.ts'
import { Turns } from '#engine/turns/turns.ts'
import { HeldQueue } from './held-queue.ts'
import { ManualThread } from './manual-thread.ts'
import { ManualTime } from './manual-time.ts'
import type { TestGraph } from './test-graph.ts'

/** An influence on a run from outside: an event that is sent to it, or time that elapses once it is parked. */
export type Stimulus = { readonly event: string; readonly data: JsonValue } | { readonly seconds: number }

/** A real SQLite store with one account, and the engines that run on it. */
export class EngineFixture {
  readonly time = new ManualTime()
  readonly thread = new ManualThread()
  readonly ids = randomIds()
  readonly account: AccountId = this.ids.next(this.time.now()) as AccountId
  readonly store: Store
  /** Messages that the engines logged as warnings or errors. */
  readonly loggedProblems: string[] = []
  readonly #folder = mkdtempSync(join(tmpdir(), 'millrace-engine-'))
  readonly #engines: Engine[] = []
  readonly #sandbox = new ProcessSandbox()
  readonly #nodeKinds = loopbackNodeKinds(this.#sandbox)
  readonly #queues = new Map<Engine, HeldQueue>()

  constructor() {
    const file = join(this.#folder, 'millrace.db')
    migrateSqlite(file, () => 0)
    this.store = openSqliteStore(file, { disk: { isLow: () => false }, onFatal: assert.fail })
  }

  static async open(): Promise<EngineFixture> {
    const fixture = new EngineFixture()
    const { store, account: id } = fixture
    await store.write((tx) =>
      store.accounts.insert(tx, { id, name: 'Test', plan: 'free', accessVersion: 1, createdAt: 0 }),
    )
    return fixture
  }

  /** The real node kinds and additional ones of a test. */
  catalogueWith(...kinds: readonly NodeKind[]): NodeCatalogue {
    return nodeCatalogue([...this.#nodeKinds, ...kinds])
  }

  /** Holds back the executions that an engine accepts, until `releaseQueue`. */
  holdQueue(engine: Engine): void {
    this.#queues.get(engine)?.hold()
  }

  releaseQueue(engine: Engine): void {
    this.#queues.get(engine)?.release()
  }

  /** Enqueues an execution at an engine again. */
  enqueue(engine: Engine, due: DueExecution): void {
    this.#queues.get(engine)?.enqueue(due)
  }

  /** Creates an engine without starting it. */
  newEngine(changes: Partial<EngineDeps> = {}): Engine {
    const { executions, intake, journal, claims, workflows, variables, heartbeats } = this.store
    const localQueue = new HeldQueue()
    const logProblem = (_fields: object, message: string) => void this.loggedProblems.push(message)
    const engine = new Engine({
      transactions: this.store,
      executions,
      workflows,
      variables,
      intake,
      journal,
      claims,
      heartbeats,
      localQueue,
      catalogue: nodeCatalogue(this.#nodeKinds),
      clock: this.time,
      scheduler: this.time,
      turns: new Turns(this.thread),
      ids: this.ids,
      links: { of: ({ waitId, kind }) => ({ [kind]: `https://example.com/${waitId}` }) },
      log: { debug: () => undefined, info: () => undefined, warn: logProblem, error: logProblem },
      workNotifier: new LocalWorkNotifier(),
      alone: true,
      runs: true,
      ...changes,
    })
    this.#engines.push(engine)
    this.#queues.set(engine, localQueue)
    return engine
  }

  async startEngine(changes: Partial<EngineDeps> = {}): Promise<Engine> {
    const engine = this.newEngine(changes)
    await engine.start()
    return engine
  }

  async createWorkflow(
    { name = 'Test', nodes, edges = [], variables = {} }: TestGraph,
    accountId = this.account,
  ): Promise<Workflow> {
    const at = this.time.now()
    const workflow: Workflow = {
      id: this.ids.next(at),
      accountId,
      name,
      description: '',
      status: 'draft',
      nodes,
      edges,
      variables,
      versionId: this.ids.next(at),
      revision: 1,
      createdAt: at,
      updatedAt: at,
      tags: [],
      folder: '',
    }
    await this.store.write((tx) => this.store.workflows.insert(tx, workflow))
    return workflow
  }

  async accept(engine: Engine, workflow: Workflow, input: JsonObject = {}): Promise<Accepted> {
    const request = { account: this.account, workflowId: workflow.id, input }
    return (await engine.accept(request)) ?? assert.fail('not accepted')
  }

  /** Runs a graph to its end. Events are sent immediately: a run that does not wait for them yet finds them later. */
  async run(
    engine: Engine,
    graph: TestGraph,
    input: JsonObject = {},
    stimuli: readonly Stimulus[] = [],
  ): Promise<Execution> {
    const accepted = await this.accept(engine, await this.createWorkflow(graph), input)
    for (const stimulus of stimuli) {
      if ('event' in stimulus) await this.signal(engine, accepted.id, { ...stimulus, waitId: null })
      else {
        await this.waitForStatus(accepted.id, 'pending')
        this.time.suspend(stimulus.seconds * 1_000)
      }
    }
    await engine.watch.untilEnd(this.account, accepted.id, 60_000, new AbortController().signal)
    return this.read(accepted.id)
  }

  async signal(engine: Engine, id: string, signal: Omit<Signal, 'id' | 'at'>): Promise<SignalResult> {
    const result = await this.store.write((tx) => engine.signal(tx, id, signal))
    return result
  }

  async cancel(engine: Engine, id: string): Promise<boolean | undefined> {
    const result = await this.store.write((tx) => engine.cancel(tx, this.account, id))
    return result
  }

  async steps(id: string): Promise<readonly JournalEntry[]> {
    return (await this.store.executions.journal(this.account, id, -1)).flatMap(({ steps }) => steps)
  }

  /** Resolves when the execution has the status, without advancing the time. */
  async waitForStatus(id: string, status: Execution['status']): Promise<Execution> {
    for (let turn = 0; turn < 2_000; turn += 1) {
      const execution = await this.read(id)
      if (execution.status === status) return execution
      await new Promise(setImmediate)
    }
    return assert.fail(`The execution does not become ${status}. It is ${(await this.read(id)).status}.`)
  }

  async read(id: string): Promise<Execution> {
    return (await this.store.executions.find(this.account, id)) ?? assert.fail('no such execution')
  }

  logs(id: string): Promise<readonly ExecutionLog[]> {
    return this.store.executions.logs(this.account, id)
  }

  async destroy(): Promise<void> {
    for (const engine of Array.from(this.#engines)) await this.stop(engine)
    await this.#sandbox.close()
    await this.store.close()
    rmSync(this.#folder, { recursive: true })
  }

  /** A stopping engine gives running calls a grace period: advancing the time ends it for those that never answer. */
  async stop(engine: Engine): Promise<void> {
    this.#engines.splice(this.#engines.indexOf(engine), 1)
    const advancing = setInterval(() => this.time.advance(1_000))
    await engine.stop().finally(() => clearInterval(advancing))
  }
}
