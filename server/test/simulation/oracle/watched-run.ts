import {
  isResult,
  type JournalEntry,
  type StepBegun,
  type StepRecord,
  type StepRetrying,
  type StepWaiting,
} from '#domain/index.ts'
import { stepKey } from '#engine/compile/iteration-path.ts'
import type { GeneratedWorkflow } from '#test/simulation/workload/generated-workflow.ts'
import { mayStart } from './readiness.ts'

type Waiting = StepWaiting | StepRetrying

/** Reports that a rule is broken. */
export type Violate = (rule: string, details: string) => void

/** Checks the committed journal of one execution, entry by entry. */
export class WatchedRun {
  readonly #workflow: GeneratedWorkflow
  readonly #violate: Violate
  readonly #results = new Map<string, StepRecord>()
  readonly #opened = new Set<string>()
  readonly #latest = new Map<string, JournalEntry>()
  readonly #begun = new Map<string, StepBegun[]>()
  readonly #calls = new Map<string, number[]>()
  readonly #failures = new Map<string, number>()
  readonly #interruptions = new Map<string, number>()
  readonly #waits = new Map<string, { readonly key: string; readonly wait: Waiting }>()
  entries = 0
  /** A node with `on_unknown: fail` was interrupted: the output depends on the faults. */
  hasUnknownOutcome = false

  constructor(id: string, workflow: GeneratedWorkflow, violate: Violate) {
    this.#workflow = workflow
    this.#violate = (rule, details) => violate(rule, `${details} of ${id}`)
  }

  /** Attempts that were interrupted and repeated, by node. */
  get interruptions(): ReadonlyMap<string, number> {
    return this.#interruptions
  }

