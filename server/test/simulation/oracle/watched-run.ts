import {
  isResult,
  type JournalEntry,
  type StepBegun,
  type StepRecord,
  type StepRetrying,
  type StepWaiting,
} from '#domain/index.ts'
import { stepKey } from '#engine/compile/iteration-path.ts'
import type { Drawing } from '#test/simulation/workload/generated-workflow.ts'
import { mayBegin } from './readiness.ts'

/** Tells that a promise of the engine was broken. */
export type Complain = (rule: string, details: string) => void

/** What the committed journal of one execution says so far, entry by entry, and whether it may say so. */
export class WatchedRun {
  readonly #drawing: Drawing
  readonly #complain: Complain
  readonly #results = new Map<string, StepRecord>()
  readonly #opened = new Set<string>()
  readonly #latest = new Map<string, JournalEntry>()
  readonly #begun = new Map<string, StepBegun[]>()
  readonly #calls = new Map<string, number[]>()
  readonly #failures = new Map<string, number>()
  readonly #cutOffs = new Map<string, number>()
  readonly #waits = new Map<string, { readonly key: string; readonly wait: StepWaiting | StepRetrying }>()
  entries = 0
  /** A node that must not be repeated was cut off: what comes of it depends on the faults. */
  hasUnknownOutcome = false

  constructor(id: string, drawing: Drawing, complain: Complain) {
    this.#drawing = drawing
    this.#complain = (rule, details) => complain(rule, `${details} of ${id}`)
  }

  /** Attempts that were cut off and repeated, by node. */
  get cutOffs(): ReadonlyMap<string, number> {
    return this.#cutOffs
  }

  add(entry: JournalEntry): void {
    const key = stepKey(entry.iteration ?? '', entry.nodeId)
    const recorded = { results: this.#results, opened: this.#opened }
    this.entries += 1
    if (this.#results.has(key))
      this.#complain('one result per step', `another entry (${entry.status}) for ${key}`)
    if (!mayBegin(this.#drawing, recorded, entry.iteration ?? '', entry.nodeId)) {
      this.#complain('a step begins after its inputs are recorded', `${entry.status} ${key}`)
    }
    const before = this.#latest.get(key)
    if (entry.status === 'begun') this.#begin(key, entry, before)
    else if (entry.status === 'opened') {
      if (this.#opened.has(key)) this.#complain('a loop begins once', key)
      this.#opened.add(key)
    } else if ('waitId' in entry) this.#waits.set(entry.waitId, { key, wait: entry })
    if (entry.status === 'retrying') this.#fail(key, entry.nodeId)
    this.#checkTime(key, entry, before)
    if (isResult(entry)) {
      this.#results.set(key, entry)
      if (entry.error?.code === 'UNKNOWN_OUTCOME') this.hasUnknownOutcome = true
    } else this.#latest.set(key, entry)
  }

  /** The wait that an entry ends, if it does. */
  waitBefore(entry: JournalEntry): StepWaiting | undefined {
    if (entry.status === 'begun' || entry.status === 'opened' || entry.status === 'waiting') return undefined
    const before = this.#latest.get(stepKey(entry.iteration ?? '', entry.nodeId))
    return before?.status === 'waiting' ? before : undefined
  }

  /** What a step waits for, while it does. */
  findOpenWait(waitId: string): StepWaiting | undefined {
    const found = this.#waits.get(waitId)
    return found?.wait.status === 'waiting' && this.isOpen(waitId) ? found.wait : undefined
  }

  /** Whether a wait, or the pause before another attempt, is not over. */
  isOpen(waitId: string): boolean {
    const found = this.#waits.get(waitId)
    if (found === undefined || this.#latest.get(found.key) !== found.wait) return false
    const { iteration = '', nodeId } = found.wait
    const recorded = { results: this.#results, opened: this.#opened }
    return !this.#results.has(found.key) && mayBegin(this.#drawing, recorded, iteration, nodeId)
  }

  openWaits(): readonly StepWaiting[] {
    return [...this.#waits.keys()].flatMap((id) => this.findOpenWait(id) ?? [])
  }

  /** An attempt that reaches out begins: each needs an entry of its own that says so, and that is committed. */
  beginCall(key: string, attempt: number): void {
    const calls = this.#calls.get(key) ?? []
    calls.push(attempt)
    this.#calls.set(key, calls)
    const recorded = (this.#begun.get(key) ?? []).filter((entry) => entry.attempt === attempt).length
    if (calls.filter((number) => number === attempt).length > recorded) {
      this.#complain('a call begins after it is recorded', `attempt ${attempt} of ${key}`)
    }
  }

  #begin(key: string, entry: StepBegun, before: JournalEntry | undefined): void {
    const begun = this.#begun.get(key) ?? []
    begun.push(entry)
    this.#begun.set(key, begun)
    const number = before !== undefined && 'attempt' in before ? before.attempt : 0
    if (entry.attempt !== number + 1) {
      this.#complain('attempts are counted', `attempt ${entry.attempt} after ${number} of ${key}`)
    }
    if (before?.status === 'begun') {
      this.#cutOffs.set(entry.nodeId, (this.#cutOffs.get(entry.nodeId) ?? 0) + 1)
    }
  }

  /** Of as many attempts as the node asks for the last one is not repeated, whoever made those before. */
  #fail(key: string, nodeId: string): void {
    const failures = (this.#failures.get(key) ?? 0) + 1
    this.#failures.set(key, failures)
    const { attempts = 1 } = this.#drawing.drawn.get(nodeId) ?? {}
    if (failures >= attempts) this.#complain('no more attempts than the node asks for', key)
  }

  /** Times are by the clock of the process that waits, which may have been set meanwhile. */
  #checkTime(key: string, entry: JournalEntry, before: JournalEntry | undefined): void {
    if (before?.status === 'retrying' && entry.status === 'begun' && entry.startedAt < before.resumeAt) {
      this.#complain('no attempt before its pause is over', key)
    }
    if (before?.status !== 'waiting' || !('endedAt' in entry)) return
    const { until } = before
    const isTimeOut =
      before.for === 'timer' ||
      (isResult(entry) && entry.handle === 'timeout') ||
      codeOf(entry) === 'TIMED_OUT'
    if (isTimeOut && (until === null || entry.endedAt < until)) {
      this.#complain('a timer fires at or after its time', key)
    }
  }
}

function codeOf(entry: JournalEntry): string | undefined {
  return 'error' in entry ? entry.error?.code : undefined
}
