import { compileTemplate, type CompiledTemplate } from './template.ts'
import { maxDepth, type Limits } from './runtime/budget-limits.ts'
import { ExpressionError, SourceLocation, problemAt, type ExpressionProblem } from './runtime/problem.ts'
import { forbiddenKeyMessage, isForbiddenKey } from './runtime/refused.ts'
import { Evaluation } from './runtime/evaluation.ts'
import { mergeReferences, type References, type Scope } from './runtime/scope.ts'
import type { JsonValue } from './runtime/values.ts'

/** A compiled parameter value. Every text in it can be a template. */
export interface CompiledValue {
  /** True if the value does not depend on the scope. */
  readonly constant: boolean
  readonly references: References
  /** Throws ExpressionError with the path of the text that failed. Do not mutate the result. */
  evaluate(scope: Scope, budget?: Partial<Limits>): JsonValue
}

export type ValueResult =
  | { readonly ok: true; readonly value: CompiledValue }
  | { readonly ok: false; readonly errors: readonly ExpressionProblem[] }

type Path = readonly (string | number)[]
type EvaluateIn = (evaluation: Evaluation) => JsonValue

/** Compiles all texts in a value, at any depth. Property names are never templates. */
export function compileValue(value: JsonValue): ValueResult {
  const compilation = new ValueCompilation()
  const evaluateIn = compilation.compile(value, [])
  if (compilation.errors.length > 0) return { ok: false, errors: compilation.errors }
  const all = compilation.templates
  const constant = evaluateIn === undefined
  return {
    ok: true,
    value: {
      constant,
      references: mergeReferences(all.map((template) => template.references)),
      evaluate: constant ? () => value : (scope, budget) => evaluateIn(new Evaluation(scope, budget)),
    },
  }
}

class ValueCompilation {
  readonly errors: ExpressionProblem[] = []
  readonly templates: CompiledTemplate[] = []

  /** The code for a value, or undefined if the value contains no template and is its own result. */
  compile(value: JsonValue, path: Path): EvaluateIn | undefined {
    if (typeof value === 'string') return this.compileText(value, path)
    if (typeof value !== 'object' || value === null) return undefined
    if (path.length >= maxDepth) {
      this.errors.push(
        problemAt(
          new SourceLocation('', 0, 0).problem(`This value is nested more than ${maxDepth} levels deep.`),
          path,
        ),
      )
      return undefined
    }
    return Array.isArray(value)
      ? this.compileList(value as readonly JsonValue[], path)
      : this.compileObject(value as Readonly<Record<string, JsonValue>>, path)
  }

  private compileText(text: string, path: Path): EvaluateIn | undefined {
    const result = compileTemplate(text)
    if (!result.ok) {
      this.errors.push(...result.errors.map((problem) => problemAt(problem, path)))
      return undefined
    }
    const { template } = result
    this.templates.push(template)
    // A text such as {{ "{{" }} is constant too, but it is not its own result.
    if (template.constant && !text.includes('{{')) return undefined
    return (evaluation) => {
      try {
        return template.evaluateIn(evaluation)
      } catch (error) {
        if (!(error instanceof ExpressionError)) throw error
        throw new ExpressionError(problemAt(error.problem, path))
      }
    }
  }

  private compileList(list: readonly JsonValue[], path: Path): EvaluateIn | undefined {
    const parts = list.map((entry, index) => this.compile(entry, [...path, index]))
    if (parts.every((part) => part === undefined)) return undefined
    return (evaluation) =>
      parts.map((part, index) => (part === undefined ? (list[index] ?? null) : part(evaluation)))
  }

  private compileObject(object: Readonly<Record<string, JsonValue>>, path: Path): EvaluateIn | undefined {
    const parts = Object.keys(object).map((key) => {
      if (isForbiddenKey(key)) {
        this.errors.push(
          problemAt(new SourceLocation(key, 0, key.length).problem(forbiddenKeyMessage(key)), [...path, key]),
        )
      }
      return { key, evaluate: this.compile(object[key] ?? null, [...path, key]) }
    })
    if (parts.every((part) => part.evaluate === undefined)) return undefined
    return (evaluation) => {
      const result: Record<string, JsonValue> = {}
      for (const { key, evaluate } of parts) {
        result[key] = evaluate === undefined ? (object[key] ?? null) : evaluate(evaluation)
      }
      return result
    }
  }
}
