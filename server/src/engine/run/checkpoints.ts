import {
  type ExecutionLog,
  isResult,
  type JournalEntry,
  type JsonObject,
  type JsonValue,
  measureJson,
  measureLog,
  type NewExecutionOnVersion,
  NotStorable,
  type OpenExecution,
  SharedValues,
} from '#domain/index.ts'
import type { Checkpoint, CheckpointResult, Clock, ExecutionJournal, StateUse, Wait } from '#ports/index.ts'
import { StoreFailure } from './store-failure.ts'

interface Written {
  readonly result: CheckpointResult
  readonly children: readonly NewExecutionOnVersion[]
  readonly wholeLog: readonly ExecutionLog[] | undefined
}

/** Writing as much takes some milliseconds. */
const LARGE_BYTES = 1024 * 1024

/**
 * Collects what a run has to write, until it must be written.
 *
 * 1. Checkpoints of a run are written one after the other, with consecutive sequence numbers.
 * 2. A checkpoint that is `NotStorable` is dropped: the run ends without it.
 * 3. After any other failed write it is unknown whether it was committed: the run is abandoned and starts again from the store.
 */
export class Checkpoints {
  readonly #journal: Pick<ExecutionJournal, 'checkpoint'>
  readonly #open: OpenExecution
  readonly #clock: Clock
  readonly #beganAt: number
  #sequence: number
  #steps: JournalEntry[] = []
  #logs: ExecutionLog[] = []
  // Most runs have none of these, and then allocate nothing for them. A few have ten thousand.
  #waits: Map<string, Wait> | undefined
  #endedWaits: string[] | undefined
  #takenSignals: string[] | undefined
  #children: NewExecutionOnVersion[] | undefined
  /** Waits that have a row in the store. */
  readonly #rows = new Set<string>()
  #savedAt: number
  #hasSavedLogs: boolean
  #isUrgent = false
  /** The size of what was collected; of outputs, of what is new in them. */
  #size = 0
  #logSize: number
  #values: SharedValues
  #computingMs: number
  /** What the first entry that is written has to contain; undefined when one does, or nothing has to. */
  #vars: JsonObject | undefined

  constructor(
    journal: Pick<ExecutionJournal, 'checkpoint'>,
    open: OpenExecution,
    clock: Clock,
    vars?: JsonObject,
  ) {
    this.#journal = journal
    this.#open = open
    this.#clock = clock
    this.#beganAt = clock.now()
    this.#savedAt = this.#beganAt
    this.#sequence = open.sequence
    this.#hasSavedLogs = open.sequence > 0
    this.#computingMs = open.computingMs
    this.#logSize = open.logSize
    this.#vars = vars
    this.#values = new SharedValues(open.input)
    for (const entry of open.steps) if ('waitId' in entry) this.#rows.add(entry.waitId)
  }

  /** `urgent`: something outside depends on it, so it is written before the run waits for anything. */
  addStep(entry: JournalEntry, urgent = false): void {
    this.#steps.push(this.#withVars(entry))
    // Outputs are measured before. The items of a loop, or what a wait is to match, can be as large.
    if (!isResult(entry)) this.#size += measureJson(entry as unknown as JsonObject, LARGE_BYTES)
    if (urgent) this.#isUrgent = true
  }

  /** Measures an output up to `limit`. Values that this checkpoint has already, or the input, add nothing to write. */
  measure(output: JsonValue, limit: number): number {
    const { size, freshSize } = this.#values.measure(output, limit)
    this.#size += freshSize
    return size
  }

  /** Whether writing more at once would take long. */
  get isLarge(): boolean {
    return this.#size >= LARGE_BYTES
  }

  addLog(entry: ExecutionLog, size = measureLog(entry)): void {
    this.#logs.push(entry)
    this.#size += size
    this.#logSize += size
  }

  /** The size of the whole log, including that of earlier processes. */
  get logSize(): number {
    return this.#logSize
  }

  addWait(wait: Wait): void {
    this.#waits ??= new Map()
    this.#waits.set(wait.id, wait)
  }

