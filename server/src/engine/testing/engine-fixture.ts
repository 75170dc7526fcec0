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
import { type Accepted, Engine, type EngineDeps } from '#engine/engine.ts'
import { nodeCatalogue } from '#nodes/index.ts'
import { loopbackNodeKinds } from '#nodes/testing/loopback-node-kinds.ts'
import type { DueExecution, NodeCatalogue, NodeKind, SignalResult, Store } from '#ports/index.ts'
import { migrateSqlite } from '#store/dialects/sqlite/sqlite-migrate.ts'
import { openSqliteStore } from '#store/dialects/sqlite/sqlite-store.ts'
import { HeldQueue } from './held-queue.ts'
import { ManualTime } from './manual-time.ts'

const sandbox = new ProcessSandbox()
const NODE_KINDS = loopbackNodeKinds(sandbox)

export interface Drawing {
  readonly name?: string
  readonly nodes: readonly JsonObject[]
  readonly edges?: readonly JsonObject[]
  readonly variables?: JsonObject
}

/** What happens to a run from outside: an event is sent to it, or time passes once it is parked. */
export type Happening = { readonly event: string; readonly data: JsonValue } | { readonly seconds: number }

/** A real SQLite store with one account, in which engines can run. */
export class EngineFixture {
  readonly time = new ManualTime()
  readonly ids = randomIds()
  readonly account: AccountId = this.ids.next(this.time.now()) as AccountId
  readonly store: Store
  /** What engines complained of. */
  readonly complaints: string[] = []
  readonly #folder = mkdtempSync(join(tmpdir(), 'millrace-engine-'))
  readonly #engines: Engine[] = []
  readonly #queues = new Map<Engine, HeldQueue>()

  constructor() {
    const file = join(this.#folder, 'millrace.db')
    migrateSqlite(file, () => 0)
    this.store = openSqliteStore(file, { disk: { isLow: () => false }, onFatal: assert.fail })
  }

  static async open(): Promise<EngineFixture> {
    const home = new EngineFixture()
    const { store, account: id } = home
    await store.write((tx) =>
      store.accounts.insert(tx, { id, name: 'Test', plan: 'free', accessVersion: 1, createdAt: 0 }),
    )
    return home
  }

  /** The real kinds of nodes, and some of a test's own. */
  catalogueWith(...kinds: readonly NodeKind[]): NodeCatalogue {
    return nodeCatalogue([...NODE_KINDS, ...kinds])
  }

  /** Keeps what an engine accepts from running, until `releaseQueue`. */
  holdQueue(engine: Engine): void {
    this.#queues.get(engine)?.hold()
  }

  releaseQueue(engine: Engine): void {
    this.#queues.get(engine)?.release()
  }

  /** Hands an execution to an engine once more. */
  enqueue(engine: Engine, due: DueExecution): void {
    this.#queues.get(engine)?.enqueue(due)
  }

  /** An engine that is not started. */
  newEngine(changes: Partial<EngineDeps> = {}): Engine {
    const { executions, intake, journal, claims, workflows, heartbeats } = this.store
    const localQueue = new HeldQueue()
    const complain = (_fields: object, message: string) => void this.complaints.push(message)
    const engine = new Engine({
      transactions: this.store,
      executions,
      workflows,
      intake,
      journal,
      claims,
      heartbeats,
      localQueue,
      catalogue: nodeCatalogue(NODE_KINDS),
      clock: this.time,
      scheduler: this.time,
      ids: this.ids,
      links: { of: ({ waitId, kind }) => ({ [kind]: `https://example.com/${waitId}` }) },
      log: { debug: () => undefined, info: () => undefined, warn: complain, error: complain },
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

  async createWorkflow({ name = 'Test', nodes, edges = [], variables = {} }: Drawing): Promise<Workflow> {
    const at = this.time.now()
    const workflow: Workflow = {
      id: this.ids.next(at),
      accountId: this.account,
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
    }
    await this.store.write((tx) => this.store.workflows.insert(tx, workflow))
    return workflow
  }

  async accept(engine: Engine, workflow: Workflow, input: JsonObject = {}): Promise<Accepted> {
    const wanted = { account: this.account, workflowId: workflow.id, input }
    return (await engine.accept(wanted)) ?? assert.fail('not accepted')
  }

  /** Runs a drawing to its end. Events are sent at once: a run that does not wait for them yet finds them later. */
  async run(
    engine: Engine,
    drawing: Drawing,
    input: JsonObject = {},
    happenings: readonly Happening[] = [],
  ): Promise<Execution> {
    const accepted = await this.accept(engine, await this.createWorkflow(drawing), input)
    for (const happening of happenings) {
      if ('event' in happening) await this.signal(engine, accepted.id, { ...happening, waitId: null })
      else {
        await this.reaches(accepted.id, 'pending')
        this.time.sleep(happening.seconds * 1_000)
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

  /** Resolves when the execution has the status; time does not pass meanwhile. */
  async reaches(id: string, status: Execution['status']): Promise<Execution> {
    for (let turn = 0; turn < 2_000; turn += 1) {
      const execution = await this.read(id)
      if (execution.status === status) return execution
      await new Promise(setImmediate)
    }
    return assert.fail(`The execution does not become ${status}: it is ${(await this.read(id)).status}.`)
  }

  async read(id: string): Promise<Execution> {
    return (await this.store.executions.find(this.account, id)) ?? assert.fail('no such execution')
  }

  logs(id: string): Promise<readonly ExecutionLog[]> {
    return this.store.executions.logs(this.account, id)
  }

  async destroy(): Promise<void> {
    for (const engine of this.#engines) await this.#stop(engine)
    await sandbox.close()
    await this.store.close()
    rmSync(this.#folder, { recursive: true })
  }

  /** Calls that never answer are waited for, a moment: here that moment passes. */
  async #stop(engine: Engine): Promise<void> {
    const hurry = setInterval(() => this.time.pass(1_000))
    await engine.stop().finally(() => clearInterval(hurry))
  }
}
