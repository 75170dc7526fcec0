import type { JournalEntry } from '#domain/index.ts'
import type { Checkpoint, EndingCheckpoint, NodeCall, SignalRequest, SignalResult } from '#ports/index.ts'
import type { ExecutionRow, MemoryDatabase, SignalRow } from '#test/simulation/memory/memory-database.ts'
import type { PlannedWorkflow } from '#test/simulation/workload/workload.ts'
import { WatchedSlots } from './watched-slots.ts'
import { type Complain, WatchedRun } from './watched-run.ts'

interface Before {
  readonly row: ExecutionRow | undefined
  readonly signals: readonly SignalRow[]
}

interface Call {
  readonly executionId: string
  readonly process: string
}

/**
 * Sees every commit and every call to the world outside at the moment it happens, and holds it against what the engine
 * promises. What it says is told from the data alone; no part of the engine is asked.
 */
export class Oracle {
  readonly #database: MemoryDatabase
  readonly #workflows: ReadonlyMap<string, PlannedWorkflow>
  readonly #textOf: (id: string) => string | undefined
  readonly #complain: Complain
  readonly #count: (what: string) => void
  readonly #runs = new Map<string, WatchedRun>()
  /** Final states as they were when they became final. */
  readonly #finals = new Map<string, string>()
  readonly #takenSignals = new Set<string>()
  readonly #callsOf = new Map<string, number>()
  /** By execution and step. */
  readonly #keys = new Map<string, string>()
  readonly #underWay = new Set<Call>()
  readonly #cancelledBy = new Map<string, string>()
  readonly #accepted = new Set<string>()
  readonly #slots: WatchedSlots

  constructor(
    database: MemoryDatabase,
    workflows: readonly PlannedWorkflow[],
    textOf: (id: string) => string | undefined,
    complain: Complain,
    count: (what: string) => void,
  ) {
    this.#count = count
    this.#database = database
    this.#workflows = new Map(workflows.map((workflow) => [workflow.id, workflow]))
    this.#textOf = textOf
    this.#complain = complain
    this.#slots = new WatchedSlots(database, complain, count)
  }

  get runs(): ReadonlyMap<string, WatchedRun> {
    return this.#runs
  }

