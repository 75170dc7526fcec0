import { maxDepth } from './budget-limits.ts'
import type { Place } from './problem.ts'
import type { Run } from './evaluation.ts'
import { DateValue, isList, RegexValue, type Value } from './values.ts'

/** JSON text of a value. Measured first: a list that holds the same long text many times costs nothing until written. */
export function stringify(run: Run, value: Value, indent: number, place: Place): string {
  measure(run, value, indent, place)
  return JSON.stringify(value, null, indent) ?? 'null'
}

function measure(run: Run, root: Value, indent: number, place: Place): void {
  let length = 0
  const add = (more: number): void => {
    length += more
    run.work(more, place)
    if (length > run.limits.text) run.reserveText(length, place)
  }
  const visit = (value: Value, depth: number): void => {
    if (typeof value === 'string') add(value.length + 2)
    else if (typeof value !== 'object' || value === null) add(4)
    else if (value instanceof DateValue) add(26)
    else if (value instanceof RegexValue) place.fail('A regular expression cannot be written as JSON.')
    else {
      if (depth >= maxDepth) place.fail(`This value is nested deeper than ${maxDepth} levels.`)
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
