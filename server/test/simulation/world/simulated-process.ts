import { Engine, Turns } from '#engine/index.ts'
import { Dispatcher } from '#features/index.ts'
import type {
  Clock,
  DueExecution,
  Ids,
  LocalQueue,
  Log,
  Scheduler,
  Thread,
  Vault,
  WorkNotifier,
} from '#ports/index.ts'
import type { EngineStore } from '#test/conformance/engine-store.ts'
import { hashText, type Random } from './random.ts'
import { simulatedCatalogue } from './simulated-catalogue.ts'
import { type SimulatedStore, simulatedStore } from './simulated-store.ts'
import type { World } from './world.ts'

/** Seals nothing: the simulation has no secrets. */
const VAULT: Vault = {
  keyId: 'simulated',
  seal: (_context, plaintext) => plaintext,
  open: (_context, sealed) => sealed,
  keyIdOf: () => 'simulated',
  digest: (_purpose, text) => text,
  masterDigests: (_purpose, text) => [text],
}

/**
 * One process with an engine and a delivery dispatcher. Everything that reaches the process goes through `receive`, where
 * it dies between any two of its awaits, or pauses and continues later as if nothing had happened.
 */
export class SimulatedProcess {
  readonly name: string
  readonly engine: Engine
  /** Undefined in a process that only serves the API, and in worlds without webhook endpoints. */
  readonly dispatcher: Dispatcher | undefined
  readonly store: SimulatedStore
  readonly runs: boolean
  readonly #world: World
  readonly #random: Random
  readonly #unownedSubscribers = new Set<() => void>()
  readonly #deliverySubscribers = new Set<(endpointIds: readonly string[]) => void>()
  #clockOffset = 0
  #pausedUntil = 0
  #received = 0
  #diesAt: number | undefined
  #pausesAt: number | undefined
  #onNotify: (() => void) | undefined
  isDead = false
  isStarted = false
  isStopping = false
  /** The name under which the dispatcher claims deliveries. */
  claimant = ''

