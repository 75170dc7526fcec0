import { setTimeout as pause } from 'node:timers/promises'
import type { Fleet } from './fleet.ts'
import type { SeededRandom } from '../seeded-random.ts'

/** Something observable that the service does, after which a kill is most likely to find a bug. */
export type Moment = 'arrival' | 'answer' | 'accepted' | 'half a content'

const MOMENTS: readonly Moment[] = ['arrival', 'answer', 'accepted', 'half a content']
/** The share of kills at a random time; the others follow a moment. */
const BY_TIME = 0.5
/** The share of kills of a process that has not printed its URL yet. */
const WHILE_STARTING = 0.15
const LONGEST_MS = 1_500
const START_MS = 800
/**
 * Between two kills some work gets done, however slow the machine is; but a service that does none is killed as well.
 */
const MOST_ACCEPTED = 40
const IDLE_MS = 20_000

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

  /** Called at every moment, as it happens. */
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
        await this.#fleet.at(slot).ready
        await this.#untilMoment()
      }
      await this.#fleet.kill(slot)
      this.kills += 1
      onKill(this.kills)
    }
  }

  /** When there are several processes, one is always running. */
  async #othersReady(slot: number): Promise<void> {
    for (let other = 0; other < this.#fleet.size; other += 1) {
      if (other !== slot) await this.#fleet.at(other).ready
    }
  }

  async #untilMoment(): Promise<void> {
    const isTimed = this.#random.chance(BY_TIME)
    const moment = this.#random.pick(MOMENTS)
    const count = this.#random.between(1, 10)
    const ms = this.#random.between(0, LONGEST_MS)
    await this.#reached('accepted', this.#random.between(1, MOST_ACCEPTED), IDLE_MS)
    if (isTimed) await pause(ms)
    else await this.#reached(moment, count, LONGEST_MS)
  }

  /** Resolves at the moment itself, so that nothing happens between it and the kill. */
  async #reached(moment: Moment, count: number, withinMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#awaited = { moment, left: count, reached: resolve }
    const overdue = setTimeout(resolve, withinMs)
    await promise
    clearTimeout(overdue)
    this.#awaited = undefined
  }
}
