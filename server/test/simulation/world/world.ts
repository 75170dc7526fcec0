import type { AccountId, Workflow } from '#domain/index.ts'
import { type Fences, MemoryDatabase } from '#test/simulation/memory/memory-database.ts'
import { openMemoryStore } from '#test/simulation/memory/memory-store.ts'
import { Oracle } from '#test/simulation/oracle/oracle.ts'
import type { EngineStore } from '#test/conformance/engine-store.ts'
import type { Edit, Workload } from '#test/simulation/workload/workload.ts'
import { Clients } from './clients.ts'
import { Course } from './course.ts'
import { type FaultKind, Faults } from './faults.ts'
import { Processes } from './processes.ts'
import { Random } from './random.ts'
import { idOfText, type SimulatedProcess } from './simulated-process.ts'
import { InjectedFault, StoreCalls } from './store-calls.ts'
import { VirtualTime } from './virtual-time.ts'

/** One of the things the engine relies on, taken away: a simulation that does not notice is worth nothing. */
export const SABOTAGES = {
  'the owner is not compared': { owner: false },
  'the sequence is not compared': { sequence: false },
  'the count of signals is not compared': { signals: false },
  'slots are not counted': { slots: false },
  'a place that is given back is given to nobody': { turns: false },
  'the version of an end is not compared': { versions: false },
  'a call begins before its checkpoint is written': {},
  'the key of a call depends on the process': {},
} as const satisfies Record<string, Partial<Fences>>
export type Sabotage = keyof typeof SABOTAGES

export interface WorldOptions {
  readonly seed: number
  readonly kinds: ReadonlySet<FaultKind>
  readonly sabotage: Sabotage | undefined
  /** One process, no faults, nobody changes their mind: what comes out is what has to come out. */
  readonly isReference: boolean
  readonly isTraced: boolean
}

export interface Violation {
  readonly rule: string
  readonly details: string
}

const ACCOUNT = '00000000-0000-7000-8000-000000000000' as AccountId
/** Far more than the longest simulation needs. */
const MOST_EVENTS = 200_000
const LOOK_FOR_QUIET_EVERY = 16
/** Within which a cancel has aborted what was under way, in a world where nothing else goes wrong. */
const CANCEL_MS = 10_000

/** Some processes on one database, those who use them, and all that goes wrong. One seed, one course of events. */
export class World {
  readonly options: WorldOptions
  readonly time = new VirtualTime()
  readonly random: Random
  readonly faults: Faults
  readonly database: MemoryDatabase
  readonly oracle: Oracle
  readonly clients: Clients
  readonly calls: StoreCalls
  readonly course: Course
  /** No other process can write: as with a file that is locked. */
  readonly isAlone: boolean
  readonly trace: string[] = []
  /** How often what happened: a simulation in which nothing happens proves nothing. */
  readonly counts = new Map<string, number>()
  readonly #store: EngineStore
  readonly #processes: Processes
  readonly #workload: Workload
  readonly #delays: Random
  readonly #begunAt = this.time.now
  readonly #textOfId = new Map<string, string>()
  readonly #violations: Violation[] = []
  #lastId = 0
  events = 0

  constructor(workload: Workload, options: WorldOptions) {
    this.options = options
    this.#workload = workload
    this.random = new Random(`world ${options.seed}`)
    this.#delays = this.random.fork('delays')
    this.faults = new Faults(this.random, options.kinds, (kind) => this.count(kind))
    this.isAlone = options.isReference || this.random.fork('home').chance(0.25)
    this.database = new MemoryDatabase(options.sabotage && SABOTAGES[options.sabotage])
    this.#store = openMemoryStore(this.database, () => this.#wait(this.#delays.between(0, 2)))
    this.oracle = new Oracle(
      this.database,
      workload.workflows,
      (id) => this.#textOfId.get(id),
      (rule, details) => this.violate(rule, details),
      (what) => this.count(what),
    )
    this.calls = new StoreCalls(this)
    this.course = new Course(this)
    this.clients = new Clients(this, ACCOUNT)
    this.#processes = new Processes(this, this.#store)
  }

  get violation(): Violation | undefined {
    return this.#violations[0]
  }

  get processes(): readonly SimulatedProcess[] {
    return this.#processes.all
  }

