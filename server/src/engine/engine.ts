import type { AccountId } from '#domain/account.ts'
import type { GraphProblem } from '#domain/graph/graph.ts'
import type { JsonObject } from '#domain/json.ts'
import type { Definition } from '#domain/workflow.ts'
import type { Clock } from '#ports/clock.ts'
import type { Checkpoint, ExecutionStore, OpenExecution, RunnerStore } from '#ports/execution-store.ts'
import type { Ids } from '#ports/ids.ts'
import type { Log } from '#ports/log.ts'
import type { NodeCatalogue } from '#ports/node-kind.ts'
import type { Scheduler } from '#ports/scheduler.ts'
import type { Transaction } from '#ports/transaction.ts'
import type { Wakeup, Wakeups } from '#ports/wakeups.ts'
import type { WorkflowStore } from '#ports/workflow-store.ts'
import { advance, failUnexpectedly } from './advance.ts'
import { type CompiledVersion, compileVersion } from './compile-version.ts'
import { EndWatch } from './end-watch.ts'
import { Recovery } from './recovery.ts'
import { VersionCache } from './version-cache.ts'

export interface EngineParts {
  readonly executions: ExecutionStore
  readonly workflows: WorkflowStore
  readonly runners: RunnerStore
  readonly wakeups: Wakeups
  readonly catalogue: NodeCatalogue
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly ids: Ids
  readonly log: Log
  /** True when no other process can run executions of this store: then all open ones are ours from the start. */
  readonly alone: boolean
}

const RETRY_AFTER_FAILURE_MS = 1_000

/**
 * accept → advance → finish.
 *
 * 1. Accepted is durable: `accept` resolves after the commit.
 * 2. Every write carries the owner's token and the expected sequence; a lost race writes nothing.
 * 3. An execution that could not be advanced stays in the store as it was and is tried again.
 */
export class Engine {
  readonly owner: string
  readonly #parts: EngineParts
  readonly #versions: VersionCache
  readonly #ends: EndWatch
  readonly #recovery: Recovery
  readonly #underWay = new Set<string>()

  constructor(parts: EngineParts) {
    this.#parts = parts
    this.owner = parts.ids.next(parts.clock.now())
    this.#versions = new VersionCache(parts.workflows, parts.catalogue)
    this.#ends = new EndWatch(parts.scheduler)
    this.#recovery = new Recovery({
      ...parts,
      owner: this.owner,
      wake: (id) => parts.wakeups.send({ id }),
      isKnown: (id) => this.#underWay.has(id),
    })
  }

  /** Begins to run what is due, and takes up what earlier processes left. */
  async start(): Promise<void> {
    this.#parts.wakeups.start((wakeup) => this.#handle(wakeup))
    await this.#recovery.start()
  }

  /** Begins nothing new; resolves when what is under way is written. What is left is taken up by the next process. */
  async stop(): Promise<void> {
    await this.#recovery.stop()
    await this.#parts.wakeups.stop()
    await this.#recovery.leave()
  }

  /** Undefined when the account has no such workflow. Call `wake` once the transaction is committed. */
  accept(
    wanted: { account: AccountId; workflowId: string; input: JsonObject },
    tx?: Transaction,
  ): Promise<OpenExecution | undefined> {
    const startedAt = this.#parts.clock.now()
    return this.#parts.executions.accept(
      {
        id: this.#parts.ids.next(startedAt),
        accountId: wanted.account,
        workflowId: wanted.workflowId,
        startedAt,
        input: wanted.input,
        owner: this.owner,
      },
      tx,
    )
  }

  /** Everything that would keep a definition from running. */
  check(definition: Definition): readonly GraphProblem[] {
    return compileVersion({ id: '', workflowId: '', ...definition }, this.#parts.catalogue).problems
  }

  wake(accepted: OpenExecution): void {
    this.#parts.wakeups.send({ id: accepted.id, fresh: accepted })
  }

  /** Resolves when the execution ended here, the time is over, or the signal fires. The caller reads what became of it. */
  waitForEnd(executionId: string, ms: number, signal: AbortSignal): Promise<void> {
    return this.#ends.wait(executionId, ms, signal)
  }

  /** Nobody waits any longer than this: called when the process begins to stop. */
  releaseWaiting(): void {
    this.#ends.releaseAll()
  }

  async #handle(wakeup: Wakeup): Promise<void> {
    if (this.#underWay.has(wakeup.id)) return
    this.#underWay.add(wakeup.id)
    try {
      await this.#advance(wakeup)
    } catch (error) {
      this.#parts.log.error(
        { err: error, execution_id: wakeup.id },
        'an execution could not be advanced; it will be tried again',
      )
      this.#parts.scheduler.after(RETRY_AFTER_FAILURE_MS, () => this.#parts.wakeups.send({ id: wakeup.id }))
    } finally {
      this.#underWay.delete(wakeup.id)
    }
  }

  async #advance(wakeup: Wakeup): Promise<void> {
    const { executions, log } = this.#parts
    const open = wakeup.fresh ?? (await executions.load(wakeup.id, this.owner))
    if (open === undefined) return
    const version =
      this.#versions.peek(open.versionId) ?? (await this.#versions.get(open.accountId, open.versionId))
    if (version === undefined) throw new Error(`The version ${open.versionId} is gone.`)
    const written = await executions.checkpoint(await this.#advanceOrFail(open, version))
    if (written === 'lost')
      log.warn({ execution_id: open.id }, 'an execution was taken over by another process')
    this.#ends.notify(open.id)
  }

  /** A bug of ours would come again with every try: the run ends as failed, and the log tells what to mend. */
  async #advanceOrFail(open: OpenExecution, version: CompiledVersion): Promise<Checkpoint> {
    const { clock, log } = this.#parts
    try {
      return await advance(open, version, clock)
    } catch (error) {
      log.error({ err: error, execution_id: open.id }, 'an execution met a defect of the engine')
      return failUnexpectedly(open, clock)
    }
  }
}
