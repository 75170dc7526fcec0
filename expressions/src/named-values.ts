import { compileExpression } from './condition.ts'
import type { Limits } from './runtime/budget-limits.ts'
import { Evaluation } from './runtime/evaluation.ts'
import type { ExpressionProblem } from './runtime/problem.ts'
import type { Scope } from './runtime/scope.ts'
import type { JsonValue } from './runtime/values.ts'
import { compileTemplate, type TemplateResult } from './template.ts'

/** A compiled text that reads named values instead of the data of a run, such as the texts about a node in an editor. */
export interface NamedText {
  /** Throws ExpressionError. A name without a value is undefined. */
  evaluate(values: Readonly<Record<string, JsonValue>>, budget?: Partial<Limits>): JsonValue
}

export type NamedTextResult =
  | { readonly ok: true; readonly text: NamedText }
  | { readonly ok: false; readonly errors: readonly ExpressionProblem[] }

/** Compiles a text with `{{ … }}` in it. Its expressions can use the names; those of a run are empty. */
export function compileNamedTemplate(text: string, names: readonly string[]): NamedTextResult {
  return withValues(compileTemplate(text, names), names)
}

/** Compiles a single expression without `{{ }}`. It can use the names; those of a run are empty. */
export function compileNamedExpression(text: string, names: readonly string[]): NamedTextResult {
  return withValues(compileExpression(text, names), names)
}

const noRun: Scope = {
  input: null,
  previous: null,
  nodes: () => undefined,
  nodeNames: [],
  variables: null,
  vars: null,
  execution: null,
  now: 0,
}

function withValues(compiled: TemplateResult, names: readonly string[]): NamedTextResult {
  if (!compiled.ok) return compiled
  const { template } = compiled
  return {
    ok: true,
    text: {
      evaluate(values, budget) {
        const evaluation = new Evaluation(noRun, budget)
        // Compiled code reads the names from the first locals, in this order.
        for (const name of names) evaluation.locals.push(values[name])
        return template.evaluateIn(evaluation)
      },
    },
  }
}
