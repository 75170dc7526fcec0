import { compileExpressionNode, type CompiledExpression } from './language/compile-expression.ts'
import { parseExpressionAt } from './language/parse.ts'
import { finish, type Interruptible } from './interruptible.ts'
import { joinTexts } from './runtime/convert.ts'
import { toJson, toText } from './runtime/to-plain-data.ts'
import type { Limits } from './runtime/budget-limits.ts'
import { ExpressionError, SourceLocation, type ExpressionProblem } from './runtime/problem.ts'
import { Evaluation } from './runtime/evaluation.ts'
import { mergeReferences, type References, type Scope } from './runtime/scope.ts'
import type { JsonValue } from './runtime/values.ts'

/** A compiled text with `{{ … }}` in it. It can be evaluated any number of times. */
export interface CompiledTemplate {
  /** True when the result never changes. */
  readonly constant: boolean
  /** True if the text is a single expression: the result keeps the type of its value. */
  readonly typed: boolean
  readonly references: References
  /** Throws ExpressionError. The result may share structure with the scope, so do not mutate it. */
  evaluate(scope: Scope, budget?: Partial<Limits>): JsonValue
  /** Evaluates as part of a larger evaluation and draws on its budget. */
  evaluateIn(evaluation: Evaluation): JsonValue
}

export type TemplateResult =
  | { readonly ok: true; readonly template: CompiledTemplate }
  | { readonly ok: false; readonly errors: readonly ExpressionProblem[] }

const opening = '{{'
const closing = '}}'

/**
 * Compiles a text. A text without `{{` is a constant. A single `{{ … }}`, with at most white space around
 * it, returns the value of the expression with its type. Any other text returns a text. For `ownNames`, see
 * `compileNamedTemplate`.
 */
export function compileTemplate(text: string, ownNames?: readonly string[]): TemplateResult {
  return finish(compileTemplateStepwise(text, ownNames))
}

/** As `compileTemplate`, interruptible after each expression: a text can contain many thousands of them. */
export function* compileTemplateStepwise(
  text: string,
  ownNames?: readonly string[],
): Interruptible<TemplateResult> {
  const parts: (string | CompiledExpression)[] = []
  const errors: ExpressionProblem[] = []
  let from = 0
  for (let at = text.indexOf(opening); at !== -1; at = text.indexOf(opening, from)) {
    if (at > from) parts.push(text.slice(from, at))
    try {
      const { node, next } = parseExpressionAt(text, at + opening.length)
      if (!text.startsWith(closing, next)) throw new ExpressionError(explainMissingEnd(text, at, next))
      from = next + closing.length
      parts.push(collecting(errors, () => compileExpressionNode(text, at + opening.length, node, ownNames)))
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      // The end of the expression is unknown, so the rest of the text cannot be parsed.
      return { ok: false, errors: [...errors, error.problem] }
    }
    yield from - at
  }
  if (errors.length > 0) return { ok: false, errors }
  if (from < text.length) parts.push(text.slice(from))
  return { ok: true, template: createTemplate(text, parts) }
}

/** The names that a compiled text reads. */
export function references(template: CompiledTemplate): References {
  return template.references
}

/** Collects errors, so that an error in one expression does not hide errors in the next. */
function collecting(
  errors: ExpressionProblem[],
  compile: () => CompiledExpression,
): string | CompiledExpression {
  try {
    return compile()
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    errors.push(error.problem)
    return ''
  }
}

function explainMissingEnd(text: string, open: number, next: number): ExpressionProblem {
  if (next >= text.length) {
    return new SourceLocation(text, open, open + opening.length).problem(
      'This `{{` is never closed.',
      'End the expression with `}}`. To write a literal `{{`, use `{{ "{{" }}`.',
    )
  }
  const rest = /^[^\s}]+|^\S/.exec(text.slice(next, next + 40))?.[0] ?? ''
  return new SourceLocation(text, next, next + rest.length).problem(
    `Expected \`}}\` at the end of the expression, but found \`${rest}\`.`,
    'Check for a missing operator, such as `+` or `&&`, or a missing comma.',
  )
}

function createTemplate(text: string, parts: readonly (string | CompiledExpression)[]): CompiledTemplate {
  const expressions = parts.filter((part) => typeof part !== 'string')
  const [first] = expressions
  if (first === undefined) return createConstant(text)
  const isTyped = expressions.length === 1 && parts.every((part) => part === first || isBlank(part))
  const evaluateIn = isTyped ? createTyped(first) : createMixed(text, parts)
  return {
    constant: expressions.every((expression) => expression.constant),
    typed: isTyped,
    references: mergeReferences(expressions.map((expression) => expression.references)),
    evaluate: (scope, budget) => evaluateIn(new Evaluation(scope, budget)),
    evaluateIn,
  }
}

function createConstant(text: string): CompiledTemplate {
  return {
    constant: true,
    typed: false,
    references: { nodes: [], anyNode: false, names: [] },
    evaluate: () => text,
    evaluateIn: () => text,
  }
}

function createTyped({
  evaluate,
  location,
  plain,
}: CompiledExpression): (evaluation: Evaluation) => JsonValue {
  if (plain) return (evaluation) => (evaluate(evaluation) as JsonValue | undefined) ?? null
  return (evaluation) => toJson(evaluation, evaluate(evaluation), location)
}

function createMixed(
  text: string,
  parts: readonly (string | CompiledExpression)[],
): (evaluation: Evaluation) => JsonValue {
  const whole = new SourceLocation(text, 0, text.length)
  return (evaluation) => {
    let result = ''
    for (const part of parts) {
      const piece =
        typeof part === 'string' ? part : toText(evaluation, part.evaluate(evaluation), part.location)
      result = joinTexts(evaluation, result, piece, typeof part === 'string' ? whole : part.location)
    }
    return result
  }
}

function isBlank(part: string | CompiledExpression): boolean {
  return typeof part === 'string' && part.trim() === ''
}
