import { isJsonObject, type JsonValue, type Signal, type StepWaiting } from '#domain/index.ts'
import type { Step } from './active-step.ts'

/** A step that goes on at a time, or with a signal. */
export interface WaitingStep {
  readonly step: Step
  readonly waitId: string
  /** Null: no time is set. */
  readonly until: number | null
  /** Undefined: only a pause before the next attempt. */
  readonly wait: StepWaiting | undefined
}

export type Matches = (waiting: WaitingStep, signal: Signal) => boolean

/** The steps of a run that wait, and the signals that nothing has taken yet. */
export class WaitingSteps {
  readonly #steps = new Map<string, WaitingStep>()
  #signals: readonly Signal[]

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
  }

  remove(waitId: string): void {
    this.#steps.delete(waitId)
  }

  /** What came since the run was loaded. Signals that were taken meanwhile are not among them any more. */
  setSignals(signals: readonly Signal[], isTaken: (id: string) => boolean): void {
    this.#signals = signals.filter((signal) => !isTaken(signal.id))
  }

  /** When the first of them is over; undefined when none has a time. */
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

  /** The next signal that something waits for, with what waits; oldest signals first. */
  takeMatch(matches: Matches): { waiting: WaitingStep; signal: Signal } | undefined {
    for (const signal of this.#signals) {
      for (const waiting of this.#steps.values()) {
        if (!matches(waiting, signal)) continue
        this.#signals = this.#signals.filter((other) => other !== signal)
        this.#steps.delete(waiting.waitId)
        return { waiting, signal }
      }
    }
    return undefined
  }
}

/** Whether the data of an event has the values that were asked for; what else it has does not matter. */
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
