import type { JournalEntry, StepWaiting } from '#domain/index.ts'
import type { Checkpoint, NodeCall, SignalRequest, SignalResult } from '#ports/index.ts'
import type { ExecutionRow, MemoryDatabase, SignalRow } from '#test/simulation/memory/memory-database.ts'
import type { PlannedTrigger } from '#test/simulation/workload/plan-follow-ups.ts'
import type { PlannedWorkflow } from '#test/simulation/workload/workload.ts'
import { WatchedDeliveries } from './watched-deliveries.ts'
import { WatchedFollowUps } from './watched-follow-ups.ts'
import { type Violate, WatchedRun } from './watched-run.ts'
import { WatchedSlots } from './watched-slots.ts'
import { WatchedState } from './watched-state.ts'

interface Before {
  readonly row: ExecutionRow | undefined
  readonly signals: readonly SignalRow[]
}

interface Call {
  readonly executionId: string
  readonly process: string
}

export interface OracleDeps {
  readonly database: MemoryDatabase
  readonly workflows: readonly PlannedWorkflow[]
  readonly triggers: readonly PlannedTrigger[]
  /** The text that an id was derived from. */
  textOf(id: string): string | undefined
  /** No faults: clocks agree, and what is written is stored within `COMMIT_MS`. */
  readonly isCalm: boolean
  readonly violate: Violate
  count(what: string): void
}

const COMMIT_MS = 100

/**
 * Observes every commit and every outgoing call when it happens, and compares them with the promises of the engine. It
 * judges by the stored data alone and uses no part of the engine.
 */
export class Oracle {
  readonly #database: MemoryDatabase
  readonly #workflows: ReadonlyMap<string, PlannedWorkflow>
  readonly #textOf: (id: string) => string | undefined
  readonly #isCalm: boolean
  readonly #violate: Violate
  readonly #count: (what: string) => void
  readonly #runs = new Map<string, WatchedRun>()
  /** States of executions when they became final. */
  readonly #finals = new Map<string, string>()
  readonly #takenSignals = new Set<string>()
  readonly #callsOf = new Map<string, number>()
  /** By execution and step. */
  readonly #keys = new Map<string, string>()
  readonly #callsInFlight = new Set<Call>()
  /** The variable that calls of an execution contained. */
  readonly #tickets = new Map<string, string>()
  readonly #cancelledBy = new Map<string, string>()
  readonly #accepted = new Set<string>()
  readonly #slots: WatchedSlots
  readonly #followUps: WatchedFollowUps
  readonly #state: WatchedState
  readonly deliveries: WatchedDeliveries

  constructor({ database, workflows, triggers, textOf, isCalm, violate, count }: OracleDeps) {
    this.#count = count
    this.#database = database
    this.#workflows = new Map(workflows.map((workflow) => [workflow.id, workflow]))
    this.#textOf = textOf
    this.#isCalm = isCalm
    this.#violate = violate
    this.#slots = new WatchedSlots(database, violate, count)
    this.#followUps = new WatchedFollowUps(triggers, violate, count)
    this.#state = new WatchedState(database, violate, count)
    this.deliveries = new WatchedDeliveries(database, violate, count)
  }

  get runs(): ReadonlyMap<string, WatchedRun> {
    return this.#runs
  }

