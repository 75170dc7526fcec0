import {
  type JournalEntry,
  type JsonObject,
  type NewExecution,
  NotStorable,
  openedOn,
  type OpenExecution,
} from '#domain/index.ts'
import type { Checkpoint, CheckpointResult, ExecutionIntake, Scheduler } from '#ports/index.ts'
import type { CompiledVersion } from '../compile/compile-version.ts'
import { type EndedExecution, endedBy } from '../run/endings.ts'
import { Run } from '../run/run.ts'
import type { RunDeps } from '../run/run-context.ts'
import type { RunOutcome } from '../run/run-exit.ts'
import type { RunRegistry } from './run-registry.ts'

/**
 * How long a run of an awaited execution goes on before the execution is stored. If it ends earlier, it is stored together with
 * its end.
 */
const UNSTORED_MS = 20

/** How an early run was stored. Undefined: the account has no such workflow. */
export type EarlyAcceptance =
  /** It runs on. */
  | { readonly kind: 'running' }
  | { readonly kind: 'ended'; readonly ended: EndedExecution; readonly journal: readonly JournalEntry[] }
  /** The workflow has a newer version: this run is discarded, and the execution is due. */
  | { readonly kind: 'due'; readonly open: OpenExecution }

export interface EarlyRunsDeps {
  readonly intake: Pick<ExecutionIntake, 'accept' | 'acceptWith'>
  readonly scheduler: Scheduler
  readonly runDeps: RunDeps
  readonly registry: RunRegistry
  /** Lets a run of the registry proceed, handles how it leaves the process, and removes it from the registry. Never rejects. */
  supervise(id: string, proceed: () => Promise<RunOutcome | undefined>): Promise<void>
}

/**
 * Starts runs before their execution is stored, and stores it together with the first checkpoint: with the entry that the first
 * effect starts, or with the end. Nothing of a run is visible outside before that, as with an inline run.
 */
export class EarlyRuns {
  readonly #deps: EarlyRunsDeps
  readonly #unstored = new Set<Run>()
  readonly #inProgress = new Set<Promise<void>>()

  constructor(deps: EarlyRunsDeps) {
    this.#deps = deps
  }

  /**
   * Resolves when the execution is durable. `isAwaited`: the caller waits for the end anyway, so it may be stored somewhat later.
   */
  begin(
    execution: NewExecution,
    version: CompiledVersion,
    vars: JsonObject,
    isAwaited: boolean,
  ): Promise<EarlyAcceptance | undefined> {
    const { registry, runDeps, scheduler, supervise } = this.#deps
    const { id } = execution
    const open = openedOn(execution, version.id)
    const stored = Promise.withResolvers<EarlyAcceptance | undefined>()
    const journal = new EarlyJournal(open, execution, this.#deps)
    const run = new Run(open, version, { ...runDeps, journal }, vars)
    journal.onStored = (acceptance) => {
      cancelTimer?.()
      this.#unstored.delete(run)
      // Only from now on: others look for the runs of the registry in the store.
      if (acceptance?.kind === 'running') registry.setRun(id, run)
      else if (acceptance?.kind !== 'ended') run.abandon()
      stored.resolve(acceptance)
    }
    journal.onFailure = (error) => {
      cancelTimer?.()
      this.#unstored.delete(run)
      stored.reject(error)
    }
    registry.begin(id)
    this.#unstored.add(run)
    const progress = supervise(id, async () => {
      const outcome = await run.proceed()
      // It was abandoned before it had written anything.
      journal.store()
      return (await journal.isOurs) ? outcome : undefined
    }).finally(() => this.#inProgress.delete(progress))
    this.#inProgress.add(progress)
    const cancelTimer = isAwaited ? scheduler.after(UNSTORED_MS, () => journal.store()) : undefined
    if (!isAwaited) journal.store()
    return stored.promise
  }

  /** Runs that are not stored yet start nothing more. Resolves when all that began early have left the process. */
  async stop(): Promise<void> {
    for (const run of this.#unstored) run.stop()
    await Promise.all(this.#inProgress)
  }
}

/** Stores the execution with its first checkpoint, or before if asked to. */
class EarlyJournal {
  onStored: (acceptance: EarlyAcceptance | undefined) => void = () => undefined
  onFailure: (error: unknown) => void = () => undefined
  readonly #open: OpenExecution
  readonly #execution: NewExecution
  readonly #deps: EarlyRunsDeps
  #isOurs: Promise<boolean> | undefined

  constructor(open: OpenExecution, execution: NewExecution, deps: EarlyRunsDeps) {
    this.#open = open
    this.#execution = execution
    this.#deps = deps
  }

  /** Whether the execution is stored and this run is the one that continues it; undefined until it is being stored. */
  get isOurs(): Promise<boolean> | undefined {
    return this.#isOurs
  }

  signals: RunDeps['journal']['signals'] = (id) => this.#deps.runDeps.journal.signals(id)

  async checkpoint(checkpoint: Checkpoint): Promise<CheckpointResult> {
    if (this.#isOurs !== undefined) {
      return (await this.#isOurs) ? this.#deps.runDeps.journal.checkpoint(checkpoint) : 'lost'
    }
    const { intake } = this.#deps
    let refusal: NotStorable | undefined
    const { versionId } = this.#open
    const written = intake.acceptWith(this.#execution, versionId, checkpoint).catch((error: unknown) => {
      if (!(error instanceof NotStorable)) throw error
      // The execution is stored without it, and the run ends with the reason.
      refusal = error
      return intake.accept(this.#execution)
    })
    const isOurs = await this.#settle(written, checkpoint)
    if (isOurs && refusal !== undefined) throw refusal
    return isOurs ? 'committed' : 'lost'
  }

  store(): void {
    if (this.#isOurs !== undefined) return
    const { intake } = this.#deps
    const { turns } = this.#deps.runDeps
    // Writing a large input as text may take as long as the first slice of the run.
    const written = turns.afterSlice(this.#execution.accountId, () => intake.accept(this.#execution))
    this.#settle(written).catch(() => undefined)
  }

  #settle(written: Promise<OpenExecution | 'stored' | undefined>, checkpoint?: Checkpoint): Promise<boolean> {
    this.#isOurs = written.then(
      (result) => {
        const acceptance = this.#judge(result, checkpoint)
        this.onStored(acceptance)
        return acceptance !== undefined && acceptance.kind !== 'due'
      },
      (error: unknown) => {
        this.onFailure(error)
        throw error
      },
    )
    return this.#isOurs
  }

  #judge(
    result: OpenExecution | 'stored' | undefined,
    checkpoint: Checkpoint | undefined,
  ): EarlyAcceptance | undefined {
    if (result === undefined) return undefined
    if (result !== 'stored' && result.versionId !== this.#open.versionId) return { kind: 'due', open: result }
    if (result !== 'stored' || checkpoint?.next.kind !== 'end') return { kind: 'running' }
    const { next, logs, steps } = checkpoint
    return { kind: 'ended', ended: endedBy(this.#open, next, logs), journal: steps }
  }
}
