import assert from 'node:assert/strict'
import type { Limits } from '#expressions/runtime/budget-limits.ts'
import { ExpressionError, type ExpressionProblem } from '#expressions/runtime/problem.ts'
import { Evaluation } from '#expressions/runtime/evaluation.ts'
import type { Scope } from '#expressions/runtime/scope.ts'
import type { JsonValue } from '#expressions/runtime/values.ts'
import { compileTemplate } from '#expressions/template.ts'

const noon = Date.UTC(2026, 0, 31, 12, 0, 0)

/** A scope with two known nodes, of which one has run. */
export function makeScope(data: Partial<Scope> = {}): Scope {
  return {
    input: {},
    previous: null,
    nodes: (key) => (key === 'Fetch order' ? { output: { total: 12 } } : undefined),
    nodeNames: ['Fetch order', 'Send mail'],
    variables: {},
    vars: {},
    execution: { id: 'exec_1' },
    now: noon,
    ...data,
  }
}

/** Compiles and evaluates a text like a parameter. Throws ExpressionError for both kinds of failure. */
export function evaluateText(text: string, data: Partial<Scope> = {}, budget?: Partial<Limits>): JsonValue {
  const compiled = compileTemplate(text)
  if (!compiled.ok) {
    const [first] = compiled.errors
    assert.ok(first)
    throw new ExpressionError(first)
  }
  return compiled.template.evaluate(makeScope(data), budget)
}

/** The value of one expression, written without `{{ }}`. */
export function evaluate(expression: string, input: JsonValue = {}, budget?: Partial<Limits>): JsonValue {
  return evaluateText(`{{ ${expression} }}`, { input }, budget)
}

/** What evaluating one expression is charged, besides its steps. */
export function workOf(expression: string, input: JsonValue = {}): number {
  const compiled = compileTemplate(`{{ ${expression} }}`)
  assert.ok(compiled.ok, expression)
  const evaluation = new Evaluation(makeScope({ input }))
  compiled.template.evaluateIn(evaluation)
  return evaluation.spent
}

/** The problem that compiling or evaluating the text reports. */
export function problemOfText(text: string, data: Partial<Scope> = {}): ExpressionProblem {
  try {
    evaluateText(text, data)
  } catch (error) {
    if (error instanceof ExpressionError) return error.problem
    throw error
  }
  return assert.fail(`expected a problem: ${text.slice(0, 100)}`)
}

export function problemOf(expression: string, input: JsonValue = {}): ExpressionProblem {
  return problemOfText(`{{ ${expression} }}`, { input })
}
