import { compileExpressionNode } from './language/compile-expression.ts'
import { parseExpressionAt } from './language/parse.ts'
import { toJson } from './runtime/to-plain-data.ts'
import type { Limits } from './runtime/budget-limits.ts'
import { ExpressionError, SourceLocation } from './runtime/problem.ts'
import { Evaluation } from './runtime/evaluation.ts'
import type { References, Scope } from './runtime/scope.ts'
import { finish, type Interruptible } from './interruptible.ts'
import { compileTemplateStepwise, type TemplateResult } from './template.ts'
import type { ExpressionProblem } from './runtime/problem.ts'
import type { JsonValue } from './runtime/values.ts'

/** A compiled condition, evaluated against the data of an execution. */
export interface CompiledCondition {
  readonly constant: boolean
  readonly references: References
  /** Throws ExpressionError. */
  evaluate(scope: Scope, budget?: Partial<Limits>): boolean
  /** Evaluates as part of a larger evaluation and draws on its budget. */
  evaluateIn(evaluation: Evaluation): boolean
}

export type ConditionResult =
  | { readonly ok: true; readonly condition: CompiledCondition }
  | { readonly ok: false; readonly errors: readonly ExpressionProblem[] }

/** Compiles a single expression that is written without `{{ }}`. */
export function compileExpression(text: string, ownNames?: readonly string[]): TemplateResult {
  try {
    const { node, next } = parseExpressionAt(text, 0)
    if (next < text.length) {
      const rest = new SourceLocation(text, next, Math.min(text.length, next + 20))
      rest.fail(
        `Expected the end of the expression, but found \`${rest.source}\`.`,
        'Check for a missing operator, such as `+` or `&&`.',
      )
    }
    const { evaluate, location, references, constant } = compileExpressionNode(text, 0, node, ownNames)
    const evaluateIn = (evaluation: Evaluation): JsonValue =>
      toJson(evaluation, evaluate(evaluation), location)
    return {
      ok: true,
      template: {
        constant,
        typed: true,
        references,
        evaluateIn,
        evaluate: (scope, budget) => evaluateIn(new Evaluation(scope, budget)),
      },
    }
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return { ok: false, errors: [error.problem] }
  }
}

/**
 * Compiles a condition: true or false, a text with `{{ … }}`, or an expression without brackets. A `{{ … }}`
 * counts by the value of its expression, so `{{ "" }}`, `{{ 0 }}` and `{{ null }}` are false.
 */
export function compileCondition(value: unknown): ConditionResult {
  return finish(compileConditionStepwise(value))
}

/** As `compileCondition`, interruptible after each expression. */
export function* compileConditionStepwise(value: unknown): Interruptible<ConditionResult> {
  if (typeof value === 'boolean') {
    return {
      ok: true,
      condition: {
        constant: true,
        references: { nodes: [], anyNode: false, names: [] },
        evaluate: () => value,
        evaluateIn: () => value,
      },
    }
  }
  if (typeof value !== 'string') {
    const problem = new SourceLocation('', 0, 0).problem(
      'A condition must be true, false or an expression.',
      'For example `{{ input.amount > 100 }}`.',
    )
    return { ok: false, errors: [problem] }
  }
  const compiled = value.includes('{{') ? yield* compileTemplateStepwise(value) : compileExpression(value)
  yield value.length
  if (!compiled.ok) return compiled
  const { template } = compiled
  if (!template.typed) {
    // "{{ a }} > {{ b }}" would be a text, and every text except the empty one counts as true.
    const problem = new SourceLocation(value, 0, value.length).problem(
      'This condition is a text with expressions in it, so it would always be true.',
      'Write the whole condition inside one pair of brackets: `{{ input.a > input.b }}`.',
    )
    return { ok: false, errors: [problem] }
  }
  return {
    ok: true,
    condition: {
      constant: template.constant,
      references: template.references,
      evaluate: (scope, budget) => Boolean(template.evaluate(scope, budget)),
      evaluateIn: (evaluation) => Boolean(template.evaluateIn(evaluation)),
    },
  }
}
