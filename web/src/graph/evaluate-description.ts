import { compileTemplate, ExpressionError } from '@millrace/expressions'
import type { JsonValue } from './types.ts'

type Template = Extract<ReturnType<typeof compileTemplate>, { ok: true }>['template']

const templates = new Map<string, Template | undefined>()

/**
 * Evaluates a template or an expression of a node type with the parameters of a node as `data`. Undefined if that is
 * impossible, such as with unfinished parameters.
 */
export function evaluateDescription(text: string, data: JsonValue): JsonValue | undefined {
  const template = compiled(text)
  if (template === undefined) return undefined
  try {
    return template.evaluate({
      input: data,
      previous: null,
      nodes: () => undefined,
      nodeNames: [],
      variables: {},
      execution: {},
      now: 0,
    })
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}

function compiled(text: string): Template | undefined {
  if (!templates.has(text)) {
    const result = compileTemplate(text.includes('{{') ? text : `{{ ${text} }}`)
    templates.set(text, result.ok ? result.template : undefined)
  }
  return templates.get(text)
}
