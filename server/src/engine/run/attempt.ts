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
  perform(attempt: Attempt): NodeResult | Promise<NodeResult>
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
    const { node, parameters, validator, handleWhenDisabled } = this.task.compiled
    if (node.disabled) return { ok: true, output: this.previous, handle: handleWhenDisabled }
    try {
      this.#scope = this.#context.scopeOf(this.task, this.now)
      this.parameters = parameters.evaluate(this.#scope)
      if (!validator.Check(this.parameters)) {
        const { message } = describeMismatch(validator, this.parameters)
        return fail('INVALID_PARAMETERS', capitalise(message))
      }
    } catch (error) {
      if (error instanceof ExpressionError) return fail('EXPRESSION_FAILED', error.message)
      throw error
    }
    return this.#context.perform(this)
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

function capitalise(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

const NOTHING: JsonObject = {}
