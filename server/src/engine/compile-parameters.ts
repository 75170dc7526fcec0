import type { GraphNode, GraphProblem } from '#domain/graph/graph.ts'
import type { JsonObject, JsonValue } from '#domain/json.ts'
import { compileCondition } from '#expressions/condition.ts'
import { describeProblem, type ExpressionProblem } from '#expressions/runtime/problem.ts'
import type { Scope } from '#expressions/runtime/scope.ts'
import { compileValue } from '#expressions/value.ts'
import type { NodeKind } from '#ports/node-kind.ts'
import { compileList, memberRules } from './compile-list.ts'

export interface CompiledParameters {
  /** Throws ExpressionError. */
  evaluate(scope: Scope): JsonObject
}

type Result = { ok: true; parameters: CompiledParameters } | { ok: false; problems: readonly GraphProblem[] }

/** Compiles the templates of a node once; what is wrong with any of them is told for all at once. */
export function compileParameters(node: GraphNode, kind: NodeKind): Result {
  const problems: GraphProblem[] = []
  const parts: { name: string; evaluate(scope: Scope): JsonValue }[] = []
  let constant = true

  for (const [name, value] of Object.entries(node.data)) {
    if (kind.conditions?.includes(name) === true) {
      const compiled = compileCondition(value)
      if (compiled.ok) parts.push({ name, evaluate: (scope) => compiled.condition.evaluate(scope) })
      else problems.push(...compiled.errors.map((error) => toProblem(node, name, error)))
      constant = false
    } else if (kind.literals?.includes(name) === true) {
      parts.push({ name, evaluate: () => value })
    } else {
      const members = Array.isArray(value) ? memberRules(name, kind) : undefined
      const compiled =
        members === undefined ? compileValue(value) : compileList(value as readonly JsonValue[], members)
      if (compiled.ok) parts.push({ name, evaluate: (scope) => compiled.value.evaluate(scope) })
      else problems.push(...compiled.errors.map((error) => toProblem(node, name, error)))
      if (compiled.ok && !compiled.value.constant) constant = false
    }
  }
  if (problems.length > 0) return { ok: false, problems }
  if (constant) return { ok: true, parameters: { evaluate: () => node.data } }
  return {
    ok: true,
    parameters: {
      evaluate(scope) {
        const evaluated: Record<string, JsonValue> = {}
        for (const { name, evaluate } of parts) evaluated[name] = evaluate(scope)
        return evaluated
      },
    },
  }
}

function toProblem(node: GraphNode, name: string, problem: ExpressionProblem): GraphProblem {
  const parameter = [name, ...(problem.path ?? [])].join('.')
  return {
    nodeId: node.id,
    parameter,
    message: `\`${parameter}\` of node "${node.id}": ${describeProblem(problem)}`,
  }
}