  /** Lets everything happen, until all is through or a promise is broken. */
  async run(): Promise<void> {
    for (const workflow of this.#workload.workflows) {
      await this.#store.write((tx) => this.#store.workflows.insert(tx, asWorkflow(workflow)))
    }
    this.#begin()
    while (this.#violations.length === 0 && !this.course.isThrough()) {
      this.events += 1
      if (this.events > MOST_EVENTS) this.violate('a run comes to rest', `after ${MOST_EVENTS} events`)
      if (this.events % LOOK_FOR_QUIET_EVERY === 0) {
        this.course.check()
        this.course.skipQuietTime()
      }
      this.time.step()
      await settled()
    }
    if (this.#violations.length === 0) this.oracle.checkAll()
  }

  violate(rule: string, details: string): void {
    this.tell(() => `BROKEN: ${rule}: ${details}`)
    this.#violations.push({ rule, details })
  }

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }

  tell(describe: () => string): void {
    if (!this.options.isTraced) return
    const seconds = ((this.time.now - this.#begunAt) / 1_000).toFixed(4)
    this.trace.push(`${seconds.padStart(12)} ${describe()}`)
  }

  /** When nothing goes wrong there is nothing to complain of. */
  complain(process: SimulatedProcess, message: string, fields: object): void {
    const cause = 'err' in fields ? fields.err : undefined
    this.tell(() => `${process.name} complains: ${message}: ${String(cause)}`)
    const isExpected = cause instanceof InjectedFault
    if (!isExpected) this.violate('nothing fails unless it is made to', `${message}: ${describeError(cause)}`)
  }

  crash(process: SimulatedProcess): void {
    this.#processes.crash(process)
  }

  pause(process: SimulatedProcess): void {
    this.#processes.pause(process)
  }

  notify(): void {
    for (const process of this.processes) {
      if (this.faults.happens('ring-lost', 1)) continue
      process.receive(this.#delays.between(0, 5), false, () => process.hearRing())
    }
  }

  nextId(at: number): string {
    this.#lastId += 1
    const time = at.toString(16).padStart(12, '0')
    const count = this.#lastId.toString(16).padStart(12, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${count}`
  }

  deriveId(process: SimulatedProcess, text: string): string {
    // Those of places follow from a value alone, those of calls from an execution and a step.
    const isOfCall = text.includes(' ')
    const isSabotaged = isOfCall && this.options.sabotage === 'the key of a call depends on the process'
    const id = idOfText(isSabotaged ? `${process.name} ${text}` : text)
    this.#textOfId.set(id, text)
    return id
  }

  /** A node takes its time, until what is given back is called. */
  follow(process: SimulatedProcess, executionId: string): () => void {
    const end = this.oracle.follow(process, executionId)
    return () => {
      end()
      this.course.notice([executionId])
    }
  }

  /** Nothing of the execution goes on in a process that could have learned of its end. */
  expectAborted(executionId: string): void {
    if (this.options.kinds.size > 0) return
    this.time.after(CANCEL_MS, () => {
      for (const call of this.oracle.underWay(executionId)) {
        this.violate('a cancel aborts what is under way', `a call of ${executionId} in ${call.process}`)
      }
    })
  }

  #begin(): void {
    const random = this.random.fork('begin')
    this.#processes.begin()
    this.clients.begin(this.#workload.orders)
    for (const edit of this.#workload.edits) this.time.after(edit.at, () => void this.#edit(edit))
    const ms = random.between(2_000, random.chance(0.3) ? 25_000 : 8_000)
    if (this.options.kinds.size === 0) this.#endFaults()
    else this.time.after(ms, () => this.#endFaults())
  }

  /** The same drawing, maybe with another limit: what is under way goes on as it was. */
  async #edit({ workflow, versionId, limit }: Edit): Promise<void> {
    const [start = {}, ...others] = workflow.drawing.nodes
    const data = limit === undefined ? {} : { concurrency: { ...workflow.concurrency, limit } }
    const nodes = [{ ...start, data }, ...others]
    const edited = { ...asWorkflow(workflow), nodes, versionId, revision: 2 }
    await this.#store.write((tx) => this.#store.workflows.update(tx, edited))
    this.tell(() => `${workflow.id} has a new version, with the limit ${limit}`)
  }

  #endFaults(): void {
    this.tell(() => 'from here on nothing goes wrong')
    this.faults.end()
    this.course.notice([])
    for (const process of this.processes) process.jump(0)
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.time.after(ms, resolve))
  }
}

function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Resolves when all that could happen without the passing of time has happened. */
function settled(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve))
}

function asWorkflow({ id, versionId, drawing }: Workload['workflows'][number]): Workflow {
  return {
    id,
    accountId: ACCOUNT,
    name: 'Simulated',
    description: '',
    status: 'published',
    nodes: drawing.nodes,
    edges: drawing.edges,
    variables: {},
    versionId,
    revision: 1,
    createdAt: 0,
    updatedAt: 0,
  }
}