  /** True when the entry only moves a wait, after a correction of the clock. */
  add(entry: JournalEntry): boolean {
    const key = stepKey(entry.iteration ?? '', entry.nodeId)
    const recorded = { results: this.#results, opened: this.#opened }
    this.entries += 1
    if (this.#results.has(key))
      this.#violate('one result per step', `another entry (${entry.status}) for ${key}`)
    if (!mayStart(this.#workflow, recorded, entry.iteration ?? '', entry.nodeId)) {
      this.#violate('a step starts after its inputs are recorded', `${entry.status} ${key}`)
    }
    const before = this.#latest.get(key)
    if (entry.status === 'begun') this.#start(key, entry, before)
    else if (entry.status === 'opened') {
      if (this.#opened.has(key)) this.#violate('a loop starts once', key)
      this.#opened.add(key)
    } else if ('waitId' in entry) this.#waits.set(entry.waitId, { key, wait: entry })
    const moved = movedWait(entry, before)
    if (moved !== undefined) this.#checkCorrection(key, moved.after, moved.before)
    else {
      if (entry.status === 'retrying') this.#fail(key, entry.nodeId)
      this.#checkTime(key, entry, before)
    }
    if (isResult(entry)) {
      this.#results.set(key, entry)
      if (entry.error?.code === 'UNKNOWN_OUTCOME') this.hasUnknownOutcome = true
    } else this.#latest.set(key, entry)
    return moved !== undefined
  }

  /** The wait that an entry ends, if it does. */
  waitBefore(entry: JournalEntry): StepWaiting | undefined {
    if (entry.status === 'begun' || entry.status === 'opened' || entry.status === 'waiting') return undefined
    const before = this.#latest.get(stepKey(entry.iteration ?? '', entry.nodeId))
    return before?.status === 'waiting' ? before : undefined
  }

  /** The wait of a step that still waits. */
  findOpenWait(waitId: string): StepWaiting | undefined {
    const found = this.#waits.get(waitId)
    return found?.wait.status === 'waiting' && this.isOpen(waitId) ? found.wait : undefined
  }

  /** Whether a wait, or the delay before another attempt, has not ended. */
  isOpen(waitId: string): boolean {
    const found = this.#waits.get(waitId)
    if (found === undefined || this.#latest.get(found.key) !== found.wait) return false
    const { iteration = '', nodeId } = found.wait
    const recorded = { results: this.#results, opened: this.#opened }
    return !this.#results.has(found.key) && mayStart(this.#workflow, recorded, iteration, nodeId)
  }

  openWaits(): readonly StepWaiting[] {
    return [...this.#waits.keys()].flatMap((id) => this.findOpenWait(id) ?? [])
  }

  /** A call starts: each attempt needs a committed journal entry of its own. */
  beginCall(key: string, attempt: number): void {
    const calls = this.#calls.get(key) ?? []
    calls.push(attempt)
    this.#calls.set(key, calls)
    const recorded = (this.#begun.get(key) ?? []).filter((entry) => entry.attempt === attempt).length
    if (calls.filter((number) => number === attempt).length > recorded) {
      this.#violate('a call starts after its checkpoint', `attempt ${attempt} of ${key}`)
    }
  }

  #start(key: string, entry: StepBegun, before: JournalEntry | undefined): void {
    const begun = this.#begun.get(key) ?? []
    begun.push(entry)
    this.#begun.set(key, begun)
    const number = before !== undefined && 'attempt' in before ? before.attempt : 0
    if (entry.attempt !== number + 1) {
      this.#violate('attempts have consecutive numbers', `attempt ${entry.attempt} after ${number} of ${key}`)
    }
    if (before?.status === 'begun') {
      this.#interruptions.set(entry.nodeId, (this.#interruptions.get(entry.nodeId) ?? 0) + 1)
    }
  }

  /** The last attempt that the retry policy allows is not retried, no matter which processes made the attempts. */
  #fail(key: string, nodeId: string): void {
    const failures = (this.#failures.get(key) ?? 0) + 1
    this.#failures.set(key, failures)
    const { attempts = 1 } = this.#workflow.nodesById.get(nodeId) ?? {}
    if (failures >= attempts) this.#violate('a node has no more attempts than its retry policy allows', key)
  }

  /** A wait that follows a corrected clock begins earlier, and is as long as before unless it ends at a fixed time. */
  #checkCorrection(key: string, entry: Waiting, before: Waiting): void {
    const movedMs = begunAt(before) - begunAt(entry)
    const isFixed = before.status === 'waiting' && before.isFixed === true
    const until = endOf(before)
    const wanted = until === null || isFixed ? until : until - movedMs
    if (entry.status !== before.status || movedMs <= 0 || endOf(entry) !== wanted) {
      this.#violate('a wait follows the clock as a whole', key)
    }
  }

  /** Times come from the clock of the process that writes, which may have jumped in between. */
  #checkTime(key: string, entry: JournalEntry, before: JournalEntry | undefined): void {
    if (before?.status === 'retrying' && entry.status === 'begun' && entry.startedAt < before.resumeAt) {
      this.#violate('a retry starts after its delay', key)
    }
    if (before?.status !== 'waiting' || !('endedAt' in entry)) return
    const { until } = before
    const isTimeOut =
      before.for === 'timer' ||
      (isResult(entry) && entry.handle === 'timeout') ||
      codeOf(entry) === 'TIMED_OUT'
    if (isTimeOut && (until === null || entry.endedAt < until)) {
      this.#violate('a timer fires at or after its time', key)
    }
  }
}

function movedWait(entry: JournalEntry, before: JournalEntry | undefined) {
  if (before === undefined || !('waitId' in entry) || !('waitId' in before)) return undefined
  return entry.waitId === before.waitId ? { after: entry, before } : undefined
}

function begunAt(entry: Waiting): number {
  return entry.status === 'retrying' ? entry.endedAt : entry.startedAt
}

function endOf(entry: Waiting): number | null {
  return entry.status === 'retrying' ? entry.resumeAt : entry.until
}

function codeOf(entry: JournalEntry): string | undefined {
  return 'error' in entry ? entry.error?.code : undefined
}
