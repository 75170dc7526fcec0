import { Engine } from '#engine/index.ts'
import type { Clock, WorkNotifier, Ids, Scheduler, DueExecution, LocalQueue } from '#ports/index.ts'
import type { EngineStore } from '#test/conformance/engine-store.ts'
import { simulatedCatalogue } from './outside.ts'
import { hashText, type Random } from './random.ts'
import { type StoreOfProcess, storeOf } from './simulated-store.ts'
import type { World } from './world.ts'

/**
 * One process with an engine in it. All that reaches it passes `receive`: there it dies, between any two of its awaits, or
 * stands still and goes on later as if nothing had been.
 */
export class SimulatedProcess {
  readonly name: string
  readonly engine: Engine
  readonly store: StoreOfProcess
  readonly runs: boolean
  readonly #world: World
  readonly #random: Random
  readonly #subscribers = new Set<() => void>()
  #clockOffset = 0
  #pausedUntil = 0
  #received = 0
  #diesAt: number | undefined
  #pausesAt: number | undefined
  #onNotify: (() => void) | undefined
  isDead = false
  isStarted = false
  isStopping = false

  constructor(world: World, name: string, store: EngineStore, runs: boolean) {
    this.name = name
    this.runs = runs
    this.#world = world
    this.#random = world.random.fork(`process ${name}`)
    const { faults } = world
    if (faults.happens('crash', 0.7)) this.#diesAt = this.#chooseMoment()
    if (!world.isAlone && faults.happens('pause', 1)) this.#pausesAt = this.#chooseMoment()
    this.store = storeOf(world, this, store)
    this.engine = new Engine({
      transactions: this.store,
      executions: this.store.executions,
      intake: this.store.intake,
      journal: this.store.journal,
      claims: this.store.claims,
      workflows: this.store.workflows,
      heartbeats: this.store.heartbeats,
      localQueue: this.#localQueue(),
      workNotifier: this.#workNotifier(),
      catalogue: simulatedCatalogue(world, this),
      clock: this.clock,
      scheduler: this.#scheduler(),
      ids: this.#ids(),
      links: { of: ({ waitId, kind }) => ({ [kind]: `https://example.com/${waitId}` }) },
      log: {
        debug: () => undefined,
        info: (_fields, message) => world.tell(() => `${name} says: ${message}`),
        warn: (_fields, message) => world.tell(() => `${name} warns: ${message}`),
        error: (fields, message) => world.complain(this, message, fields),
      },
      alone: world.isAlone,
      runs,
    })
  }

  /** Calls back when a commit of this process made executions due without an owner. */
  subscribe(onUnowned: () => void): () => void {
    this.#subscribers.add(onUnowned)
    return () => this.#subscribers.delete(onUnowned)
  }

  notifyOfUnowned(): void {
    for (const onUnowned of this.#subscribers) onUnowned()
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

  /** Somebody sets its clock. */
  jump(ms: number): void {
    this.#clockOffset = ms
  }

  /** Never again gets an answer, nor a turn. */
  die(): void {
    this.isDead = true
    this.#onNotify = undefined
  }

  pause(ms: number): void {
    this.#pausedUntil = this.#world.time.now + ms
  }

  /** Something reaches the process after `ms`. `counts`: it is an answer to something, not a mere tick. */
  receive(ms: number, counts: boolean, run: () => void): { cancelTimer(): void } {
    const { time } = this.#world
    let appointment = time.after(ms, () => arrive())
    const arrive = () => {
      if (this.isDead) return
      if (this.isPaused) {
        // In order: what was to come first, still does.
        appointment = time.after(this.#pausedUntil - time.now, arrive)
        return
      }
      if (counts) this.#received += 1
      if (counts && this.#received === this.#diesAt && !this.#world.faults.isOver) {
        this.#world.crash(this)
        return
      }
      if (counts && this.#received === this.#pausesAt && !this.#world.faults.isOver) {
        this.#pausesAt = undefined
        this.#world.pause(this)
        appointment = time.after(this.#pausedUntil - time.now, arrive)
        return
      }
      run()
    }
    return {
      cancelTimer: () => {
        appointment.run = undefined
      },
    }
  }

  /** The world outside does not ring twice. */
  hearRing(): void {
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

  #localQueue(): LocalQueue {
    // Few at a time make others wait: one of the things that go wrong.
    const most = this.#world.options.kinds.size === 0 ? 100 : this.#random.pick([1, 2, 100])
    const queue: DueExecution[] = []
    let handle: ((due: DueExecution) => Promise<void>) | undefined
    let underWay = 0
    let onIdle: (() => void) | undefined
    const begin = () => {
      if (handle === undefined || underWay >= most) return
      const at = Math.floor(this.#random.next() * queue.length)
      const [due] = queue.splice(at, 1)
      if (due === undefined) return
      underWay += 1
      void handle(due).finally(() => {
        underWay -= 1
        if (underWay === 0) onIdle?.()
        begin()
      })
    }
    const soon = () => this.receive(this.#random.between(0, 2), false, begin)
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
        return underWay === 0 ? Promise.resolve() : new Promise((resolve) => (onIdle = resolve))
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

/** Identifiers that are told apart by the text they follow from, and look as they should. */
export function idOfText(text: string): string {
  const words = [1, 2, 3, 4].map((n) =>
    hashText(text, n * 0x9e37_79b9)
      .toString(16)
      .padStart(8, '0'),
  )
  const [a = '', b = '', c = '', d = ''] = words
  return `${a}-${b.slice(0, 4)}-8${b.slice(5)}-8${c.slice(1, 4)}-${c.slice(4)}${d}`
}
