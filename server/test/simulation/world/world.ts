import { type Fences, MemoryDatabase } from '#test/simulation/memory/memory-database.ts'
import { openMemoryStore } from '#test/simulation/memory/memory-store.ts'
import { Oracle } from '#test/simulation/oracle/oracle.ts'
import type { EngineStore } from '#test/conformance/engine-store.ts'
import type { PlannedEdit, Workload } from '#test/simulation/workload/workload.ts'
import { Clients } from './clients.ts'
import { type FaultKind, Faults } from './faults.ts'
import { Processes } from './processes.ts'
import { Progress } from './progress.ts'
import { Random } from './random.ts'
import { Receivers } from './receivers.ts'
import { idOfText, type SimulatedProcess } from './simulated-process.ts'
import { InjectedFault, StoreCalls } from './store-calls.ts'
import { VirtualTime } from './virtual-time.ts'
import { ACCOUNT, storeWorkload, toWorkflow } from './workload-rows.ts'

/** Each disables something that the promises depend on, to prove that the oracle notices. */
export const SABOTAGES = {
  'a checkpoint does not compare the owner': { owner: false },
  'a checkpoint does not compare the sequence': { sequence: false },
  'parking does not compare the number of signals': { signals: false },
  'slots are not counted': { slots: false },
  'a free slot is not handed over': { slotHandover: false },
  'an inline run does not compare its version': { versions: false },
  'a call starts before its checkpoint is written': {},
  'the key of a call depends on the process': {},
  'an end is stored without its event': { events: false },
  'an event is stored without its deliveries': { deliveries: false },
  'a delivery claim does not exclude other processes': { deliveryClaims: false },
  'a delivery claim never expires': { claimExpiry: false },
  'a follow-up run starts outside the transaction of the end': { followUps: false },
  'the chain limit is ignored': { chainLimit: false },
  'a process is not told that another one cancelled its run': { lostRuns: false },
  'state is written outside the checkpoint': { state: false },
  'only_new remembers items before its step is recorded': { seenItems: false },
  'a run reads variables again when it is continued': {},
} as const satisfies Record<string, Partial<Fences>>
export type Sabotage = keyof typeof SABOTAGES

export interface WorldOptions {
  readonly seed: number
  readonly kinds: ReadonlySet<FaultKind>
  readonly sabotage: Sabotage | undefined
  /** One process, no faults, no cancels, no webhook endpoints and follow-up runs: it yields the expected outputs. */
  readonly isReference: boolean
  readonly isTraced: boolean
}

export interface Violation {
  readonly rule: string
  readonly details: string
}

/** Far more than the longest simulation needs. */
const MAX_EVENTS = 1_000_000
const EVENTS_PER_CHECK = 16
/** In a world without faults, a cancel aborts the calls in flight within this time. */
const MAX_CANCEL_MS = 10_000

/** Processes on one database, their clients, the outside, and faults. The seed determines everything that happens. */
export class World {
  readonly options: WorldOptions
  readonly time = new VirtualTime()
  readonly random: Random
  readonly faults: Faults
  readonly database: MemoryDatabase
  readonly oracle: Oracle
  readonly clients: Clients
  readonly calls: StoreCalls
  readonly progress: Progress
  readonly receivers: Receivers
  readonly hasEndpoints: boolean
  /** The deployment mode: a single process that locks the database, or several. */
  readonly isSingleProcess: boolean
  readonly trace: string[] = []
  /** How often each thing happened: a rule proves nothing if its case never occurs. */
  readonly counts = new Map<string, number>()
  readonly #store: EngineStore
  readonly #processes: Processes
  readonly #workload: Workload
  readonly #delays: Random
  readonly #startedAt = this.time.now
  readonly #textOfId = new Map<string, string>()
  readonly #violations: Violation[] = []
  #lastId = 0
  #tickets = 0
  events = 0

  constructor(workload: Workload, options: WorldOptions) {
    this.options = options
    this.#workload = options.isReference ? { ...workload, endpoints: [], triggers: [] } : workload
    this.random = new Random(`world ${options.seed}`)
    this.#delays = this.random.fork('delays')
    this.faults = new Faults(this.random, options.kinds, (kind) => this.count(kind))
    this.isSingleProcess = options.isReference || this.random.fork('deployment mode').chance(0.25)
    this.database = new MemoryDatabase(options.sabotage && SABOTAGES[options.sabotage])
    this.#store = openMemoryStore(this.database, () => this.#wait(this.#delays.between(0, 2)))
    const { workflows, triggers, endpoints } = this.#workload
    this.oracle = new Oracle({
      database: this.database,
      workflows,
      triggers,
      textOf: (id) => this.#textOfId.get(id),
      isCalm: options.kinds.size === 0,
      violate: (rule, details) => this.violate(rule, details),
      count: (what) => this.count(what),
    })
    this.calls = new StoreCalls(this)
    this.progress = new Progress(this)
    this.hasEndpoints = endpoints.length > 0
    this.receivers = new Receivers(this, endpoints)
    this.clients = new Clients(this, ACCOUNT)
    this.#processes = new Processes(this, this.#store)
  }

