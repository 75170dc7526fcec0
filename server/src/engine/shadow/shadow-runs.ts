import {
  type AccountId,
  type Definition,
  type Execution,
  findVars,
  type JournalEntry,
  type JsonObject,
  MAIN_HANDLE,
} from '#domain/index.ts'
import type { NodeCatalogue, NodeResult, WorkflowStore } from '#ports/index.ts'
import { type CompiledVersion, compileVersionStepwise } from '../compile/compile-version.ts'
import { VersionCache } from '../compile/version-cache.ts'
import type { Attempt } from '../run/attempt.ts'
import { DEFAULT_LIMITS } from '../run/run-limits.ts'
import { type Comparison, compareRuns } from './compare-runs.ts'
import { RecordedRun, toNodeResult } from './recorded-run.ts'
import { type Answer, type PassDeps, ShadowPass } from './shadow-pass.ts'
import { differencesOf, isEqualRequest, requestOf } from './step-request.ts'

export interface ShadowDeps extends Omit<PassDeps, 'limits'> {
  readonly workflows: Pick<WorkflowStore, 'findVersion'>
  /** Node kinds that were created without clients of outside services: they cannot reach any. */
  readonly catalogue: NodeCatalogue
}

/**
 * Why a request has no recorded answer.
 * - `new_node`: the version that ran does not have the node.
 * - `not_requested`: the run did not come to the node, or not in this iteration.
 * - `changed_request`: the node would send something else.
 * - `unanswered`: the run ended before the answer came.
 */
type UnansweredReason = 'new_node' | 'not_requested' | 'changed_request' | 'unanswered'

interface UnansweredRequest {
  readonly nodeId: string
  readonly iteration: string | undefined
  readonly reason: UnansweredReason
  /** For `changed_request`: the parameters that differ. */
  readonly parameters: readonly string[]
}

export interface ShadowRun extends Comparison {
  readonly unanswered: readonly UnansweredRequest[]
  /** True when it was aborted before its end. */
  readonly isAborted: boolean
}

/** The original execution with its journal. */
interface Original {
  readonly execution: Execution
  readonly entries: readonly JournalEntry[]
  /** The variables of the account as they are now: for those that the run did not read. */
  readonly vars?: JsonObject
}

/**
 * Runs a definition on recorded inputs, with recorded answers of the outside world. Pure nodes really run. Everything else
 * is answered from the journal of the original execution if the same step made the same request, and is unanswered
 * otherwise. Nothing is stored.
 */
export class ShadowRuns {
  readonly #deps: ShadowDeps
  readonly #versions: VersionCache

  constructor(deps: ShadowDeps) {
    this.#deps = deps
    this.#versions = new VersionCache(deps)
  }

  compile(account: AccountId, workflowId: string, definition: Definition): Promise<CompiledVersion> {
    const { turns, catalogue } = this.#deps
    return turns.compute(account, compileVersionStepwise({ id: '', workflowId, ...definition }, catalogue))
  }

