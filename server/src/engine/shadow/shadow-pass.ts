import {
  type Execution,
  isResult,
  type JournalEntry,
  type JsonObject,
  openedOn,
  type StepRecord,
  UNOWNED,
} from '#domain/index.ts'
import type { Checkpoint, ExecutionEnd, Ids, Log, NodeResult, Scheduler, WaitLinks } from '#ports/index.ts'
import type { CompiledVersion } from '../compile/compile-version.ts'
import type { Task } from '../replay/plan.ts'
import type { Attempt } from '../run/attempt.ts'
import { Run } from '../run/run.ts'
import type { Performer, RunDeps } from '../run/run-context.ts'
import type { RunLimits } from '../run/run-limits.ts'
import type { Turns } from '../turns/turns.ts'
import { PassTurns } from './pass-turns.ts'
import { RecordedOrder } from './recorded-order.ts'
import type { RecordedRun } from './recorded-run.ts'

/** No store, no queue, no catalogue: a pass can write nothing and reach nothing. */
export interface PassDeps {
  readonly scheduler: Pick<Scheduler, 'after'>
  readonly ids: Ids
  readonly links: WaitLinks
  readonly log: Log
  readonly limits: RunLimits
  readonly turns: Turns
}

/**
 * What an attempt results in: a result at once, one that took time and comes in the recorded order, or none that is known.
 */
export type Answer =
  | { readonly result: NodeResult }
  | { readonly later: NodeResult | Promise<NodeResult> }
  | undefined

export interface PassRequest {
  readonly execution: Execution
  readonly version: CompiledVersion
  readonly recorded: RecordedRun
  /** The variables of the account. */
  readonly vars: JsonObject
  answer(attempt: Attempt): Answer
  readonly signal: AbortSignal
}

export interface PassResult {
  /** Undefined when the run did not come to an end: a step has no answer, or the pass was aborted. */
  readonly end: ExecutionEnd | undefined
  /** Results, in the order in which they came. */
  readonly steps: readonly StepRecord[]
}

/**
 * One pass of a recorded execution through a version, in memory. The interpreter is that of real runs; results come from
 * `answer`. A step without an answer stays open, and with it everything that depends on it.
 */
export class ShadowPass implements Performer {
  readonly #request: PassRequest
  readonly #order: RecordedOrder
  readonly #run: Run
  readonly #steps: JournalEntry[] = []
  #end: ExecutionEnd | undefined
  #now: number
  #isStopping = false
  #hasUnanswered = false

  constructor(request: PassRequest, deps: PassDeps) {
    const { execution, version, vars } = request
    this.#request = request
    this.#now = execution.startedAt
    const turns = new PassTurns(deps.turns)
    this.#order = new RecordedOrder({
      turn: async () => {
        do await new Promise<void>((resolve) => void deps.scheduler.after(0, resolve))
        while (turns.isAwaited)
      },
      onIdle: () => {
        if (this.#hasUnanswered) this.#stop()
      },
    })
    const open = openedOn({ ...execution, owner: UNOWNED, trigger: 'api' }, version.id)
    const runDeps: RunDeps = {
      journal: {
        checkpoint: async (checkpoint) => this.#record(checkpoint),
        signals: async () => ({ signals: [], signalSequence: 0 }),
      },
      workflows: { currentVersion: async () => undefined, testVersion: async () => undefined },
      clock: { now: () => this.#now },
      // Time stands still, so that nothing times out. Only stopping the run needs a timer, and that is due at once.
      scheduler: {
        after: (_ms, callback) => {
          if (this.#isStopping) callback()
          return () => undefined
        },
        every: () => () => undefined,
      },
      ids: deps.ids,
      links: deps.links,
      log: deps.log,
      // Steps without an answer stay open, and must not keep others from starting.
      limits: { ...deps.limits, parallel: deps.limits.steps },
      turns,
      clockWatch: { corrections: 0, aheadAt: () => 0 },
      performer: this,
      onChildren: () => undefined,
      onProgress: () => undefined,
    }
    this.#run = new Run(open, version, runDeps, vars)
  }

  async proceed(): Promise<PassResult> {
    const { signal } = this.#request
    const stop = () => this.#stop()
    signal.addEventListener('abort', stop, { once: true })
    try {
      if (signal.aborted) stop()
      await this.#run.proceed()
    } finally {
      signal.removeEventListener('abort', stop)
    }
    return { end: this.#end, steps: this.#steps.filter(isResult) }
  }

  startOf({ key }: Task): number | undefined {
    const startedAt = this.#request.recorded.find(key)?.startedAt
    if (startedAt !== undefined) this.#now = Math.max(this.#now, startedAt)
    return startedAt
  }

  perform(attempt: Attempt): NodeResult | Promise<NodeResult> {
    const { answer, recorded } = this.#request
    const answered = answer(attempt)
    if (answered === undefined) {
      this.#hasUnanswered = true
      this.#order.start()
      return new Promise(() => undefined)
    }
    if ('result' in answered) return answered.result
    const step = recorded.find(attempt.task.key)
    return this.#order.take(step?.position ?? -1, answered.later).then((result) => {
      this.#now = Math.max(this.#now, step?.result?.endedAt ?? 0)
      return result
    })
  }

  #record({ steps, next }: Checkpoint): 'committed' {
    this.#steps.push(...steps)
    if (next.kind === 'end') this.#end = next
    return 'committed'
  }

  #stop(): void {
    if (this.#isStopping) return
    this.#isStopping = true
    this.#run.stop()
  }
}