  runOf(executionId: string): WatchedRun {
    const known = this.#runs.get(executionId)
    if (known !== undefined) return known
    const row = this.#database.executions.get(executionId)
    const workflow = this.#workflows.get(row?.workflowId ?? '')
    if (workflow === undefined) throw new Error(`Unknown execution ${executionId}.`)
    const run = new WatchedRun(executionId, workflow.definition, this.#violate)
    this.#runs.set(executionId, run)
    return run
  }

  // Commits

  beforeCheckpoint({ executionId, children }: Checkpoint): Before {
    for (const { id } of children) this.#followUps.continueChain(executionId, id)
    return {
      row: this.#database.executions.get(executionId),
      signals: this.#database.signals.get(executionId) ?? [],
    }
  }

  afterCheckpoint(checkpoint: Checkpoint, { row, signals }: Before): void {
    const { executionId, owner, sequence, takenSignals, next } = checkpoint
    const context = `checkpoint ${sequence} of ${executionId} by ${owner}`
    if (row === undefined || row.completedAt !== null) this.#violate('a final state never changes', context)
    if (row?.owner !== owner) this.#violate('only the owner writes', `${context}; the owner is ${row?.owner}`)
    if (row?.sequence !== sequence)
      this.#violate('checkpoints have consecutive numbers', `${context}, not ${row?.sequence}`)
    if (row !== undefined) this.#slots.checkWriter(row)
    const run = this.runOf(executionId)
    const entries = this.#stepsIn(executionId, sequence)
    for (const entry of entries) {
      this.#checkChild(run, entry)
      const isMoved = run.add(entry)
      this.#count(isMoved ? 'wait moved' : `step ${entry.status}`)
    }
    for (const id of takenSignals) {
      const isThere = signals.some((signal) => signal.id === id)
      if (!isThere || this.#takenSignals.has(id))
        this.#violate('a signal is taken once', `${id} by ${context}`)
      this.#takenSignals.add(id)
      this.#count('signal taken')
    }
    this.#count(next.kind)
    for (const { id, parent } of checkpoint.children) {
      // The wait may have ended meanwhile: a process that was paused writes both at once.
      const waits = entries.filter((entry): entry is StepWaiting => entry.status === 'waiting')
      if (
        parent !== null &&
        !waits.some(({ waitId, childId }) => waitId === parent.waitId && childId === id)
      ) {
        this.#violate('a sub-workflow and its wait start in one commit', `${id} by ${context}`)
      }
    }
    if (next.kind === 'park') this.#checkPark(executionId, run)
  }

  /** What a checkpoint has recorded, including steps that were decided within its transaction. */
  #stepsIn(executionId: string, sequence: number): readonly JournalEntry[] {
    const row = this.#database.journals.get(executionId)?.findLast((page) => page.sequence === sequence)
    return JSON.parse(row?.steps ?? '[]') as JournalEntry[]
  }

  /** An execution was inserted together with its first checkpoint. */
  afterFirstCheckpoint(versionId: string, { executionId, sequence, next }: Checkpoint): void {
    const actual = this.#database.executions.get(executionId)?.versionId
    if (actual !== versionId) {
      const details = `${executionId} is on ${actual} and was computed on ${versionId}`
      this.#violate('a run is stored on the version it was computed on', details)
    }
    const run = this.runOf(executionId)
    for (const entry of this.#stepsIn(executionId, sequence)) {
      this.#checkChild(run, entry)
      run.add(entry)
    }
    this.#count(next.kind === 'end' ? 'inline run' : `first checkpoint: ${next.kind}`)
  }

  afterSignal({ executionId, signal }: SignalRequest, result: SignalResult): void {
    if (result !== 'woken' && result !== 'enqueued') return
    const isThere = (this.#database.signals.get(executionId) ?? []).some(({ id }) => id === signal.id)
    if (!isThere) this.#violate('an enqueued signal is stored', signal.id)
  }

  /** After every commit: final states do not change, and an ended execution has no open rows. */
  afterCommit(): void {
    const ended: ExecutionRow[] = []
    for (const id of this.#database.touched) {
      const row = this.#database.executions.get(id)
      const state = this.#stateOf(id)
      const final = this.#finals.get(id)
      if (final !== undefined) {
        if (final !== state) this.#violate('a final state never changes', id)
      } else if (row !== undefined && row.completedAt !== null) {
        this.#finals.set(id, state)
        this.#checkEnd(row)
        ended.push(row)
      }
    }
    this.#database.touched.clear()
    this.#slots.afterCommit(ended)
  }

  // Acknowledgements

  acknowledgeAcceptance(id: string): void {
    this.#accepted.add(id)
    if (this.#database.executions.get(id) === undefined) this.#violate('an accepted execution is stored', id)
  }

  acknowledgeCancel(id: string, process: string): void {
    this.#cancelledBy.set(id, process)
    this.#count('cancel')
    if ((this.#database.executions.get(id)?.completedAt ?? null) === null) {
      this.#violate('a cancelled execution has ended', id)
    }
  }

  // Calls

  /** Returns the number of earlier calls with the same key. */
  beginCall(process: { readonly name: string }, call: NodeCall, key: string): number {
    const [executionId, step] = splitOnce(this.#textOf(key) ?? '')
    const node = step.slice(step.lastIndexOf('/') + 1)
    if (executionId !== call.executionId || node !== call.parameters['node']) {
      this.#violate('the key of a call identifies its step', `${key} in ${call.executionId}`)
      return 0
    }
    if (this.#cancelledBy.get(executionId) === process.name) {
      this.#violate('no call starts after a cancel was acknowledged', `${step} of ${executionId}`)
    }
    const text = `${executionId} ${step}`
    if ((this.#keys.get(text) ?? key) !== key)
      this.#violate('a repeated call uses the key of the first call', text)
    this.#keys.set(text, key)
    this.runOf(executionId).beginCall(step, call.attempt)
    this.#checkTicket(executionId, call.parameters['value'])
    const earlier = this.#callsOf.get(key) ?? 0
    this.#count(earlier === 0 ? 'call' : 'repeated call')
    this.#callsOf.set(key, earlier + 1)
    return earlier
  }

  /** The variable is different whenever it is read, so a run that reads it twice shows two values. */
  #checkTicket(executionId: string, value: unknown): void {
    if (typeof value !== 'string' || !value.startsWith('ticket ')) return
    const first = this.#tickets.get(executionId)
    this.#tickets.set(executionId, first ?? value)
    this.#count(first === undefined ? 'variable' : 'repeated variable')
    if (first !== undefined && first !== value)
      this.#violate('a run sees one value of a variable', `${first} and ${value} in ${executionId}`)
  }

  trackCall(process: { readonly name: string }, executionId: string): () => void {
    const call = { executionId, process: process.name }
    this.#callsInFlight.add(call)
    return () => this.#callsInFlight.delete(call)
  }

  /** Calls of an execution that have not returned. */
  callsInFlight(executionId: string): readonly Call[] {
    return [...this.#callsInFlight].filter((call) => call.executionId === executionId)
  }

  /** Called once, when everything has finished. */
  checkAll(): void {
    for (const id of this.#accepted) {
      if (this.#database.executions.get(id)?.completedAt == null) this.#violate('every run ends', id)
    }
    for (const [id, final] of this.#finals) {
      if (final !== this.#stateOf(id)) this.#violate('a final state never changes', id)
    }
    for (const [id, run] of this.#runs) this.#checkJournal(id, run)
    this.#slots.checkAll()
    this.deliveries.checkAll()
  }

  /** Called with each commit, before any other transaction begins: checks what must be stored together. */
  checkCommit(): void {
    const started: ExecutionRow[] = []
    const ended: ExecutionRow[] = []
    for (const [id, before] of this.#database.executions.changes) {
      const row = this.#database.executions.get(id)
      if (row === undefined) continue
      if (before === undefined) started.push(row)
      if (row.completedAt !== null && (before?.completedAt ?? null) === null) ended.push(row)
    }
    this.deliveries.checkCommit(ended)
    this.#followUps.checkCommit(ended, started)
    this.#state.checkCommit()
  }

  #checkJournal(id: string, run: WatchedRun): void {
    const journal = this.#database.journals.get(id) ?? []
    const entries = journal.flatMap(({ steps }) => JSON.parse(steps) as unknown[])
    if (entries.length !== run.entries) this.#violate('the journal contains what was committed', id)
    const logs = journal.flatMap(
      (row) => JSON.parse(row.logs) as { message: string; node_id: string | null }[],
    )
    for (const [nodeId, count] of run.interruptions) {
      const warnings = logs.filter(
        ({ message, node_id }) => node_id === nodeId && message.includes('was interrupted'),
      )
      if (warnings.length < count) this.#violate('a repeated call is logged', `${nodeId} of ${id}`)
    }
    const error = JSON.parse(this.#database.executions.get(id)?.error ?? 'null') as { code: string } | null
    if (error?.code === 'INTERNAL_ERROR') this.#violate('no run ends with an internal error', id)
    if (error?.code === 'INVALID_WORKFLOW') this.#violate('a generated workflow is valid', id)
  }

  /** A step that waits for a sub-workflow continues with the status and output of that sub-workflow. */
  #checkChild(run: WatchedRun, entry: JournalEntry): void {
    const wait = run.waitBefore(entry)
    if (wait?.childId === undefined) return
    const child = this.#database.executions.get(wait.childId)
    if ('error' in entry && entry.error?.code === 'TIMED_OUT') {
      const inTimeMs = (wait.until ?? Infinity) - (child?.completedAt ?? Infinity)
      if (this.#isCalm && inTimeMs > COMMIT_MS) {
        this.#violate('a sub-workflow that ends in time is not late', `${wait.childId}, by ${inTimeMs} ms`)
      }
      return
    }
    const isCompleted = entry.status === 'completed'
    if (child?.status !== (isCompleted ? 'completed' : 'failed')) {
      this.#violate(
        'a step gets the status of its sub-workflow',
        `${entry.status}; the sub-workflow is ${child?.status}`,
      )
    } else if (isCompleted && JSON.stringify(entry.output) !== child.output) {
      this.#violate('a step gets the output of its sub-workflow', wait.childId)
    }
  }

  /** A parked run has a row for each open wait, and no signal that one of its waits is for. */
  #checkPark(executionId: string, run: WatchedRun): void {
    const waits = run.openWaits()
    for (const { id, event, waitId, at } of this.#database.signals.get(executionId) ?? []) {
      const openAtSignal = waits.filter(({ until }) => until === null || at < until)
      const matching = openAtSignal.find((wait) =>
        waitId === null ? wait.for === 'event' && wait.event === event : wait.waitId === waitId,
      )
      if (matching !== undefined)
        this.#violate('no signal is lost', `${id} arrived before ${executionId} was parked`)
    }
    for (const { id, executionId: owner } of this.#database.waits.values()) {
      if (owner === executionId && !run.isOpen(id)) {
        this.#violate('a finished wait has no row', `${id} of ${executionId}`)
      }
    }
    for (const { waitId, until } of waits) {
      const row = this.#database.waits.get(waitId)
      if (row?.executionId !== executionId || row.dueAt !== until) {
        this.#violate(
          'an open wait of a parked run has a row',
          `no row for the wait ${waitId} of ${executionId}`,
        )
      }
    }
  }

  #checkEnd({ id }: ExecutionRow): void {
    const { waits, signals, executions } = this.#database
    const left = [...waits.values()].some(({ executionId }) => executionId === id)
    if (left || (signals.get(id)?.length ?? 0) > 0)
      this.#violate('an ended execution has no waits and signals', id)
    for (const child of executions.values()) {
      if (child.parent?.executionId === id && child.completedAt === null) {
        this.#violate('a sub-workflow ends no later than its parent', `${child.id} is open after ${id} ended`)
      }
    }
  }

  #stateOf(id: string): string {
    const row = this.#database.executions.get(id)
    const journal = this.#database.journals.get(id)?.length ?? 0
    if (row === undefined) return 'gone'
    const { status, completedAt, output, error, sequence } = row
    return JSON.stringify({ status, completedAt, output, error, sequence, journal })
  }
}

function splitOnce(text: string): readonly [string, string] {
  const at = text.indexOf(' ')
  return [text.slice(0, Math.max(0, at)), text.slice(at + 1)]
}