  async run(
    { execution, entries, vars: current }: Original,
    draft: CompiledVersion,
    signal: AbortSignal,
  ): Promise<ShadowRun> {
    const version = await this.#versions.get(execution.accountId, execution.versionId)
    if (version === undefined) throw new Error(`The version ${execution.versionId} does not exist.`)
    const recorded = new RecordedRun(entries)
    const vars = { ...current, ...findVars(entries) }
    await this.#pass({ execution, version, recorded, vars, signal }, (attempt) => replay(recorded, attempt))
    const unanswered: UnansweredRequest[] = []
    const answers = new ShadowAnswers(recorded, version, (request) => unanswered.push(request))
    // Without the requests of the original run, nothing can be compared.
    const after = signal.aborted
      ? { end: undefined, steps: [] }
      : await this.#pass({ execution, version: draft, recorded, vars, signal }, (attempt) =>
          answers.of(attempt),
        )
    const isAborted = after.end === undefined && (signal.aborted || unanswered.length === 0)
    const isComplete = after.end !== undefined && unanswered.length === 0
    const comparison = compareRuns({ execution, recorded, version }, { ...after, version: draft, isComplete })
    return { ...comparison, unanswered, isAborted }
  }

  #pass(
    request: Omit<ConstructorParameters<typeof ShadowPass>[0], 'answer'>,
    answer: (attempt: Attempt) => Answer,
  ) {
    return new ShadowPass({ ...request, answer }, { ...this.#deps, limits: DEFAULT_LIMITS }).proceed()
  }
}

/** Repeats the original run on its own version. No node runs; this only finds out what each step requested. */
function replay(recorded: RecordedRun, attempt: Attempt): Answer {
  const { key, compiled } = attempt.task
  const step = recorded.find(key)
  if (step === undefined) return undefined
  const isInstant = compiled.kind.isInstant === true
  if (!isInstant) recorded.setRequest(key, requestOf(attempt))
  if (step.opened !== undefined) {
    const { items, concurrency, collectErrors, maxIterations } = step.opened
    const repeat = { ...(items !== undefined && { items }), concurrency, collectErrors, maxIterations }
    return { result: { repeat } }
  }
  if (step.result === undefined) return undefined
  const result = toNodeResult(step.result)
  return isInstant ? { result } : { later: result }
}

/** Decides for each attempt of a shadow run whether its node runs or its answer is taken from the record. */
class ShadowAnswers {
  readonly #recorded: RecordedRun
  readonly #original: CompiledVersion
  readonly #onUnanswered: (request: UnansweredRequest) => void

  constructor(
    recorded: RecordedRun,
    original: CompiledVersion,
    onUnanswered: (request: UnansweredRequest) => void,
  ) {
    this.#recorded = recorded
    this.#original = original
    this.#onUnanswered = onUnanswered
  }

  of(attempt: Attempt): Answer {
    const { kind } = attempt.task.compiled
    if (kind.hasEffect && kind.isComputed !== true) return this.#recordedAnswer(attempt)
    if (kind.opensCredential === true && attempt.credentialId !== undefined)
      return this.#recordedAnswer(attempt)
    if (kind.usesFiles?.(attempt) === true) return this.#recordedAnswer(attempt)
    if (kind.dependsOn !== undefined && this.#isUnchanged(attempt)) return this.#recordedAnswer(attempt)
    const result = kind.run(attempt)
    if (result instanceof Promise) return { later: result.then(toFinal) }
    if ('callWorkflow' in result || 'useState' in result) return this.#recordedAnswer(attempt)
    if (!('wait' in result)) return { result: toFinal(result) }
    // Time passes at once.
    if (result.wait.for === 'timer') {
      return { later: { ok: true, output: attempt.previous, handle: MAIN_HANDLE } }
    }
    return this.#recordedAnswer(attempt)
  }

  #isUnchanged(attempt: Attempt): boolean {
    const { key } = attempt.task
    const request = this.#recorded.requestOf(key)
    return (
      request !== undefined &&
      this.#recorded.find(key)?.result !== undefined &&
      isEqualRequest(request, requestOf(attempt))
    )
  }

  #recordedAnswer(attempt: Attempt): Answer {
    const { key, compiled, iteration } = attempt.task
    const result = this.#recorded.find(key)?.result
    const request = this.#recorded.requestOf(key)
    const parameters = request === undefined ? [] : differencesOf(request, requestOf(attempt))
    const isChanged = request !== undefined && !isEqualRequest(request, requestOf(attempt))
    if (result !== undefined && request !== undefined && !isChanged) {
      return { later: toNodeResult(result) }
    }
    const nodeId = compiled.node.id
    this.#onUnanswered({
      nodeId,
      iteration: iteration.path === '' ? undefined : iteration.path,
      reason: this.#reasonFor(nodeId, request !== undefined, isChanged),
      parameters,
    })
    return undefined
  }

  #reasonFor(nodeId: string, wasRequested: boolean, isChanged: boolean): UnansweredReason {
    if (!this.#original.nodes.has(nodeId)) return 'new_node'
    if (!wasRequested) return 'not_requested'
    return isChanged ? 'changed_request' : 'unanswered'
  }
}

/** Nothing is retried: an attempt that failed would fail again. */
function toFinal(result: NodeResult): NodeResult {
  return 'ok' in result && !result.ok ? { ...result, permanent: true } : result
}
