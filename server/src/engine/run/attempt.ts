import {
  type AccountId,
  describeMismatch,
  type ExecutionLog,
  type JsonObject,
  type JsonValue,
} from '#domain/index.ts'
import { ExpressionError, type Scope } from '@millrace/expressions'
import type { NodeCall, NodeFailed, NodeResult } from '#ports/index.ts'
import type { Task } from '../replay/plan.ts'
import { TimeLimit } from './time-limit.ts'

/** What an attempt needs of its run. */
export interface AttemptContext {
  readonly account: AccountId
  readonly executionId: string
  now(): number
  log(entry: ExecutionLog): void
  scopeOf(task: Task, now: number): Scope
  describeScope(scope: Scope): JsonObject
  idempotencyKey(task: Task): string
  /** What is wrong with the size of evaluated parameters; undefined if nothing is. */
  findExcess(parameters: JsonObject): string | undefined
  perform(attempt: Attempt): NodeResult | Promise<NodeResult>
  /** Whether others should have their turn before more is computed. */
  isSliceOver(): boolean
  /** Computes something when it is the turn of the run again. */
  computeLater<T>(task: Task, compute: () => T): Promise<T>
}

/** One attempt of one step. Failures of the node become data here. */
export class Attempt implements NodeCall {
  readonly task: Task
  readonly attempt: number
  readonly timeoutMs: number
  readonly now: number
  parameters: JsonObject = NOTHING
  readonly #context: AttemptContext
  #previous: JsonValue | undefined
  #scope: Scope | undefined
  #controller: AbortController | undefined
  #timeLimit: TimeLimit | undefined

  constructor(
    context: AttemptContext,
    task: Task,
    {
      attempt,
      timeoutMs,
      now,
    }: { readonly attempt: number; readonly timeoutMs: number; readonly now: number },
  ) {
    this.#context = context
    this.task = task
    this.attempt = attempt
    this.timeoutMs = timeoutMs
    this.now = now
  }

  /** Synchronous when the node is: awaiting would cost more than most nodes take. */
  run(): NodeResult | Promise<NodeResult> {
    const { node, parameters, handleWhenDisabled } = this.task.compiled
    if (node.disabled) return { ok: true, output: this.previous, handle: handleWhenDisabled }
    this.#scope = this.#context.scopeOf(this.task, this.now)
    const steps = parameters.evaluateStepwise?.(this.#scope)
    if (steps !== undefined) return this.#evaluate(steps) ?? this.#continueLater(steps)
    try {
      this.parameters = parameters.evaluate(this.#scope)
    } catch (error) {
      return failedExpression(error)
    }
    return this.#performChecked()
  }

  /** Evaluates parameters until all are known and the node can run. Undefined when the slice is over before that. */
  #evaluate(steps: Generator<undefined, JsonObject>): NodeResult | Promise<NodeResult> | undefined {
    try {
      const evaluated = this.#computeSlice(steps)
      if (!evaluated.isDone) return undefined
      this.parameters = evaluated.value
    } catch (error) {
      return failedExpression(error)
    }
    return this.#performChecked()
  }

  async #continueLater(steps: Generator<undefined, JsonObject>): Promise<NodeResult> {
    for (;;) {
      const result = await this.#context.computeLater(this.task, () => {
        this.#controller?.signal.throwIfAborted()
        return this.#evaluate(steps)
      })
      if (result !== undefined) return result
    }
  }

  #computeSlice<T>(work: Generator<undefined, T>): Slice<T> {
    for (;;) {
      const { done, value } = work.next()
      if (done === true) return { isDone: true, value }
      if (this.#context.isSliceOver()) return UNFINISHED
    }
  }

  async #computeLater<T>(work: Generator<undefined, T>): Promise<T> {
    for (;;) {
      const result = await this.#context.computeLater(this.task, () => {
        this.#controller?.signal.throwIfAborted()
        return this.#computeSlice(work)
      })
      if (result.isDone) return result.value
    }
  }

  #performChecked(): NodeResult | Promise<NodeResult> {
    const { validator, node } = this.task.compiled
    // The text of a definition is bounded, and with it parameters without expressions.
    const excess = this.parameters === node.data ? undefined : this.#context.findExcess(this.parameters)
    if (excess !== undefined) return fail('PARAMETERS_TOO_LARGE', excess)
    if (validator.Check(this.parameters)) return this.#context.perform(this)
    const { message } = describeMismatch(validator, this.parameters)
    return fail('INVALID_PARAMETERS', capitalise(message))
  }

  /** Aborts the attempt: its result is no longer needed. */
  abort(reason: string): void {
    this.#controller ??= new AbortController()
    this.#controller.abort(new DOMException(reason, 'AbortError'))
  }

  get timeLimit(): TimeLimit {
    this.#timeLimit ??= new TimeLimit(this.timeoutMs, () => this.#context.now())
    return this.#timeLimit
  }

  get previous(): JsonValue {
    this.#previous ??= this.task.iteration.state.previousOf(this.task.compiled.node.id)
    return this.#previous
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    return this.#controller.signal
  }

  get account(): AccountId {
    return this.#context.account
  }

  get executionId(): string {
    return this.#context.executionId
  }

  get credentialId(): string | undefined {
    return this.task.compiled.node.credentialId
  }

  // Getters that return functions: node kinds destructure the call, so its methods must not depend on `this`.

  get inputs(): NodeCall['inputs'] {
    return () => this.task.iteration.state.inputsOf(this.task.compiled.node.id)
  }

  get scope(): NodeCall['scope'] {
    return () => this.#context.describeScope(this.#scope ?? this.#context.scopeOf(this.task, this.now))
  }

  get idempotencyKey(): NodeCall['idempotencyKey'] {
    return () => this.#context.idempotencyKey(this.task)
  }

  get suspendTimeout(): NodeCall['suspendTimeout'] {
    return () => this.timeLimit.suspend()
  }

  get compute(): NodeCall['compute'] {
    return <T>(work: Generator<undefined, T>) => {
      const result = this.#computeSlice(work)
      return result.isDone ? result.value : this.#computeLater(work)
    }
  }

  get log(): NodeCall['log'] {
    return (level, message, data) => {
      const entry = { at: this.#context.now(), level, message, node_id: this.task.compiled.node.id }
      this.#context.log(data === undefined ? entry : { ...entry, data })
    }
  }
}

/** Permanent: the same parameters would fail the same way. */
function fail(code: string, message: string): NodeFailed {
  return { ok: false, code, message, permanent: true }
}

function failedExpression(error: unknown): NodeFailed {
  if (error instanceof ExpressionError) return fail('EXPRESSION_FAILED', error.message)
  throw error
}

function capitalise(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

const NOTHING: JsonObject = {}

/** What a slice has computed. */
type Slice<T> = { readonly isDone: true; readonly value: T } | { readonly isDone: false }

const UNFINISHED = { isDone: false } as const
