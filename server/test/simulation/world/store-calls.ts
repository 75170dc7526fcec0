import type { Random } from './random.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { Appointment } from './virtual-time.ts'
import type { World } from './world.ts'

/** What the simulation made fail, as opposed to what failed by itself. */
export class InjectedFault extends Error {
  constructor(name: string) {
    super(`The store did not answer ${name}.`)
  }
}

/** The way between the processes and the data: calls take their time, in any order, and some go wrong. */
export class StoreCalls {
  readonly #world: World
  readonly #random: Random
  /** Calls that have not reached the data yet. */
  readonly #onTheWay = new Map<SimulatedProcess, Set<Appointment>>()

  constructor(world: World) {
    this.#world = world
    this.#random = world.random.fork('calls')
  }

  /** What was sent reaches the data whatever becomes of the process; what comes of it, only if that lives. */
  call<T>(process: SimulatedProcess, name: string, isWrite: boolean, operate: () => Promise<T>): Promise<T> {
    const { faults, time, isAlone, course } = this.#world
    const { arrivesAfter, answersAfter, isTold } = faults.decideFate(isWrite, !isAlone)
    return new Promise((resolve, reject) => {
      if (!isTold) process.receive(answersAfter, true, () => reject(new InjectedFault(name)))
      if (arrivesAfter === undefined) return
      course.staysRestless(arrivesAfter)
      const answer = (counts: boolean, settle: () => void) => {
        if (isTold) process.receive(answersAfter - arrivesAfter, counts, settle)
      }
      const arrival = time.after(arrivesAfter, () => {
        this.#callsOf(process).delete(arrival)
        this.#operate(process, name, operate).then(
          ({ result, hasUnowned }) =>
            answer(!Array.isArray(result) || result.length > 0, () => {
              resolve(result)
              if (hasUnowned) process.notifyOfUnowned()
            }),
          (error: unknown) => answer(true, () => reject(error)),
        )
      })
      this.#callsOf(process).add(arrival)
    })
  }

  /** A transaction is led by the process: one that is dead or stands still does not go on with it. */
  transact<T>(process: SimulatedProcess, operate: () => Promise<T>): Promise<T> {
    const name = 'a transaction'
    const { faults, isAlone, course } = this.#world
    const { arrivesAfter, answersAfter, isTold } = faults.decideFate(true, !isAlone)
    return new Promise((resolve, reject) => {
      if (!isTold) process.receive(answersAfter, true, () => reject(new InjectedFault(name)))
      if (arrivesAfter === undefined) return
      course.staysRestless(arrivesAfter)
      process.receive(arrivesAfter, true, () => {
        this.#operate(process, name, operate).then(
          ({ result, hasUnowned }) => {
            if (!isTold) return
            process.receive(answersAfter - arrivesAfter, true, () => {
              resolve(result)
              if (hasUnowned) process.notifyOfUnowned()
            })
          },
          (error: unknown) => reject(error),
        )
      })
    })
  }

  /** What a dead process had sent may still arrive: at once where it alone could write, else whenever. */
  abandon(process: SimulatedProcess): void {
    const { isAlone } = this.#world
    for (const arrival of this.#callsOf(process)) {
      const { run } = arrival
      if (isAlone || this.#random.chance(0.5)) arrival.run = undefined
      if (isAlone && this.#random.chance(0.5)) run?.()
    }
  }

  #callsOf(process: SimulatedProcess): Set<Appointment> {
    const known = this.#onTheWay.get(process) ?? new Set()
    this.#onTheWay.set(process, known)
    return known
  }

  async #operate<T>(
    process: SimulatedProcess,
    name: string,
    operate: () => Promise<T>,
  ): Promise<{ result: T; hasUnowned: boolean }> {
    const { database, oracle, course } = this.#world
    try {
      const result = await operate()
      const hasUnowned = database.touched.size > 0 && database.hasUnowned
      if (database.touched.size > 0) {
        course.notice(database.touched)
        this.#world.tell(() => `${process.name}: ${name} ${[...database.touched].join(' ')}`)
      }
      return { result, hasUnowned }
    } finally {
      oracle.afterCommit()
    }
  }
}