  /** A variable that changes all the time: nobody reads the same value twice. */
  nextTicket(): string {
    this.#tickets += 1
    return `ticket ${this.#tickets}`
  }

  get violation(): Violation | undefined {
    return this.#violations[0]
  }

  get processes(): readonly SimulatedProcess[] {
    return this.#processes.all
  }

  /** Runs until everything has finished or a rule is broken. */
  async run(): Promise<void> {
    await storeWorkload(this.#store, this.#workload)
    this.database.onCommit = () => this.#afterCommit()
    this.#start()
    while (this.#violations.length === 0 && !this.progress.isFinished()) {
      this.events += 1
      if (this.events > MAX_EVENTS) this.violate('a simulation ends', `after ${MAX_EVENTS} events`)
      if (this.events % EVENTS_PER_CHECK === 0) {
        this.progress.check()
        this.progress.skipQuietTime()
      }
      this.time.step()
      await nextTurn()
    }
    if (this.#violations.length === 0) this.oracle.checkAll()
  }

  violate(rule: string, details: string): void {
    this.addTrace(() => `BROKEN: ${rule}: ${details}`)
    this.#violations.push({ rule, details })
  }

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }

  addTrace(describe: () => string): void {
    if (!this.options.isTraced) return
    const seconds = ((this.time.now - this.#startedAt) / 1_000).toFixed(4)
    this.trace.push(`${seconds.padStart(12)} ${describe()}`)
  }

  /** A process logged an error: only an injected fault may cause one. */
  recordError(process: SimulatedProcess, message: string, fields: object): void {
    const cause = 'err' in fields ? fields.err : undefined
    this.addTrace(() => `${process.name} error: ${message}: ${String(cause)}`)
    const isExpected = cause instanceof InjectedFault
    if (!isExpected)
      this.violate('nothing fails without an injected fault', `${message}: ${describeError(cause)}`)
  }

  crash(process: SimulatedProcess): void {
    this.#processes.crash(process)
  }

  pause(process: SimulatedProcess): void {
    this.#processes.pause(process)
  }

  notify(): void {
    for (const process of this.processes) {
      if (this.faults.happens('notification-lost', 1)) continue
      process.receive(this.#delays.between(0, 5), false, () => process.receiveNotification())
    }
  }

  nextId(at: number): string {
    this.#lastId += 1
    const time = at.toString(16).padStart(12, '0')
    const count = this.#lastId.toString(16).padStart(12, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${count}`
  }

  deriveId(process: SimulatedProcess, text: string): string {
    // Ids of slots derive from a single value, ids of calls from an execution and a step.
    const isOfCall = text.includes(' ')
    const isSabotaged = isOfCall && this.options.sabotage === 'the key of a call depends on the process'
    const id = idOfText(isSabotaged ? `${process.name} ${text}` : text)
    this.#textOfId.set(id, text)
    return id
  }

  /** A node makes a call, which ends when the returned function is called. */
  trackCall(process: SimulatedProcess, executionId: string): () => void {
    const end = this.oracle.trackCall(process, executionId)
    return () => {
      end()
      this.progress.record([executionId])
    }
  }

  /** The execution was cancelled: its calls in flight must be aborted, in any process. */
  expectAborted(executionId: string): void {
    if (this.options.kinds.size > 0) return
    this.progress.preventSkip(MAX_CANCEL_MS)
    this.time.after(MAX_CANCEL_MS, () => {
      for (const call of this.oracle.callsInFlight(executionId)) {
        this.violate('a cancel aborts calls in flight', `a call of ${executionId} in ${call.process}`)
      }
    })
  }

  #start(): void {
    const random = this.random.fork('duration of faults')
    this.#processes.start()
    this.clients.start(this.#workload.requests)
    for (const edit of this.#workload.edits) this.time.after(edit.at, () => void this.#edit(edit))
    const ms = random.between(2_000, random.chance(0.3) ? 25_000 : 8_000)
    if (this.options.kinds.size === 0) this.#endFaults()
    else this.time.after(ms, () => this.#endFaults())
  }

  /** The same graph, maybe with another limit. Executions that are open keep their version. */
  async #edit({ workflow, versionId, limit }: PlannedEdit): Promise<void> {
    const [start = {}, ...others] = workflow.definition.nodes
    const data = limit === undefined ? {} : { concurrency: { ...workflow.concurrency, limit } }
    const nodes = [{ ...start, data }, ...others]
    const edited = { ...toWorkflow(workflow), nodes, versionId, revision: 2 }
    await this.#store.write((tx) => this.#store.workflows.update(tx, edited))
    this.addTrace(() => `${workflow.id} has a new version with the limit ${limit}`)
  }

  #afterCommit(): void {
    this.oracle.checkCommit()
    for (const key of this.database.deliveries.changes.keys()) {
      const delivery = this.database.deliveries.get(key)
      if (delivery !== undefined) this.progress.recordDelivery(delivery.endpointId)
    }
  }

  #endFaults(): void {
    this.addTrace(() => 'no faults from now on')
    this.faults.end()
    this.progress.recordEndOfFaults()
    for (const process of this.processes) process.jump(0)
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.time.after(ms, resolve))
  }
}

function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Resolves when everything that can happen at this time has happened. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve))
}