  runOf(executionId: string): WatchedRun {
    const known = this.#runs.get(executionId)
    if (known !== undefined) return known
    const row = this.#database.executions.get(executionId)
    const workflow = this.#workflows.get(row?.workflowId ?? '')
    if (workflow === undefined) throw new Error(`Nothing is known of the execution ${executionId}.`)
    const run = new WatchedRun(executionId, workflow.drawing, this.#complain)
    this.#runs.set(executionId, run)
    return run
  }

  // Commits.

  beforeCheckpoint({ executionId }: Checkpoint): Before {
    return {
      row: this.#database.executions.get(executionId),
      signals: this.#database.signals.get(executionId) ?? [],
    }
  }

  afterCheckpoint(checkpoint: Checkpoint, { row, signals }: Before): void {
    const { executionId, owner, sequence, steps, signalsTaken, next } = checkpoint
    const place = `checkpoint ${sequence} of ${executionId} by ${owner}`
    if (row === undefined || row.completedAt !== null) this.#complain('a final state never changes', place)
    if (row?.owner !== owner) this.#complain('only the owner writes', `${place}; the owner is ${row?.owner}`)
    if (row?.sequence !== sequence)
      this.#complain('checkpoints follow one another', `${place}, not ${row?.sequence}`)
    if (row !== undefined) this.#slots.checkWriter(row)
    const run = this.runOf(executionId)
    for (const entry of steps) {
      this.#checkChild(run, entry)
      run.add(entry)
      this.#count(`step ${entry.status}`)
    }
    for (const id of signalsTaken) {
      const isThere = signals.some((signal) => signal.id === id)
      if (!isThere || this.#takenSignals.has(id))
        this.#complain('a signal is taken once', `${id} by ${place}`)
      this.#takenSignals.add(id)
      this.#count('taken signal')
    }
    this.#count(next.kind)
    for (const { id, parent } of checkpoint.children) {
      const wait = parent === null ? undefined : run.findOpenWait(parent.waitId)
      if (parent !== null && wait?.childId !== id) {
        this.#complain('a sub-workflow and the wait for it begin together', `${id} by ${place}`)
      }
    }
    if (next.kind === 'park') this.#checkPark(executionId, run)
    // The outbox: that an end and the rows that tell of it are one commit is a promise of the store, kept by its suites. A
    // checkpoint that carries events of its own has them compared with the outbox here.
  }

  /** Nothing was there before, so nothing else can be wrong with it. */
  afterEndWithAcceptance(versionId: string, { executionId, steps }: EndingCheckpoint): void {
    const actual = this.#database.executions.get(executionId)?.versionId
    if (actual !== versionId) {
      const details = `${executionId} is on ${actual}, and was played on ${versionId}`
      this.#complain('an end belongs to the version it was found on', details)
    }
    const run = this.runOf(executionId)
    for (const entry of steps) run.add(entry)
    this.#count('end with acceptance')
  }

  afterSignal({ executionId, signal }: SignalRequest, result: SignalResult): void {
    if (result !== 'woken' && result !== 'noted') return
    const isThere = (this.#database.signals.get(executionId) ?? []).some(({ id }) => id === signal.id)
    if (!isThere) this.#complain('a signal that was taken in is stored', signal.id)
  }

  /** After every commit: what is final is final, and leaves nothing open behind. */
  afterCommit(): void {
    const ended: ExecutionRow[] = []
    for (const id of this.#database.touched) {
      const row = this.#database.executions.get(id)
      const state = this.#stateOf(id)
      const final = this.#finals.get(id)
      if (final !== undefined) {
        if (final !== state) this.#complain('a final state never changes', id)
      } else if (row !== undefined && row.completedAt !== null) {
        this.#finals.set(id, state)
        this.#checkEnd(row)
        ended.push(row)
      }
    }
    this.#database.touched.clear()
    this.#slots.afterCommit(ended)
  }

  // Answers.

  acknowledgeAcceptance(id: string): void {
    this.#accepted.add(id)
    if (this.#database.executions.get(id) === undefined) this.#complain('accepted is stored', id)
  }

  acknowledgeCancel(id: string, process: string): void {
    this.#cancelledBy.set(id, process)
    this.#count('cancel')
    if ((this.#database.executions.get(id)?.completedAt ?? null) === null) {
      this.#complain('cancelled is ended', id)
    }
  }

  // Calls.

  /** Tells how many calls were made under the key before. */
  beginCall(process: { readonly name: string }, call: NodeCall, key: string): number {
    const [executionId, step] = splitOnce(this.#textOf(key) ?? '')
    const node = step.slice(step.lastIndexOf('/') + 1)
    if (executionId !== call.executionId || node !== call.parameters['node']) {
      this.#complain('the key of a call tells its step', `${key} in ${call.executionId}`)
      return 0
    }
    if (this.#cancelledBy.get(executionId) === process.name) {
      this.#complain('nothing begins after a cancel was answered', `${step} of ${executionId}`)
    }
    const text = `${executionId} ${step}`
    if ((this.#keys.get(text) ?? key) !== key)
      this.#complain('a repeated call has the key of the first', text)
    this.#keys.set(text, key)
    this.runOf(executionId).beginCall(step, call.attempt)
    const earlier = this.#callsOf.get(key) ?? 0
    this.#count(earlier === 0 ? 'call' : 'repeated call')
    this.#callsOf.set(key, earlier + 1)
    return earlier
  }

  follow(process: { readonly name: string }, executionId: string): () => void {
    const call = { executionId, process: process.name }
    this.#underWay.add(call)
    return () => this.#underWay.delete(call)
  }

  /** What nodes of an execution still do. */
  underWay(executionId: string): readonly Call[] {
    return [...this.#underWay].filter((call) => call.executionId === executionId)
  }

  /** At the end, when everything is through. */
  checkAll(): void {
    for (const id of this.#accepted) {
      if (this.#database.executions.get(id)?.completedAt == null) this.#complain('every run ends', id)
    }
    for (const [id, final] of this.#finals) {
      if (final !== this.#stateOf(id)) this.#complain('a final state never changes', id)
    }
    for (const [id, run] of this.#runs) this.#checkJournal(id, run)
    this.#slots.checkAll()
  }

  #checkJournal(id: string, run: WatchedRun): void {
    const journal = this.#database.journals.get(id) ?? []
    const entries = journal.flatMap(({ steps }) => JSON.parse(steps) as unknown[])
    if (entries.length !== run.entries) this.#complain('the journal is what was committed', id)
    const logs = journal.flatMap(
      (row) => JSON.parse(row.logs) as { message: string; node_id: string | null }[],
    )
    for (const [nodeId, count] of run.cutOffs) {
      const warnings = logs.filter(
        ({ message, node_id }) => node_id === nodeId && message.includes('was interrupted'),
      )
      if (warnings.length < count) this.#complain('a repeated call is told in the log', `${nodeId} of ${id}`)
    }
    const error = JSON.parse(this.#database.executions.get(id)?.error ?? 'null') as { code: string } | null
    if (error?.code === 'INTERNAL_ERROR') this.#complain('no run meets a defect of the engine', id)
    if (error?.code === 'INVALID_WORKFLOW') this.#complain('what is drawn can run', id)
  }

  /** A step that waits for a sub-workflow goes on with exactly what became of that one. */
  #checkChild(run: WatchedRun, entry: JournalEntry): void {
    const wait = run.waitBefore(entry)
    if (wait?.childId === undefined) return
    const child = this.#database.executions.get(wait.childId)
    if ('error' in entry && entry.error?.code === 'TIMED_OUT') return
    const isCompleted = entry.status === 'completed'
    if (child?.status !== (isCompleted ? 'completed' : 'failed')) {
      this.#complain(
        'a step gets the end of its sub-workflow',
        `${entry.status}; that one is ${child?.status}`,
      )
    } else if (isCompleted && JSON.stringify(entry.output) !== child.output) {
      this.#complain('a step gets the output of its sub-workflow', wait.childId)
    }
  }

  /** A run that is parked is found again: by a row for each wait, and by no signal that lies there already. */
  #checkPark(executionId: string, run: WatchedRun): void {
    const waits = run.openWaits()
    for (const { id, event, waitId, at } of this.#database.signals.get(executionId) ?? []) {
      const inTime = waits.filter(({ until }) => until === null || at < until)
      const matching = inTime.find((wait) =>
        waitId === null ? wait.for === 'event' && wait.event === event : wait.waitId === waitId,
      )
      if (matching !== undefined)
        this.#complain('no signal is lost', `${id} came before ${executionId} was parked`)
    }
    for (const { id, executionId: owner } of this.#database.waits.values()) {
      if (owner === executionId && !run.isOpen(id)) {
        this.#complain('a wait that is over leaves no row', `${id} of ${executionId}`)
      }
    }
    for (const { waitId, until } of waits) {
      const row = this.#database.waits.get(waitId)
      if (row?.executionId !== executionId || row.dueAt !== until) {
        this.#complain('what is parked is found again', `no row for the wait ${waitId} of ${executionId}`)
      }
    }
  }

  #checkEnd({ id }: ExecutionRow): void {
    const { waits, signals, executions } = this.#database
    const left = [...waits.values()].some(({ executionId }) => executionId === id)
    if (left || (signals.get(id)?.length ?? 0) > 0) this.#complain('an end leaves no waits and signals', id)
    for (const child of executions.values()) {
      if (child.parent?.executionId === id && child.completedAt === null) {
        this.#complain('a sub-workflow ends with its run at the latest', `${child.id} goes on after ${id}`)
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
