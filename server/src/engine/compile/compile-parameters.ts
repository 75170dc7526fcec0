import {
  type GraphNode,
  type GraphProblem,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#domain/index.ts'
import {
  type CompiledCondition,
  compileConditionStepwise,
  compileValueStepwise,
  describeProblem,
  type ExpressionProblem,
  type Interruptible,
  type Scope,
} from '@millrace/expressions'
import type { NodeKind } from '#ports/index.ts'
import { compileList, memberRules } from './compile-list.ts'

export interface CompiledParameters {
  /** Throws ExpressionError. */
  evaluate(scope: Scope): JsonObject
  /**
   * As `evaluate`, with a pause after each parameter: each has a budget of its own, so that many together can take long. Undefined
   * when at most one has expressions.
   */
  readonly evaluateStepwise: ((scope: Scope) => Generator<undefined, JsonObject>) | undefined
  /** True for a parameter that has the same value in every run. */
  isConstant(name: string): boolean
  /** A condition that is evaluated again and again while the step runs; undefined when the node has none. */
  liveCondition(name: string): CompiledCondition | undefined
}

type Result =
  | { readonly ok: true; readonly parameters: CompiledParameters }
  | {
      readonly ok: false
      readonly problems: readonly GraphProblem[]
      /** False for parameters with a problem: what is wrong with them is known already. */
      isConstant(name: string): boolean
    }

/** Compiles the templates of a node. Reports the problems of all of them together. */
export function* compileParameters(node: GraphNode, kind: NodeKind): Interruptible<Result> {
  const problems: GraphProblem[] = []
  const evaluators: { name: string; evaluate(scope: Scope): JsonValue }[] = []
  const liveConditions = new Map<string, CompiledCondition>()
  const changing = new Set<string>()

  for (const [name, value] of Object.entries(node.data)) {
    if (kind.liveConditions?.includes(name) === true && (typeof value !== 'object' || value === null)) {
      const compiled = yield* compileConditionStepwise(value)
      if (compiled.ok) liveConditions.set(name, compiled.condition)
      else problems.push(...compiled.errors.map((error) => toProblem(node, name, error)))
      changing.add(name)
    } else if (kind.conditions?.includes(name) === true) {
      const compiled = yield* compileConditionStepwise(value)
      if (compiled.ok) evaluators.push({ name, evaluate: (scope) => compiled.condition.evaluate(scope) })
      else problems.push(...compiled.errors.map((error) => toProblem(node, name, error)))
      changing.add(name)
    } else if (kind.literals?.includes(name) === true) {
      evaluators.push({ name, evaluate: () => value })
    } else if (isJsonObject(value) && hasLiteralMembers(name, kind)) {
      const [literal, rest] = splitMembers(value, name, kind)
      const compiled = yield* compileValueStepwise(rest)
      if (compiled.ok) {
        evaluators.push({
          name,
          evaluate: (scope) => ({ ...(compiled.value.evaluate(scope) as JsonObject), ...literal }),
        })
      } else problems.push(...compiled.errors.map((error) => toProblem(node, name, error)))
      if (compiled.ok && !compiled.value.constant) changing.add(name)
    } else {
      const members = Array.isArray(value) ? memberRules(name, kind) : undefined
      const compiled =
        members === undefined
          ? yield* compileValueStepwise(value)
          : yield* compileList(value as readonly JsonValue[], members)
      if (compiled.ok) evaluators.push({ name, evaluate: (scope) => compiled.value.evaluate(scope) })
      else problems.push(...compiled.errors.map((error) => toProblem(node, name, error)))
      if (compiled.ok && !compiled.value.constant) changing.add(name)
    }
  }
  if (problems.length > 0) {
    const broken = new Set(problems.map(({ parameter = '' }) => parameter.split('.', 1)[0]))
    return { ok: false, problems, isConstant: (name) => !changing.has(name) && !broken.has(name) }
  }
  return {
    ok: true,
    parameters: {
      isConstant: (name) => !changing.has(name),
      liveCondition: (name) => liveConditions.get(name),
      evaluate: changing.size === 0 ? () => node.data : evaluateAll,
      evaluateStepwise: changing.size <= 1 ? undefined : evaluateEach,
    },
  }

  function evaluateAll(scope: Scope): JsonObject {
    const evaluated: Record<string, JsonValue> = {}
    for (const { name, evaluate } of evaluators) evaluated[name] = evaluate(scope)
    return evaluated
  }

  function* evaluateEach(scope: Scope): Generator<undefined, JsonObject> {
    const evaluated: Record<string, JsonValue> = {}
    for (const { name, evaluate } of evaluators) {
      evaluated[name] = evaluate(scope)
      if (changing.has(name)) yield
    }
    return evaluated
  }
}

function hasLiteralMembers(name: string, { literals }: NodeKind): boolean {
  return literals?.some((path) => path.startsWith(`${name}.`)) === true
}

/** The members of an object that are literals, and the others. */
function splitMembers(value: JsonObject, name: string, { literals }: NodeKind): [JsonObject, JsonObject] {
  const isLiteral = ([member]: [string, JsonValue]) => literals?.includes(`${name}.${member}`) === true
  const members = Object.entries(value)
  return [
    Object.fromEntries(members.filter(isLiteral)),
    Object.fromEntries(members.filter((entry) => !isLiteral(entry))),
  ]
}

function toProblem(node: GraphNode, name: string, problem: ExpressionProblem): GraphProblem {
  const parameter = [name, ...(problem.path ?? [])].join('.')
  return {
    nodeId: node.id,
    parameter,
    message: `Parameter \`${parameter}\` of node "${node.id}": ${describeProblem(problem)}`,
  }
}