  endWait(id: string): void {
    this.#waits?.delete(id)
    if (!this.#rows.delete(id)) return
    this.#endedWaits ??= []
    this.#endedWaits.push(id)
  }

  takeSignal(id: string): void {
    this.#takenSignals ??= []
    this.#takenSignals.push(id)
  }

  addChild(child: NewExecutionOnVersion): void {
    this.#children ??= []
    this.#children.push(child)
    this.#isUrgent = true
  }

  /** Active time in milliseconds, including earlier processes. A clock that was set back adds nothing. */
  get activeMs(): number {
    return this.#open.activeMs + Math.max(0, this.#clock.now() - this.#beganAt)
  }

  /** Computing time in milliseconds, including earlier processes. */
  get computingMs(): number {
    return this.#computingMs
  }

  addComputing(ms: number): void {
    this.#computingMs += ms
  }

  /** Whether a checkpoint must be written before the run waits. Long runs also write one every `afterMs`, to show progress. */
  isDue(afterMs: number): boolean {
    // Without steps there is nothing to show. What a park has put back, such as ended timers, can wait for the next one.
    return (this.#isUrgent && this.#hasNews) || this.isProgressDue(afterMs)
  }

  /** Whether a run that only yields, and does not wait, has to show its progress. */
  isProgressDue(afterMs: number): boolean {
    return this.#hasNews && (this.isLarge || this.#clock.now() - this.#savedAt >= afterMs)
  }

  get #hasNews(): boolean {
    return this.#steps.length > 0 || this.#logs.length > 0
  }

  /**
   * Writes everything collected. Returns the sub-workflows that started with it, and the whole log of the execution, unless earlier
   * checkpoints have entries of it.
   */
  async write(next: Checkpoint['next'], state?: StateUse): Promise<Written> {
    const taken = this.take(next)
    const checkpoint = state === undefined ? taken : { ...taken, state: this.#captureIn(state) }
    let result: CheckpointResult
    try {
      result = await this.#journal.checkpoint(checkpoint)
    } catch (error) {
      throw error instanceof NotStorable ? error : new StoreFailure(error)
    }
    if (result === 'committed') {
      this.#sequence += 1
      this.#savedAt = this.#clock.now()
      for (const { id } of checkpoint.waits) this.#rows.add(id)
      const wholeLog = this.#hasSavedLogs ? undefined : checkpoint.logs
      if (checkpoint.logs.length > 0) this.#hasSavedLogs = true
      return { result, children: checkpoint.children, wholeLog }
    }
    this.#putBack(checkpoint)
    return { result, children: NONE, wholeLog: undefined }
  }

  /** Takes everything collected. What is added while the checkpoint is written belongs to the next one. */
  take<Next extends Checkpoint['next']>(next: Next): Checkpoint & { readonly next: Next } {
    const checkpoint = {
      executionId: this.#open.id,
      owner: this.#open.owner,
      sequence: this.#sequence,
      activeMs: this.activeMs,
      computingMs: Math.round(this.#computingMs),
      input: this.#open.input,
      steps: this.#steps,
      logs: this.#logs,
      waits: this.#waits === undefined ? NONE : [...this.#waits.values()],
      endedWaits: this.#endedWaits ?? NONE,
      takenSignals: this.#takenSignals ?? NONE,
      children: this.#children ?? NONE,
      next,
    }
    this.#steps = []
    this.#logs = []
    this.#waits = undefined
    this.#endedWaits = undefined
    this.#takenSignals = undefined
    this.#children = undefined
    this.#isUrgent = false
    this.#size = 0
    this.#values = new SharedValues(this.#open.input)
    return checkpoint
  }

  #withVars(entry: JournalEntry): JournalEntry {
    if (this.#vars === undefined) return entry
    const first = { ...entry, vars: this.#vars }
    this.#vars = undefined
    return first
  }

  /** Only the transaction decides whether a step with state has an entry: until then, the next one may be the first. */
  #captureIn(state: StateUse): StateUse {
    const vars = this.#vars
    if (vars === undefined) return state
    return {
      ...state,
      settle: (found) => {
        const { change, steps } = state.settle(found)
        this.#vars = steps.length === 0 ? vars : undefined
        return { change, steps: steps.map((entry, index) => (index === 0 ? { ...entry, vars } : entry)) }
      },
    }
  }

  #putBack(checkpoint: Checkpoint): void {
    this.#steps = [...checkpoint.steps, ...this.#steps]
    this.#logs = [...checkpoint.logs, ...this.#logs]
    const waits = [...checkpoint.waits, ...(this.#waits?.values() ?? NONE)]
    this.#waits = new Map(waits.map((wait) => [wait.id, wait]))
    this.#endedWaits = [...checkpoint.endedWaits, ...(this.#endedWaits ?? NONE)]
    this.#takenSignals = [...checkpoint.takenSignals, ...(this.#takenSignals ?? NONE)]
    this.#children = [...checkpoint.children, ...(this.#children ?? NONE)]
    this.#isUrgent = true
  }
}

const NONE: readonly never[] = []
