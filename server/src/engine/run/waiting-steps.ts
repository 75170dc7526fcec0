import {
  isJsonObject,
  type JsonValue,
  type Signal,
  type StepRetrying,
  type StepWaiting,
} from '#domain/index.ts'
import type { Step } from './active-step.ts'

/** A step that waits for a time or a signal. */
export interface WaitingStep {
  readonly step: Step
  readonly waitId: string
  readonly begunAt: number
  /** Null: it has no time limit. */
  readonly until: number | null
  /** Undefined: the step only waits for its next attempt. */
  readonly wait: StepWaiting | undefined
  /** The entry of the journal. */
  readonly entry: StepWaiting | StepRetrying
}

export function toWaitingStep(step: Step, entry: StepWaiting | StepRetrying): WaitingStep {
  const { waitId } = entry
  return entry.status === 'retrying'
    ? { step, waitId, begunAt: entry.endedAt, until: entry.resumeAt, wait: undefined, entry }
    : { step, waitId, begunAt: entry.startedAt, until: entry.until, wait: entry, entry }
}

export interface SignalMatch {
  readonly waiting: WaitingStep
  readonly signal: Signal
}

export type Matches = (waiting: WaitingStep, signal: Signal) => boolean

/** The waiting steps of a run, and the signals that no step has taken yet. */
export class WaitingSteps {
  readonly #steps = new Map<string, WaitingStep>()
  #signals: readonly Signal[]
  /** The next signal to try; those before it match no step, as long as neither steps nor signals change. */
  #position = 0

  constructor(signals: readonly Signal[]) {
    this.#signals = signals
  }

  get size(): number {
    return this.#steps.size
  }

  all(): Iterable<WaitingStep> {
    return this.#steps.values()
  }

  add(waiting: WaitingStep): void {
    this.#steps.set(waiting.waitId, waiting)
    this.#position = 0
  }

  remove(waitId: string): void {
    this.#steps.delete(waitId)
    this.#position = 0
  }

  /** Replaces the known signals, except those that were taken. */
  setSignals(signals: readonly Signal[], isTaken: (id: string) => boolean): void {
    this.#signals = signals.filter((signal) => !isTaken(signal.id))
    this.#position = 0
  }

  /** The earliest time of any step; undefined when none has one. */
  earliest(): number | undefined {
    let earliest: number | undefined
    for (const { until } of this.#steps.values()) {
      if (until !== null && (earliest === undefined || until < earliest)) earliest = until
    }
    return earliest
  }

  findDue(now: number): readonly WaitingStep[] {
    return [...this.#steps.values()].filter(({ until }) => until !== null && until <= now)
  }

  /**
   * The oldest signal that a step waits for, with that step. `unfinished`: `isOver` interrupted the search, and the next call
   * continues it.
   */
  takeMatch(matches: Matches, isOver: () => boolean): SignalMatch | 'unfinished' | undefined {
    for (; this.#position < this.#signals.length; this.#position += 1) {
      const signal = this.#signals[this.#position] as Signal
      for (const waiting of this.#steps.values()) {
        if (!matches(waiting, signal)) continue
        this.#signals = this.#signals.filter((other) => other !== signal)
        this.#steps.delete(waiting.waitId)
        this.#position = 0
        return { waiting, signal }
      }
      if (this.#position + 1 < this.#signals.length && isOver()) {
        this.#position += 1
        return 'unfinished'
      }
    }
    this.#position = 0
    return undefined
  }
}

/** Whether the data contains the wanted values. Further members are ignored. */
export function hasValues(data: JsonValue, wanted: JsonValue): boolean {
  if (Array.isArray(wanted)) {
    const list = wanted as readonly JsonValue[]
    return (
      Array.isArray(data) &&
      data.length === list.length &&
      list.every((one, index) => hasValues(data[index] as JsonValue, one))
    )
  }
  if (!isJsonObject(wanted)) return data === wanted
  return (
    isJsonObject(data) &&
    Object.entries(wanted).every(
      ([name, value]) => Object.hasOwn(data, name) && hasValues(data[name] as JsonValue, value),
    )
  )
}
