import {
  compileNamedExpression,
  compileNamedTemplate,
  ExpressionError,
  type NamedText,
} from '@millrace/expressions'
import type { JsonValue } from './types.ts'

const NAMES = ['data']
const templates = new Map<string, NamedText | undefined>()
const expressions = new Map<string, NamedText | undefined>()

/** The line of a node: a template evaluated with the parameters as `data`. Undefined if they are not finished. */
export function evaluateLine(template: string, data: JsonValue): JsonValue | undefined {
  return evaluate(cached(templates, template, compileNamedTemplate), data)
}

/** The outputs of a node: an expression evaluated with the parameters as `data`. */
export function evaluateHandles(expression: string, data: JsonValue): JsonValue | undefined {
  return evaluate(cached(expressions, expression, compileNamedExpression), data)
}

function cached(
  known: Map<string, NamedText | undefined>,
  text: string,
  compile: typeof compileNamedTemplate,
): NamedText | undefined {
  if (!known.has(text)) {
    const result = compile(text, NAMES)
    known.set(text, result.ok ? result.text : undefined)
  }
  return known.get(text)
}

function evaluate(text: NamedText | undefined, data: JsonValue): JsonValue | undefined {
  try {
    return text?.evaluate({ data })
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}
