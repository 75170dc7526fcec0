/** Evaluates expressions on recorded data. Pure: it runs in a worker, in the page and in tests. */
import {
  compileCondition,
  compileTemplate,
  compileValue,
  ExpressionError,
  type ExpressionProblem,
  type Scope,
} from '@millrace/expressions'
import { nodeKey, type JsonValue, type ScopePosition } from './scope-position.ts'

/** The recorded data of one run. */
export interface RecordedRun {
  readonly executionId: string
  readonly startedAt: string
  readonly triggerNodeId: string | null
  readonly input: JsonValue
  /** By node id. */
  readonly outputs: Readonly<Record<string, JsonValue>>
  /** Ids of nodes whose output is too large; `input` for the input. */
  readonly leftOut: readonly string[]
}

/** `template`: a text with `{{ }}`. `condition`: an expression with or without brackets. */
export type ExpressionMode = 'template' | 'condition'

export interface Compiled {
  /** Ids or names in `nodes["…"]`. */
  readonly nodes: readonly string[]
  readonly names: readonly string[]
  readonly constant: boolean
  evaluate(scope: Scope): JsonValue
}

export type CompileResult =
  | { readonly ok: true; readonly compiled: Compiled }
  | { readonly ok: false; readonly problems: readonly ExpressionProblem[] }

export function compile(text: string, mode: ExpressionMode): CompileResult {
  if (mode === 'condition') {
    const result = compileCondition(text)
    return result.ok
      ? { ok: true, compiled: describe(result.condition) }
      : { ok: false, problems: result.errors }
  }
  const result = compileTemplate(text)
  return result.ok
    ? { ok: true, compiled: describe(result.template) }
    : { ok: false, problems: result.errors }
}

interface Evaluable {
  readonly constant: boolean
  readonly references: { readonly nodes: readonly string[]; readonly names: readonly string[] }
  evaluate(scope: Scope): JsonValue
}

function describe({ constant, references, evaluate }: Evaluable): Compiled {
  return { constant, nodes: references.nodes, names: references.names, evaluate: (scope) => evaluate(scope) }
}

export interface IterationData {
  readonly scope: Scope
  /** Position in the list of the loop around the node; undefined outside of loops. */
  readonly index: number | undefined
  readonly of: number | undefined
}

/** The scopes of a node in one run: one per item if the node is in a `for_each`, otherwise one. */
export class RunData {
  readonly #position: ScopePosition
  readonly #run: RecordedRun
  #list: readonly JsonValue[] | undefined

  constructor(position: ScopePosition, run: RecordedRun) {
    this.#position = position
    this.#run = run
  }

  /** The items of the loop around the node; undefined if there is no loop, or if its list is not known. */
  get items(): readonly JsonValue[] | undefined {
    const { loop } = this.#position
    if (loop?.items === undefined) return undefined
    this.#list ??= this.#readItems(loop.items, loop.at)
    return this.#list
  }

  at(index?: number): IterationData {
    const { items } = this
    if (items === undefined)
      return { scope: this.#scope(undefined, undefined), index: undefined, of: undefined }
    // Outputs inside of a loop are those of its last iteration.
    const chosen = Math.min(index ?? items.length - 1, items.length - 1)
    return { scope: this.#scope(items[chosen], Math.max(0, chosen)), index: chosen, of: items.length }
  }

  outputOf(nodeId: string): JsonValue | undefined {
    const pinned = this.#position.pinned[nodeId]
    if (pinned !== undefined) return pinned
    const { outputs, triggerNodeId, input } = this.#run
    return Object.hasOwn(outputs, nodeId) ? outputs[nodeId] : nodeId === triggerNodeId ? input : undefined
  }

  /** Whether the run came as far as this node, as far as the recorded data shows. */
  get isReached(): boolean {
    const { incoming, loop } = this.#position
    if (incoming.length === 0) return true
    return incoming.some(({ source }) => source === loop?.id || this.outputOf(source) !== undefined)
  }

  /** Names of nodes that a compiled expression reads and that have no recorded output. */
  missing({ nodes, names }: Compiled): readonly string[] {
    const position = this.#position
    const { leftOut } = this.#run
    const absent = nodes.filter((key) => {
      const id = this.#idOf(key)
      return id !== undefined && this.outputOf(id) === undefined
    })
    const { loop } = position
    if (names.includes('item') && loop?.items !== undefined && this.items === undefined)
      absent.unshift(nodeKey(position, loop.id))
    if (names.includes('input') && leftOut.includes('input')) absent.unshift('input')
    if (
      names.includes('previous') &&
      !this.isReached &&
      !('input' in this.#run && position.incoming.length === 0)
    )
      absent.unshift(...position.incoming.map(({ source }) => nodeKey(position, source)))
    return [...new Set(absent)]
  }

  #idOf(key: string): string | undefined {
    const { names } = this.#position
    return (names.find(({ id }) => id === key) ?? names.find(({ name }) => name === key))?.id
  }

  #scope(item: JsonValue | undefined, index: number | undefined): Scope {
    const { names, variables, vars, workflowId, loop } = this.#position
    const { executionId, startedAt, input } = this.#run
    return {
      input,
      previous: this.#previous(item) ?? null,
      nodes: (key) => {
        const id = this.#idOf(key)
        const output = id === undefined ? undefined : this.outputOf(id)
        return output === undefined ? undefined : { output }
      },
      nodeNames: names.flatMap(({ id, name }) => (name === undefined ? [id] : [id, name])),
      variables,
      vars,
      execution: { id: executionId, workflow_id: workflowId, started_at: startedAt, links: {} },
      item,
      index: index ?? (loop === undefined ? undefined : 0),
      now: Date.now(),
    }
  }

  #previous(item: JsonValue | undefined): JsonValue | undefined {
    const { incoming, loop } = this.#position
    if (incoming.length === 0) return this.#run.input
    const found = new Map<string, JsonValue>()
    for (const { source, handle } of incoming) {
      const output = source === loop?.id && handle === 'each' ? item : this.outputOf(source)
      if (output !== undefined) found.set(source, output)
    }
    return found.size <= 1 ? [...found.values()][0] : Object.fromEntries(found)
  }

  #readItems(items: JsonValue, at: ScopePosition): readonly JsonValue[] | undefined {
    const compiled = compileValue(items)
    if (!compiled.ok) return undefined
    try {
      const list = compiled.value.evaluate(new RunData(at, this.#run).at().scope)
      if (Array.isArray(list)) return list as readonly JsonValue[]
      if (typeof list !== 'object' || list === null) return undefined
      return Object.entries(list).map(([key, value]) => ({ key, value }))
    } catch (error) {
      if (error instanceof ExpressionError) return undefined
      throw error
    }
  }
}

export type Outcome =
  | { readonly kind: 'value'; readonly value: JsonValue; readonly index?: number; readonly of?: number }
  | {
      readonly kind: 'error'
      readonly problem: ExpressionProblem
      readonly index?: number
      readonly of?: number
    }
  | { readonly kind: 'missing'; readonly names: readonly string[] }

export function evaluateOn(compiled: Compiled, data: RunData, index?: number): Outcome {
  const missing = data.missing(compiled)
  const iteration = data.at(index)
  const where = iteration.index === undefined ? {} : { index: iteration.index, of: iteration.of ?? 0 }
  try {
    const value = compiled.evaluate(iteration.scope)
    return value === null && missing.length > 0
      ? { kind: 'missing', names: missing }
      : { kind: 'value', value, ...where }
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    if (missing.length > 0) return { kind: 'missing', names: missing }
    return { kind: 'error', problem: error.problem, ...where }
  }
}