  constructor(world: World, name: string, store: EngineStore, runs: boolean) {
    this.name = name
    this.runs = runs
    this.#world = world
    this.#random = world.random.fork(`process ${name}`)
    const { faults } = world
    if (faults.happens('crash', 0.7)) this.#diesAt = this.#chooseMoment()
    if (!world.isSingleProcess && faults.happens('pause', 1)) this.#pausesAt = this.#chooseMoment()
    this.store = simulatedStore(world, this, store)
    const scheduler = this.#scheduler()
    const ids = this.#ids()
    const log = this.#log()
    this.engine = new Engine({
      transactions: this.store,
      executions: this.store.executions,
      intake: this.store.intake,
      journal: this.store.journal,
      claims: this.store.claims,
      workflows: this.store.workflows,
      variables: this.store.variables,
      heartbeats: this.store.heartbeats,
      localQueue: this.#localQueue(),
      workNotifier: this.#workNotifier(),
      catalogue: simulatedCatalogue(world, this),
      clock: this.clock,
      scheduler,
      turns: new Turns(this.#thread()),
      ids,
      links: { of: ({ waitId, kind }) => ({ [kind]: `https://example.com/${waitId}` }) },
      log,
      alone: world.isSingleProcess,
      runs,
      // Processes of a world die often, and for no fault of their runs.
      limits: { interruptions: 100, takeovers: 100 },
    })
    if (!runs || !world.hasEndpoints) return
    this.dispatcher = new Dispatcher({
      deliveries: this.store.deliveries,
      http: { send: (request) => world.receivers.send(this, request) },
      vault: VAULT,
      clock: this.clock,
      scheduler,
      ids,
      log,
      isSingleProcess: world.isSingleProcess,
    })
  }

  async start(): Promise<void> {
    await this.engine.start()
    await this.dispatcher?.start()
    this.isStarted = true
  }

  /** Calls back when a commit of this process made executions due without an owner. */
  subscribe(onUnowned: () => void): () => void {
    this.#unownedSubscribers.add(onUnowned)
    return () => this.#unownedSubscribers.delete(onUnowned)
  }

  notifyOfUnowned(): void {
    for (const onUnowned of this.#unownedSubscribers) onUnowned()
  }

  /** Calls back when a commit of this process made deliveries due. */
  subscribeToDeliveries(onDue: (endpointIds: readonly string[]) => void): () => void {
    this.#deliverySubscribers.add(onDue)
    return () => this.#deliverySubscribers.delete(onDue)
  }

  notifyOfDeliveries(endpointIds: readonly string[]): void {
    for (const onDue of this.#deliverySubscribers) onDue(endpointIds)
  }

  get isRunning(): boolean {
    return this.isStarted && !this.isDead && !this.isStopping
  }

  get isPaused(): boolean {
    return this.#pausedUntil > this.#world.time.now
  }

  readonly clock: Clock = {
    now: () => Math.floor(this.#world.time.now + this.#clockOffset),
  }

  /** Makes the clock wrong by `ms`. */
  jump(ms: number): void {
    this.#clockOffset = ms
  }

  /** From now on it receives nothing and runs no timer. */
  die(): void {
    this.isDead = true
    this.#onNotify = undefined
  }

  pause(ms: number): void {
    this.#pausedUntil = this.#world.time.now + ms
  }

  /** Something reaches the process after `ms`. `counts`: it is an answer, and not a timer or an empty poll. */
  receive(ms: number, counts: boolean, run: () => void): { cancelTimer(): void } {
    const { time } = this.#world
    let entry = time.after(ms, () => arrive())
    const arrive = () => {
      if (this.isDead) return
      if (this.isPaused) {
        // Keeps the order of arrivals.
        entry = time.after(this.#pausedUntil - time.now, arrive)
        return
      }
      if (counts) this.#received += 1
      if (counts && this.#received === this.#diesAt && !this.#world.faults.hasEnded) {
        this.#world.crash(this)
        return
      }
      if (counts && this.#received === this.#pausesAt && !this.#world.faults.hasEnded) {
        this.#pausesAt = undefined
        this.#world.pause(this)
        entry = time.after(this.#pausedUntil - time.now, arrive)
        return
      }
      run()
    }
    return {
      cancelTimer: () => {
        entry.run = undefined
      },
    }
  }

  receiveNotification(): void {
    this.#onNotify?.()
  }

  #chooseMoment(): number {
    return this.#random.whole(1, this.#random.chance(0.5) ? 12 : 60)
  }

  #scheduler(): Scheduler {
    return {
      after: (ms, callback) => {
        const timer = this.receive(ms + this.#random.between(0, 2), false, callback)
        return () => timer.cancelTimer()
      },
      every: (ms, callback) => {
        const again = () => this.receive(ms + this.#random.between(0, 2), false, tick)
        const tick = () => {
          timer = again()
          callback()
        }
        let timer = again()
        return () => timer.cancelTimer()
      },
    }
  }

  /** Each look at the time finds that some has passed, so that runs yield after any of their steps. */
  #thread(): Thread {
    const random = this.#random.fork('thread')
    let now = 0
    return {
      now: () => {
        now += random.between(0, 4)
        return now
      },
      nextTurn: (callback) => void this.receive(random.between(0, 1), false, callback),
      after: (ms, callback) => {
        now += ms
        void this.receive(Math.ceil(ms), false, callback)
      },
    }
  }

  #log(): Log {
    const { name } = this
    return {
      debug: () => undefined,
      info: (_fields, message) => this.#world.addTrace(() => `${name} info: ${message}`),
      warn: (_fields, message) => this.#world.addTrace(() => `${name} warning: ${message}`),
      error: (fields, message) => this.#world.recordError(this, message, fields),
    }
  }

  #localQueue(): LocalQueue {
    // A low concurrency delays executions, like other faults.
    const maxRunning = this.#world.options.kinds.size === 0 ? 100 : this.#random.pick([1, 2, 100])
    const queue: DueExecution[] = []
    let handle: ((due: DueExecution) => Promise<void>) | undefined
    let running = 0
    let onIdle: (() => void) | undefined
    const runNext = () => {
      if (handle === undefined || running >= maxRunning) return
      const at = Math.floor(this.#random.next() * queue.length)
      const [due] = queue.splice(at, 1)
      if (due === undefined) return
      running += 1
      void handle(due).finally(() => {
        running -= 1
        if (running === 0) onIdle?.()
        runNext()
      })
    }
    const soon = () => this.receive(this.#random.between(0, 2), false, runNext)
    return {
      enqueue: (due) => {
        queue.push(due)
        soon()
      },
      start: (handler) => {
        handle = handler
        for (const _ of queue) soon()
      },
      stop: () => {
        handle = undefined
        return running === 0 ? Promise.resolve() : new Promise((resolve) => (onIdle = resolve))
      },
    }
  }

  #workNotifier(): WorkNotifier {
    return {
      notify: () => this.#world.notify(),
      start: async (onNotify) => {
        this.#onNotify = onNotify
      },
      stop: async () => {
        this.#onNotify = undefined
      },
    }
  }

  #ids(): Ids {
    return {
      next: (at) => this.#world.nextId(at),
      secret: () => 'secret',
      derive: (text) => this.#world.deriveId(this, text),
      random: () => this.#random.next(),
    }
  }
}

/** A well-formed id that depends on the text alone. */
export function idOfText(text: string): string {
  const words = [1, 2, 3, 4].map((n) =>
    hashText(text, n * 0x9e37_79b9)
      .toString(16)
      .padStart(8, '0'),
  )
  const [a = '', b = '', c = '', d = ''] = words
  return `${a}-${b.slice(0, 4)}-8${b.slice(5)}-8${c.slice(1, 4)}-${c.slice(4)}${d}`
}
