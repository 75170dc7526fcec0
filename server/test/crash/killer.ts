import { setTimeout as pause } from 'node:timers/promises'
import type { Fleet } from './fleet.ts'
import type { SeededRandom } from './seeded-random.ts'

/** Something the service does that others see, and after which a kill is worth more than at any other time. */
export type Moment = 'arrival' | 'answer' | 'accepted'

const MOMENTS: readonly Moment[] = ['arrival', 'answer', 'accepted']
/** Kills at a time that is drawn; the others come with a moment. */
const BY_TIME = 0.5
/** Kills of a process that has not said its address yet. */
const WHILE_STARTING = 0.15
const LONGEST_MS = 1_500
const START_MS = 800

/** Kills processes at random moments, one at a time. */
export class Killer {
  readonly #fleet: Fleet
  readonly #random: SeededRandom
  #awaited: { readonly moment: Moment; left: number; readonly reached: () => void } | undefined
  kills = 0

  constructor(fleet: Fleet, random: SeededRandom) {
    this.#fleet = fleet
    this.#random = random
  }

  /** Told of every moment, as it happens. */
  notice(moment: Moment): void {
    const awaited = this.#awaited
    if (awaited?.moment !== moment) return
    awaited.left -= 1
    if (awaited.left === 0) awaited.reached()
  }

  async run(kills: number, onKill: (kills: number) => void): Promise<void> {
    while (this.kills < kills) {
      const slot = this.#random.between(0, this.#fleet.size - 1)
      const isEarly = this.#random.chance(WHILE_STARTING)
      await this.#othersReady(slot)
      if (isEarly && !this.#fleet.at(slot).isReady) await pause(this.#random.between(0, START_MS))
      else {
        if ((await this.#fleet.at(slot).ready) === undefined) throw new Error('A process ended by itself.')
        await this.#untilMoment()
      }
      await this.#fleet.kill(slot)
      this.kills += 1
      onKill(this.kills)
    }
  }

  /** Of several processes one is always there. */
  async #othersReady(slot: number): Promise<void> {
    for (let other = 0; other < this.#fleet.size; other += 1) {
      if (other !== slot) await this.#fleet.at(other).ready
    }
  }

  async #untilMoment(): Promise<void> {
    const isTimed = this.#random.chance(BY_TIME)
    const moment = this.#random.pick(MOMENTS)
    const left = this.#random.between(1, 30)
    const ms = this.#random.between(0, LONGEST_MS)
    if (isTimed) {
      await pause(ms)
      return
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#awaited = { moment, left, reached: resolve }
    const overdue = setTimeout(resolve, LONGEST_MS)
    await promise
    clearTimeout(overdue)
    this.#awaited = undefined
  }
}
