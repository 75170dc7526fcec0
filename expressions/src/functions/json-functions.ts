import { textAt, valueAt } from '#expressions/runtime/arguments.ts'
import { toTable, type CallSite, type NamespaceMember } from '#expressions/runtime/builtin.ts'
import { maxDepth } from '#expressions/runtime/budget-limits.ts'
import { refuseForbiddenKey } from '#expressions/runtime/refused.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import { stringify } from '#expressions/runtime/stringify.ts'
import type { Value } from '#expressions/runtime/values.ts'

export const jsonMembers = toTable<NamespaceMember>({
  parse: {
    use: 'JSON.parse(text)',
    help: 'The value of a JSON text.',
    example: 'JSON.parse("[1, true, null]")',
    call: (evaluation, args, site) => {
      if (args.length > 1)
        site.location.fail('`JSON.parse` accepts only one argument.', 'Use `.map(…)` on the result.')
      return parseJson(evaluation, textAt(evaluation, args, 0, site), site)
    },
  },
  stringify: {
    use: 'JSON.stringify(value, null, indent?)',
    help: 'The value as JSON text.',
    example: 'JSON.stringify({ a: [1, 2] })',
    call: (evaluation, args, site) => {
      const replacer = valueAt(args, 1, site)
      if (replacer !== null && replacer !== undefined) {
        site.location.fail('The second argument of `JSON.stringify` must be null.')
      }
      const indent = valueAt(args, 2, site)
      const value = valueAt(args, 0, site)
      if (value === undefined) return undefined
      return stringify(evaluation, value, typeof indent === 'number' ? clampIndent(indent) : 0, site.location)
    },
  },
})

function clampIndent(indent: number): number {
  return Math.max(0, Math.min(10, Math.trunc(indent) || 0))
}

/** The depth is checked on the text: the host parses any depth, and code that walks the value would recurse too deeply. */
function parseJson(evaluation: Evaluation, text: string, site: CallSite): Value {
  evaluation.work(text.length * 8, site.location)
  refuseDepth(text, site)
  let value: Value
  try {
    value = JSON.parse(text) as Value
  } catch {
    return site.location.fail(
      'This text is not valid JSON.',
      'JSON requires double quotes around names and texts.',
    )
  }
  checkParsed(evaluation, value, site)
  return value
}

function refuseDepth(text: string, site: CallSite): void {
  let depth = 0
  let quoted = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (quoted) {
      if (character === '\\') index += 1
      else if (character === '"') quoted = false
    } else if (character === '"') quoted = true
    else if (character === '{' || character === '[') {
      depth += 1
      if (depth > maxDepth) site.location.fail(`This JSON is nested more than ${maxDepth} levels deep.`)
    } else if (character === '}' || character === ']') depth -= 1
  }
}

function checkParsed(evaluation: Evaluation, value: Value, site: CallSite): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    evaluation.reserveList(value.length, site.location)
    for (const entry of value as readonly Value[]) checkParsed(evaluation, entry, site)
    return
  }
  const keys = Object.keys(value)
  evaluation.reserveList(keys.length, site.location)
  for (const key of keys) {
    refuseForbiddenKey(key, site.location)
    checkParsed(evaluation, (value as Readonly<Record<string, Value>>)[key], site)
  }
}
