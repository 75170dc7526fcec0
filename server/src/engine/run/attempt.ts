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

/** What an attempt sees of the run around it. */
export interface AttemptContext {
  readonly account: AccountId
  readonly executionId: string
  now(): number
  log(entry: ExecutionLog): void
  scopeOf(task: Task, now: number): Scope
  describeScope(scope: Scope): JsonObject
  idempotencyKey(task: Task): string
}

/** One attempt of one step. What goes wrong inside of the node is data from here on. */
export class Attempt implements NodeCall {
  readonly task: Task
  readonly attempt: number
  readonly timeoutMs: number
  readonly now: number
  parameters: JsonObject = NOTHING
  readonly #home: AttemptContext
  #previous: JsonValue | undefined
  #scope: Scope | undefined
  #controller: AbortController | undefined

  constructor(home: AttemptContext, task: Task, attempt: number, timeoutMs: number, now: number) {
    this.#home = home
    this.task = task
    this.attempt = attempt
    this.timeoutMs = timeoutMs
    this.now = now
  }

  /** Most kinds answer at once, and then so does this: to wait for nothing would cost more than such a node. */
  run(): NodeResult | Promise<NodeResult> {
    const { node, kind, parameters, validator, handleWhenDisabled } = this.task.compiled
    if (node.disabled) return { ok: true, output: this.previous, handle: handleWhenDisabled }
    try {
      this.#scope = this.#home.scopeOf(this.task, this.now)
      this.parameters = parameters.evaluate(this.#scope)
      if (!validator.Check(this.parameters)) {
        const { message } = describeMismatch(validator, this.parameters)
        return fail('INVALID_PARAMETERS', capitalise(message))
      }
    } catch (error) {
      if (error instanceof ExpressionError) return fail('EXPRESSION_FAILED', error.message)
      throw error
    }
    return kind.run(this)
  }

  /** What the attempt would do is of no use any more. */
  abort(reason: string): void {
    this.#controller ??= new AbortController()
    this.#controller.abort(new DOMException(reason, 'AbortError'))
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
    return this.#home.account
  }

  get executionId(): string {
    return this.#home.executionId
  }

  get credentialId(): string | undefined {
    return this.task.compiled.node.credentialId
  }

  // Node kinds take the call apart, so what they take must not depend on `this`; and most take nothing.

  get inputs(): NodeCall['inputs'] {
    return () => this.task.iteration.state.inputsOf(this.task.compiled.node.id)
  }

  get scope(): NodeCall['scope'] {
    return () => this.#home.describeScope(this.#scope ?? this.#home.scopeOf(this.task, this.now))
  }

  get idempotencyKey(): NodeCall['idempotencyKey'] {
    return () => this.#home.idempotencyKey(this.task)
  }

  get log(): NodeCall['log'] {
    return (level, message, data) => {
      const entry = { at: this.#home.now(), level, message, node_id: this.task.compiled.node.id }
      this.#home.log(data === undefined ? entry : { ...entry, data })
    }
  }
}

/** The same parameters would fail the same way. */
function fail(code: string, message: string): NodeFailed {
  return { ok: false, code, message, permanent: true }
}

function capitalise(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

const NOTHING: JsonObject = {}
