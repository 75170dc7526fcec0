import type { EngineStore } from '#test/conformance/engine-store.ts'
import type { Random } from './random.ts'
import { SimulatedProcess } from './simulated-process.ts'
import type { World } from './world.ts'

/** Within which a process that is asked to stop has done so, calls that do not end included. */
const STOP_MS = 8_000

/** The processes of a world: they come and go, and are disturbed. Whoever goes is replaced. */
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

  begin(): void {
    const { isAlone } = this.#world
    const runners = isAlone ? 1 : this.#random.pick([1, 2, 2, 3, 3])
    for (let n = 0; n < runners; n += 1) this.#spawn(true)
    if (!isAlone && this.#random.chance(0.25)) this.#spawn(false)
    this.#disturbNowAndThen()
  }

  crash(process: SimulatedProcess): void {
    this.#world.tell(() => `${process.name} dies`)
    process.die()
    this.#world.calls.abandon(process)
    this.#replace(process)
  }

  /** Mostly about as long as it takes others to believe it dead. */
  pause(process: SimulatedProcess): void {
    const random = this.#random
    const ms = random.chance(0.2) ? random.between(500, 40_000) : random.between(10_000, 27_000)
    this.#world.tell(() => `${process.name} stands still for ${Math.round(ms)} ms`)
    process.pause(ms)
    this.#world.course.staysRestless(ms)
  }

  #spawn(runs: boolean): void {
    this.#named += 1
    const name = `${runs ? 'runner' : 'api'}-${this.#named}`
    const process = new SimulatedProcess(this.#world, name, this.#store, runs)
    this.#all = [...this.#all.filter(({ isDead }) => !isDead), process]
    this.#world.tell(() => `${process.name} starts as ${process.engine.owner}`)
    process.engine.start().then(
      () => {
        process.isStarted = true
      },
      () => this.crash(process),
    )
  }

  #replace({ runs }: SimulatedProcess): void {
    const { time, faults } = this.#world
    time.after(this.#random.between(0, faults.isOver ? 100 : 8_000), () => this.#spawn(runs))
  }

  #disturbNowAndThen(): void {
    const { time, faults } = this.#world
    time.after(this.#random.between(100, 3_000), () => {
      if (faults.isOver) return
      const running = this.#all.filter(({ isRunning, isPaused }) => isRunning && !isPaused)
      const busy = running.filter((process) => this.#isBusy(process))
      if (running.length > 0) this.#disturb(this.#random.pick(busy.length > 0 ? busy : running))
      this.#disturbNowAndThen()
    })
  }

  #isBusy({ engine }: SimulatedProcess): boolean {
    for (const { status, owner } of this.#world.database.executions.values()) {
      if (status === 'running' && owner === engine.owner) return true
    }
    return false
  }

  #disturb(process: SimulatedProcess): void {
    const { faults, isAlone, course } = this.#world
    const random = this.#random
    if (faults.happens('clock-jump', 0.8)) {
      const ms = Math.round(random.between(-1, 1) * random.pick([50, 3_000, 60_000]))
      course.noticeJump(ms)
      this.#world.tell(() => `the clock of ${process.name} is off by ${ms} ms`)
      process.jump(ms)
    }
    if (faults.happens('crash', 0.3)) this.crash(process)
    else if (!isAlone && faults.happens('pause', 0.6)) this.pause(process)
    else if (faults.happens('stop', 0.9)) this.#stop(process)
  }

  #stop(process: SimulatedProcess): void {
    const { time, faults } = this.#world
    this.#world.tell(() => `${process.name} stops`)
    process.isStopping = true
    const begunAt = time.passedMs
    process.engine.stop().then(
      () => {
        const ms = Math.round(time.passedMs - begunAt)
        this.#world.tell(() => `${process.name} has stopped after ${ms} ms`)
        const isDelayed = faults.has('slow-store') || faults.has('pause')
        if (!isDelayed && ms > STOP_MS) this.#world.violate('a stop ends', `${process.name} took ${ms} ms`)
        process.die()
        this.#replace(process)
      },
      () => this.crash(process),
    )
  }
}
