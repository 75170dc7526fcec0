import type { Random } from './random.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { TimerEntry } from './virtual-time.ts'
import type { World } from './world.ts'

const TRANSACTION = 'a transaction'

/** An error that the simulation injects, as opposed to one that the code causes. */
export class InjectedFault extends Error {
  constructor(name: string) {
    super(`The store did not answer ${name}.`)
  }
}

/** The connection between the processes and the store: calls take time, arrive in any order, and may fail. */
export class StoreCalls {
  readonly #world: World
  readonly #random: Random
  /** Calls that have not reached the store yet. */
  readonly #inTransit = new Map<SimulatedProcess, Set<TimerEntry>>()

  constructor(world: World) {
    this.#world = world
    this.#random = world.random.fork('calls')
  }

  /** A call reaches the store even if its process dies; the result reaches the process only if it lives. */
  call<T>(process: SimulatedProcess, name: string, isWrite: boolean, operate: () => Promise<T>): Promise<T> {
    const { faults, time, isSingleProcess, progress } = this.#world
    const { arrivesAfter, answersAfter, isAnswered } = faults.planCall(isWrite, !isSingleProcess)
    return new Promise((resolve, reject) => {
      if (!isAnswered) process.receive(answersAfter, true, () => reject(new InjectedFault(name)))
      if (arrivesAfter === undefined) return
      progress.expectActivity(arrivesAfter)
      const answer = (counts: boolean, settle: () => void) => {
        if (isAnswered) process.receive(answersAfter - arrivesAfter, counts, settle)
      }
      const arrival = time.after(arrivesAfter, () => {
        this.#callsOf(process).delete(arrival)
        this.#operate(process, { name, isWrite }, operate).then(
          ({ result, notify }) =>
            answer(!isEmpty(result), () => {
              resolve(result)
              notify()
            }),
          (error: unknown) => answer(true, () => reject(error)),
        )
      })
      this.#callsOf(process).add(arrival)
    })
  }

  /** The process drives the transaction: one that is dead or paused does not continue it. */
  transact<T>(process: SimulatedProcess, operate: () => Promise<T>): Promise<T> {
    const { faults, isSingleProcess, progress } = this.#world
    const { arrivesAfter, answersAfter, isAnswered } = faults.planCall(true, !isSingleProcess)
    return new Promise((resolve, reject) => {
      if (!isAnswered) process.receive(answersAfter, true, () => reject(new InjectedFault(TRANSACTION)))
      if (arrivesAfter === undefined) return
      progress.expectActivity(arrivesAfter)
      process.receive(arrivesAfter, true, () => {
        this.#operate(process, { name: TRANSACTION, isWrite: true }, operate).then(
          ({ result, notify }) => {
            if (!isAnswered) return
            process.receive(answersAfter - arrivesAfter, true, () => {
              resolve(result)
              notify()
            })
          },
          (error: unknown) => reject(error),
        )
      })
    })
  }

  /** Calls of a dead process may still arrive: immediately if no other process can write, otherwise at any time. */
  abandon(process: SimulatedProcess): void {
    const { isSingleProcess } = this.#world
    for (const arrival of this.#callsOf(process)) {
      const { run } = arrival
      if (isSingleProcess || this.#random.chance(0.5)) arrival.run = undefined
      if (isSingleProcess && this.#random.chance(0.5)) run?.()
    }
  }

  #callsOf(process: SimulatedProcess): Set<TimerEntry> {
    const known = this.#inTransit.get(process) ?? new Set()
    this.#inTransit.set(process, known)
    return known
  }

  async #operate<T>(
    process: SimulatedProcess,
    { name, isWrite }: { readonly name: string; readonly isWrite: boolean },
    operate: () => Promise<T>,
  ): Promise<{ result: T; notify: () => void }> {
    const { database, oracle, progress } = this.#world
    try {
      const result = await operate()
      const hasUnowned = database.touched.size > 0 && database.hasUnowned
      const { dueEndpoints } = database
      if (database.touched.size > 0) {
        progress.record(database.touched)
        this.#world.addTrace(() => `${process.name}: ${name} ${[...database.touched].join(' ')}`)
      }
      const notify = () => {
        if (hasUnowned) process.notifyOfUnowned()
        if (isWrite && dueEndpoints.length > 0) process.notifyOfDeliveries(dueEndpoints)
      }
      return { result, notify }
    } finally {
      oracle.afterCommit()
    }
  }
}

/** A poll that found nothing: it must not count as an answer, or processes would mostly die while idle. */
function isEmpty(result: unknown): boolean {
  if (Array.isArray(result)) return result.length === 0
  return typeof result === 'object' && result !== null && 'ids' in result && isEmpty(result.ids)
}
