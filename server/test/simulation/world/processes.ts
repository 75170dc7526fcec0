import type { EngineStore } from '#test/conformance/engine-store.ts'
import type { Random } from './random.ts'
import { SimulatedProcess } from './simulated-process.ts'
import type { World } from './world.ts'

/** The engine and the dispatcher each stop within this time, even if calls do not return. */
const MAX_STOP_MS = 8_000

/** Starts, disturbs and replaces the processes of a world. */
export class Processes {
  readonly #world: World
  readonly #store: EngineStore
  readonly #random: Random
  #all: SimulatedProcess[] = []
  #named = 0

  constructor(world: World, store: EngineStore) {
    this.#world = world
    this.#store = store
    this.#random = world.random.fork('processes')
  }

  get all(): readonly SimulatedProcess[] {
    return this.#all
  }

  start(): void {
    const { isSingleProcess } = this.#world
    const runners = isSingleProcess ? 1 : this.#random.pick([1, 2, 2, 3, 3])
    for (let n = 0; n < runners; n += 1) this.#spawn(true)
    if (!isSingleProcess && this.#random.chance(0.25)) this.#spawn(false)
    this.#scheduleDisturbance()
  }

  crash(process: SimulatedProcess): void {
    this.#world.addTrace(() => `${process.name} dies`)
    process.die()
    this.#world.calls.abandon(process)
    this.#replace(process)
  }

  /** Mostly about as long as the lease timeout. */
  pause(process: SimulatedProcess): void {
    const random = this.#random
    const ms = random.chance(0.2) ? random.between(500, 40_000) : random.between(10_000, 27_000)
    this.#world.addTrace(() => `${process.name} pauses for ${Math.round(ms)} ms`)
    process.pause(ms)
    this.#world.progress.expectActivity(ms)
  }

  #spawn(runs: boolean): void {
    this.#named += 1
    const name = `${runs ? 'runner' : 'api'}-${this.#named}`
    const process = new SimulatedProcess(this.#world, name, this.#store, runs)
    this.#all = [...this.#all.filter(({ isDead }) => !isDead), process]
    this.#world.addTrace(() => `${process.name} starts as ${process.engine.owner}`)
    process.start().catch(() => this.crash(process))
  }

  #replace({ runs }: SimulatedProcess): void {
    const { time, faults } = this.#world
    time.after(this.#random.between(0, faults.hasEnded ? 100 : 8_000), () => this.#spawn(runs))
  }

  #scheduleDisturbance(): void {
    const { time, faults } = this.#world
    time.after(this.#random.between(100, 3_000), () => {
      if (faults.hasEnded) return
      const running = this.#all.filter(({ isRunning, isPaused }) => isRunning && !isPaused)
      const busy = running.filter((process) => this.#isBusy(process))
      if (running.length > 0) this.#disturb(this.#random.pick(busy.length > 0 ? busy : running))
      this.#scheduleDisturbance()
    })
  }

  /** Whether it runs an execution or attempts a delivery. */
  #isBusy({ engine, claimant }: SimulatedProcess): boolean {
    const { executions, deliveries } = this.#world.database
    for (const { status, owner } of executions.values()) {
      if (status === 'running' && owner === engine.owner) return true
    }
    for (const { claimedBy } of deliveries.values()) if (claimedBy === claimant) return true
    return false
  }

  #disturb(process: SimulatedProcess): void {
    const { faults, isSingleProcess, progress } = this.#world
    const random = this.#random
    if (faults.happens('clock-jump', 0.8)) {
      const ms = Math.round(random.between(-1, 1) * random.pick([50, 3_000, 60_000]))
      progress.recordClockJump(ms)
      this.#world.addTrace(() => `the clock of ${process.name} is off by ${ms} ms`)
      process.jump(ms)
    }
    if (faults.happens('crash', 0.3)) this.crash(process)
    else if (!isSingleProcess && faults.happens('pause', 0.6)) this.pause(process)
    else if (faults.happens('stop', 0.9)) this.#stop(process)
  }

  #stop(process: SimulatedProcess): void {
    this.#world.addTrace(() => `${process.name} stops`)
    process.isStopping = true
    this.#stopParts(process).then(
      () => {
        process.die()
        this.#replace(process)
      },
      () => this.crash(process),
    )
  }

  async #stopParts({ name, engine, dispatcher }: SimulatedProcess): Promise<void> {
    const { time, faults } = this.#world
    const isDelayed = faults.has('slow-store') || faults.has('pause')
    for (const [part, stop] of [
      ['engine', () => engine.stop()],
      ['dispatcher', () => dispatcher?.stop()],
    ] as const) {
      const stoppedAt = time.passedMs
      await stop()
      const ms = Math.round(time.passedMs - stoppedAt)
      this.#world.addTrace(() => `the ${part} of ${name} has stopped after ${ms} ms`)
      if (!isDelayed && ms > MAX_STOP_MS) {
        this.#world.violate('a stop finishes in time', `the ${part} of ${name} took ${ms} ms`)
      }
    }
  }
}
