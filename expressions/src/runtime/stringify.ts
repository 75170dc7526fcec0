import { maxDepth } from './budget-limits.ts'
import type { SourceLocation } from './problem.ts'
import type { Evaluation } from './evaluation.ts'
import { DateValue, isList, RegexValue, type Value } from './values.ts'

/** JSON text of a value. Measured first: a list that holds the same long text many times costs nothing until written. */
export function stringify(run: Evaluation, value: Value, indent: number, location: SourceLocation): string {
  measure(run, value, indent, location)
  return JSON.stringify(value, null, indent) ?? 'null'
}

function measure(run: Evaluation, root: Value, indent: number, location: SourceLocation): void {
  let length = 0
  const add = (more: number): void => {
    length += more
    run.work(more, location)
    if (length > run.limits.text) run.reserveText(length, location)
  }
  const visit = (value: Value, depth: number): void => {
    if (typeof value === 'string') add(value.length + 2)
    else if (typeof value !== 'object' || value === null) add(4)
    else if (value instanceof DateValue) add(26)
    else if (value instanceof RegexValue) location.fail('A regular expression cannot be written as JSON.')
    else {
      if (depth >= maxDepth) location.fail(`This value is nested deeper than ${maxDepth} levels.`)
      add(2)
      const perEntry = 1 + (indent > 0 ? indent * (depth + 1) + 1 : 0)
      if (isList(value)) {
        for (const entry of value) {
          add(perEntry)
          visit(entry, depth + 1)
        }
      } else {
        for (const key of Object.keys(value)) {
          add(perEntry + key.length + 3)
          visit(value[key], depth + 1)
        }
      }
    }
  }
  visit(root, 0)
}
