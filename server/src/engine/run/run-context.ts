import {
  findVars,
  type JsonObject,
  type NewExecutionOnVersion,
  type OpenExecution,
  ParameterSizes,
} from '#domain/index.ts'
import type { ExecutionError, LogLevel } from '@millrace/contract/execution.ts'
import type {
  Clock,
  ExecutionJournal,
  Ids,
  Log,
  NodeResult,
  Scheduler,
  WaitLinks,
  WorkflowStore,
} from '#ports/index.ts'
import type { Attempt } from './attempt.ts'
import { Checkpoints } from './checkpoints.ts'
import type { CompiledVersion } from '../compile/compile-version.ts'
import { NO_VARS } from '../compile/variable-reads.ts'
import type { RunLimits } from './run-limits.ts'
import { linksSeenFrom, waitIdOf } from './linked-waits.ts'
import { findOpenChildren } from '../replay/open-children.ts'
import { Plan, type Task } from '../replay/plan.ts'
import { RunScope } from './run-scope.ts'
import type { Step } from './active-step.ts'
import type { RunTurns } from '../turns/turns.ts'
import type { Suspects } from '../turns/suspects.ts'
import { WaitingSteps } from './waiting-steps.ts'

/** Decides what steps result in, for runs that are computed from a record. */
export interface Performer {
  /** When the step starts; undefined: now. */
  startOf(task: Task): number | undefined
  /** Performs an attempt whose parameters are evaluated and valid. */
  perform(attempt: Attempt): NodeResult | Promise<NodeResult>
}

/** What a run has to know about a clock that was ahead and was corrected. */
interface ClockCorrections {
  /** How many were noticed. */
  readonly corrections: number
  /** How far ahead the clock was at that time; 0 for a time before the present. */
  aheadAt(time: number): number
}

export interface RunDeps {
  readonly journal: Pick<ExecutionJournal, 'checkpoint' | 'signals'>
  readonly workflows: Pick<WorkflowStore, 'currentVersion' | 'testVersion'>
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly ids: Ids
  readonly links: WaitLinks
  readonly log: Log
  readonly limits: RunLimits
  readonly turns: RunTurns
  /** Told when the run stops and starts to compute. */
  readonly suspects?: Pick<Suspects, 'has' | 'pause' | 'resume'>
  readonly clockWatch: ClockCorrections
  /** Takes the part of the node kinds; by default, they run themselves. */
  readonly performer?: Performer
  /** Called with the sub-workflows that a checkpoint has started. */
  onChildren(children: readonly NewExecutionOnVersion[]): void
  /** Called after each checkpoint. */
  onProgress(executionId: string): void
}

interface ReachedLimit {
  readonly message: string
  readonly endedAt: string | null
}

/** What the modules of one run share. */
export class RunContext {
  readonly open: OpenExecution
  readonly version: CompiledVersion
  readonly deps: RunDeps
  readonly plan: Plan
  readonly scope: RunScope
  readonly checkpoints: Checkpoints
  readonly waiting: WaitingSteps
  readonly parameterSizes = new ParameterSizes()
  /** Steps with an attempt in flight. */
  readonly inFlight = new Set<Step>()
  /** Sub-workflows that may be open, including those nothing waits for any more: they end with the run at the latest. */
  readonly children: Set<string>
  /** The node that was computed last; null: none so far. */
  computingAt: string | null = null
  #failure: ExecutionError | undefined
  #limit: ReachedLimit | undefined
  #latest = 0

  constructor(open: OpenExecution, version: CompiledVersion, deps: RunDeps, vars: JsonObject) {
    this.open = open
    this.version = version
    this.deps = deps
    this.plan = new Plan(version, open)
    this.scope = new RunScope({
      open,
      version,
      plan: this.plan,
      vars,
      linksFrom: (iteration) =>
        linksSeenFrom(iteration, version, (key, kind) =>
          deps.links.of({ executionId: open.id, waitId: waitIdOf(deps.ids, open.id, key), kind }),
        ),
    })
    const isRecorded = version.vars === NO_VARS || findVars(open.steps) !== undefined
    this.checkpoints = new Checkpoints(deps.journal, open, deps.clock, isRecorded ? undefined : vars)
    this.waiting = new WaitingSteps(open.signals)
    this.children = findOpenChildren(open.steps)
  }

  now(): number {
    this.#latest = this.deps.clock.now()
    return this.#latest
  }

  /** The last value of `now()`, for what follows immediately. */
  get latest(): number {
    return this.#latest
  }

  log(level: LogLevel, message: string, step?: Step): void {
    this.checkpoints.addLog({ at: this.now(), level, message, node_id: step?.nodeId ?? null })
  }

  /** The failure of the run; undefined while it has not failed. */
  get failure(): ExecutionError | undefined {
    return this.#failure
  }

  /** The limit that the run failed at; undefined if it has not, or has failed otherwise. */
  get limit(): ReachedLimit | undefined {
    return this.#limit
  }

  /**
   * The run fails as a whole, whichever step it had come to. The log says so, with `endedAt`, the node that it had come to. The entry
   * is added with the end: if the process ended before, the run would reach the limit again, and log it twice.
   */
  failAtLimit(code: string, message: string, nodeId: string | null, endedAt: string | null): void {
    if (this.#failure !== undefined) return
    this.fail(code, message, nodeId)
    this.#limit = { message, endedAt }
  }

  /** Only the first failure is recorded. */
  fail(code: string, message: string, nodeId: string | null): void {
    this.#failure ??= { code, message, node_id: nodeId }
  }
}
