import type { AccountId } from '#domain/account.ts'
import type { Workflow } from '#domain/workflow.ts'
import { type Fences, MemoryDatabase } from '../memory/memory-database.ts'
import { openMemoryStore } from '../memory/memory-store.ts'
import { Oracle } from '../oracle/oracle.ts'
import type { Workload } from '../workload/workload.ts'
import { Clients } from './clients.ts'
import { type FaultKind, Faults } from './faults.ts'
import { Random } from './random.ts'
import { idOfText, SimulatedProcess } from './simulated-process.ts'
import { type Appointment, VirtualTime } from './virtual-time.ts'

/** One of the things the engine relies on, taken away: a simulation that does not notice is worth nothing. */
export const SABOTAGES = {
  'the owner is not compared': { owner: false },
  'the sequence is not compared': { sequence: false },
  'the count of signals is not compared': { signals: false },
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
/** Nothing the engine does on its own takes longer: silence, sweeps and looks together. */
const PATIENCE_MS = 180_000
/** Far more than the longest simulation needs. */
const MOST_EVENTS = 200_000
/** Long enough for an answer that is on its way, and for what follows from it. */
const AFTERMATH_MS = 50
const LOOK_FOR_QUIET_EVERY = 16
/** Within which a cancel has aborted what was under way, in a world where nothing else goes wrong. */
const CANCEL_MS = 10_000
/** Within which a run that waits for nothing outside is written, in a world where nothing goes wrong. */
const PACE_MS = 7_000
/** Within which a process that is asked to stop has done so, calls that do not end included. */
const STOP_MS = 8_000

/** Some processes on one database, those who use them, and all that goes wrong. One seed, one course of events. */
export class World {
  readonly options: WorldOptions
  readonly time = new VirtualTime()
  readonly random: Random
  readonly faults: Faults
  readonly database: MemoryDatabase
  readonly oracle: Oracle
  readonly isAlone: boolean
  readonly trace: string[] = []
  /** How often what happened: a simulation in which nothing happens proves nothing. */
  readonly counts = new Map<string, number>()
  readonly #store
  readonly #workload: Workload
  readonly #clients: Clients
  readonly #storeRandom: Random
  readonly #begunAt: number
  readonly #textOfId = new Map<string, string>()
  readonly #underWay = new Map<SimulatedProcess, Set<Appointment>>()
  readonly #violations: Violation[] = []
  #processes: SimulatedProcess[] = []
  #named = 0
  #lastId = 0
  #progressAt: number
  /** When each execution was last written, or something a node did for it ended. */
  readonly #aliveAt = new Map<string, number>()
  /** Until then something of earlier may still come: a pause ends, a late commit arrives. */
  #restlessUntil = 0
  #widestJump = 0
  events = 0

  constructor(workload: Workload, options: WorldOptions) {
    this.options = options
    this.#workload = workload
    this.random = new Random(`world ${options.seed}`)
    this.faults = new Faults(this.random, options.kinds, (kind) => this.count(kind))
    this.isAlone = options.isReference || this.random.fork('home').chance(0.25)
    this.database = new MemoryDatabase(options.sabotage && SABOTAGES[options.sabotage])
    this.#storeRandom = this.random.fork('store')
    this.#store = openMemoryStore(this.database, () => this.#wait(this.#storeRandom.between(0, 2)))
    this.oracle = new Oracle(
      this.database,
      workload.workflows,
      (id) => this.#textOfId.get(id),
      (rule, details) => this.violate(rule, details),
      (what) => this.count(what),
    )
    this.#clients = new Clients(this, ACCOUNT)
    this.#begunAt = this.time.now
    this.#progressAt = this.time.now
  }

  get violation(): Violation | undefined {
    return this.#violations[0]
  }

  get processes(): readonly SimulatedProcess[] {
    return this.#processes
  }

  /** Lets everything happen, until all is through or a promise is broken. */
  async run(): Promise<void> {
    for (const workflow of this.#workload.workflows) {
      await this.#store.write((tx) => this.#store.workflows.insert(tx, asWorkflow(workflow)))
    }
    this.#begin()
    while (this.#violations.length === 0 && !this.#isThrough()) {
      this.events += 1
      if (this.events > MOST_EVENTS) this.violate('a run comes to rest', `after ${MOST_EVENTS} events`)
      if (this.events % LOOK_FOR_QUIET_EVERY === 0) this.#skipQuietTime()
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

  // What processes share.

  nextId(at: number): string {
    this.#lastId += 1
    const time = at.toString(16).padStart(12, '0')
    const count = this.#lastId.toString(16).padStart(12, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${count}`
  }

  deriveId(process: SimulatedProcess, text: string): string {
    const isSabotaged = this.options.sabotage === 'the key of a call depends on the process'
    const id = idOfText(isSabotaged ? `${process.name} ${text}` : text)
    this.#textOfId.set(id, text)
    return id
  }

  ring(): void {
    for (const process of this.#processes) {
      if (this.faults.happens('ring-lost', 1)) continue
      process.receive(this.#storeRandom.between(0, 5), false, () => process.hearRing())
    }
  }

  callStore<T>(
    process: SimulatedProcess,
    name: string,
    isWrite: boolean,
    operate: () => Promise<T>,
  ): Promise<T> {
    const { arrivesAfter, answersAfter, isTold } = this.faults.decideFate(isWrite, !this.isAlone)
    const calls = this.#underWay.get(process)
    return new Promise((resolve, reject) => {
      if (arrivesAfter !== undefined) {
        this.#staysRestless(arrivesAfter)
        const arrival = this.time.after(arrivesAfter, () => {
          calls?.delete(arrival)
          arrival.run = undefined
          this.#operate(process, name, operate).then(
            (result) => {
              if (!isTold) return
              const counts = !Array.isArray(result) || result.length > 0
              process.receive(answersAfter - arrivesAfter, counts, () => resolve(result))
            },
            (error: unknown) => {
              if (isTold) process.receive(answersAfter - arrivesAfter, true, () => reject(error))
            },
          )
        })
        calls?.add(arrival)
      }
      if (!isTold) process.receive(answersAfter, true, () => reject(new InjectedFault(name)))
    })
  }

  /** A transaction is led by the process: one that is dead or stands still does not go on with it. */
  transact<T>(process: SimulatedProcess, operate: () => Promise<T>): Promise<T> {
    const { arrivesAfter, answersAfter, isTold } = this.faults.decideFate(true, !this.isAlone)
    return new Promise((resolve, reject) => {
      if (arrivesAfter !== undefined) {
        this.#staysRestless(arrivesAfter)
        process.receive(arrivesAfter, true, () => {
          this.#operate(process, 'a transaction', operate).then(
            (result) => {
              if (isTold) process.receive(answersAfter - arrivesAfter, true, () => resolve(result))
            },
            (error: unknown) => reject(error),
          )
        })
      }
      if (!isTold) process.receive(answersAfter, true, () => reject(new InjectedFault('a transaction')))
    })
  }

  async #operate<T>(process: SimulatedProcess, name: string, operate: () => Promise<T>): Promise<T> {
    try {
      const result = await operate()
      if (this.database.touched.size > 0) {
        this.#progressAt = this.time.now
        for (const id of this.database.touched) this.#aliveAt.set(id, this.time.now)
        this.tell(() => `${process.name}: ${name} ${[...this.database.touched].join(' ')}`)
      }
      return result
    } finally {
      this.oracle.afterCommit()
    }
  }

  /** A node takes its time, until what is given back is called. */
  follow(process: SimulatedProcess, executionId: string): () => void {
    const end = this.oracle.follow(process, executionId)
    return () => {
      end()
      this.#aliveAt.set(executionId, this.time.now)
    }
  }

  // What goes wrong.

  /** What it had sent may still arrive, unless it is the only one that can write. */
  crash(process: SimulatedProcess): void {
    this.tell(() => `${process.name} dies`)
    process.die()
    for (const arrival of this.#underWay.get(process) ?? []) {
      const { run } = arrival
      if (this.isAlone || this.#storeRandom.chance(0.5)) arrival.run = undefined
      if (this.isAlone && this.#storeRandom.chance(0.5)) run?.()
    }
    this.#replace(process)
  }

  /** Long enough for others to believe it dead, or not. */
  pause(process: SimulatedProcess): void {
    const random = this.#storeRandom
    const ms = random.chance(0.2) ? random.between(500, 40_000) : random.between(10_000, 27_000)
    this.tell(() => `${process.name} stands still for ${Math.round(ms)} ms`)
    process.pause(ms)
    this.#staysRestless(ms)
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
    const runners = this.isAlone ? 1 : random.pick([1, 2, 2, 3, 3])
    for (let n = 0; n < runners; n += 1) this.#spawn(true)
    if (!this.isAlone && random.chance(0.25)) this.#spawn(false)
    this.#clients.begin(this.#workload.orders)
    if (this.options.kinds.size === 0) this.faults.end()
    this.time.after(random.between(2_000, random.chance(0.3) ? 25_000 : 8_000), () => this.#endFaults())
    this.#disturbNowAndThen(random)
  }

  #spawn(runs: boolean): void {
    this.#named += 1
    const process = new SimulatedProcess(this, `${runs ? 'runner' : 'api'}-${this.#named}`, this.#store, runs)
    this.#underWay.set(process, new Set())
    this.#processes = [...this.#processes.filter(({ isDead }) => !isDead), process]
    this.tell(() => `${process.name} starts as ${process.engine.owner}`)
    process.engine.start().then(
      () => {
        process.isStarted = true
      },
      () => this.crash(process),
    )
  }

  #replace({ runs }: SimulatedProcess): void {
    this.time.after(this.#storeRandom.between(0, this.faults.isOver ? 100 : 8_000), () => this.#spawn(runs))
  }

  #disturbNowAndThen(random: Random): void {
    this.time.after(random.between(100, 3_000), () => {
      if (this.faults.isOver) return
      const running = this.#processes.filter(({ isRunning, isPaused }) => isRunning && !isPaused)
      // Whoever works on something can be disturbed in it.
      const open = [...this.database.executions.values()].filter(({ status }) => status === 'running')
      const owners = new Set(open.map(({ owner }) => owner))
      const busy = running.filter(({ engine }) => owners.has(engine.owner))
      if (running.length > 0) this.#disturb(random, random.pick(busy.length > 0 ? busy : running))
      this.#disturbNowAndThen(random)
    })
  }

  #disturb(random: Random, process: SimulatedProcess): void {
    if (this.faults.happens('clock-jump', 0.8)) {
      const ms = Math.round(random.between(-1, 1) * random.pick([50, 3_000, 60_000]))
      this.#widestJump = Math.max(this.#widestJump, Math.abs(ms))
      this.tell(() => `the clock of ${process.name} is off by ${ms} ms`)
      process.jump(ms)
    }
    if (this.faults.happens('crash', 0.3)) this.crash(process)
    else if (!this.isAlone && this.faults.happens('pause', 0.6)) this.pause(process)
    else if (this.faults.happens('stop', 0.9)) this.#stop(process)
  }

  #stop(process: SimulatedProcess): void {
    this.tell(() => `${process.name} stops`)
    process.isStopping = true
    const begunAt = this.time.now
    process.engine.stop().then(
      () => {
        this.tell(() => `${process.name} has stopped`)
        const isDelayed = this.faults.has('slow-store') || this.faults.has('pause')
        if (!isDelayed && this.time.now - begunAt > STOP_MS) {
          this.violate('a stop ends', `${process.name} took ${this.time.now - begunAt} ms`)
        }
        process.die()
        this.#replace(process)
      },
      () => this.crash(process),
    )
  }

  #endFaults(): void {
    this.tell(() => 'from here on nothing goes wrong')
    this.faults.end()
    this.#progressAt = this.time.now
    for (const process of this.#processes) process.jump(0)
  }

  // The course of time.

  /** What comes after the end, comes late: those who stood still wake up, what was sent long ago arrives. */
  #isThrough(): boolean {
    if (!this.#clients.isDone) return false
    for (const { completedAt } of this.database.executions.values()) if (completedAt === null) return false
    if (!this.faults.isOver) this.#endFaults()
    if (this.time.now >= this.#restlessUntil + AFTERMATH_MS) return true
    this.time.skipTo(this.#restlessUntil)
    return false
  }

  /**
   * When all that is open is parked, nothing happens until the first wait is over but looks that find nothing: they are
   * left out. Processes show life meanwhile, as if they had looked.
   */
  #skipQuietTime(): void {
    const { now } = this.time
    if (this.options.kinds.size === 0) this.#checkPace()
    const isRunning = [...this.database.executions.values()].some(({ status }) => status === 'running')
    let next = Number.POSITIVE_INFINITY
    for (const { dueAt } of this.database.waits.values()) next = Math.min(next, dueAt ?? next)
    if (this.faults.isOver && now - this.#progressAt > PATIENCE_MS + this.#widestJump) {
      const isStuck = isRunning || next === Number.POSITIVE_INFINITY || next < now - PATIENCE_MS
      if (isStuck) this.violate('every run ends', 'something is open, and nothing happens any more')
    }
    if (isRunning) return
    if (!this.#clients.isDone || !this.faults.isOver || next === Number.POSITIVE_INFINITY) return
    const until = next - this.#widestJump - 3_000
    if (until <= now) return
    this.tell(() => `nothing happens for ${Math.round((until - now) / 1_000)} s`)
    this.time.skipTo(until)
    this.#progressAt = until
    for (const { engine, clock, isRunning } of this.#processes) {
      const { owner } = engine
      const seen = this.database.runners.get(owner)
      if (isRunning && seen !== undefined) this.database.runners.set(owner, { owner, seenAt: clock.now() })
    }
  }

  /** Where nothing goes wrong, what can go on does so at once; a signal of another process is seen with the next beat. */
  #checkPace(): void {
    for (const { id, status } of this.database.executions.values()) {
      const idleMs = this.time.now - (this.#aliveAt.get(id) ?? this.time.now)
      if (status === 'running' && idleMs > PACE_MS && this.oracle.underWay(id).length === 0) {
        this.violate('what can go on goes on', `${id} stood still for ${Math.round(idleMs)} ms`)
      }
    }
  }

  #staysRestless(ms: number): void {
    this.#restlessUntil = Math.max(this.#restlessUntil, this.time.now + ms)
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.time.after(ms, resolve))
  }
}

/** What the simulation made fail, as opposed to what failed by itself. */
class InjectedFault extends Error {
  constructor(name: string) {
    super(`The store did not answer ${name}.`)
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
