import { finish, type Interruptible } from './interruptible.ts'
import { compileTemplateStepwise, type CompiledTemplate } from './template.ts'
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
  /** Evaluates as part of a larger evaluation and draws on its budget. */
  evaluateIn(evaluation: Evaluation): JsonValue
}

export type ValueResult =
  | { readonly ok: true; readonly value: CompiledValue }
  | { readonly ok: false; readonly errors: readonly ExpressionProblem[] }

/** What a text without expressions counts for, in characters of an expression. */
const TEXT_WEIGHT = 16

type Path = readonly (string | number)[]
type EvaluateIn = (evaluation: Evaluation) => JsonValue

/** Compiles all texts in a value, at any depth. Property names are never templates. */
export function compileValue(value: JsonValue): ValueResult {
  return finish(compileValueStepwise(value))
}

/** As `compileValue`, interruptible after each text and each expression. */
export function* compileValueStepwise(value: JsonValue): Interruptible<ValueResult> {
  const compilation = new ValueCompilation()
  const evaluateIn = yield* compilation.compile(value, [])
  if (compilation.errors.length > 0) return { ok: false, errors: compilation.errors }
  const all = compilation.templates
  const constant = evaluateIn === undefined
  return {
    ok: true,
    value: {
      constant,
      references: mergeReferences(all.map((template) => template.references)),
      evaluate: constant ? () => value : (scope, budget) => evaluateIn(new Evaluation(scope, budget)),
      evaluateIn: evaluateIn ?? (() => value),
    },
  }
}

class ValueCompilation {
  readonly errors: ExpressionProblem[] = []
  readonly templates: CompiledTemplate[] = [];

  /** The code for a value, or undefined if the value contains no template and is its own result. */
  *compile(value: JsonValue, path: Path): Interruptible<EvaluateIn | undefined> {
    if (typeof value === 'string') return yield* this.compileText(value, path)
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
      ? yield* this.compileList(value as readonly JsonValue[], path)
      : yield* this.compileObject(value as Readonly<Record<string, JsonValue>>, path)
  }

  private *compileText(text: string, path: Path): Interruptible<EvaluateIn | undefined> {
    const result = yield* compileTemplateStepwise(text)
    yield TEXT_WEIGHT
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

  private *compileList(list: readonly JsonValue[], path: Path): Interruptible<EvaluateIn | undefined> {
    const parts: (EvaluateIn | undefined)[] = []
    for (const [index, entry] of list.entries()) parts.push(yield* this.compile(entry, [...path, index]))
    if (parts.every((part) => part === undefined)) return undefined
    return (evaluation) =>
      parts.map((part, index) => (part === undefined ? (list[index] ?? null) : part(evaluation)))
  }

  private *compileObject(
    object: Readonly<Record<string, JsonValue>>,
    path: Path,
  ): Interruptible<EvaluateIn | undefined> {
    const parts: { readonly key: string; readonly evaluate: EvaluateIn | undefined }[] = []
    for (const key of Object.keys(object)) {
      if (isForbiddenKey(key)) {
        this.errors.push(
          problemAt(new SourceLocation(key, 0, key.length).problem(forbiddenKeyMessage(key)), [...path, key]),
        )
      }
      parts.push({ key, evaluate: yield* this.compile(object[key] ?? null, [...path, key]) })
    }
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
