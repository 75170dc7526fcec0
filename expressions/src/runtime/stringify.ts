import { maxDepth } from './budget-limits.ts'
import type { SourceLocation } from './problem.ts'
import type { Evaluation } from './evaluation.ts'
import { DateValue, isList, RegexValue, type Value } from './values.ts'

/** The JSON text of a value. The size is measured first: a list can repeat one long text many times at no cost until written. */
export function stringify(
  evaluation: Evaluation,
  value: Value,
  indent: number,
  location: SourceLocation,
): string {
  const measured = measure(evaluation, value, indent, location)
  const text = JSON.stringify(value, null, indent) ?? 'null'
  // A quote becomes two characters and a control character six.
  if (text.length > measured) evaluation.growText(measured, text.length - measured, location)
  return text
}

/** What an entry of a list and a property cost, in entries that are only read. */
const listEntries = 3
const propertyEntries = 8

function measure(evaluation: Evaluation, root: Value, indent: number, location: SourceLocation): number {
  let length = 0
  const add = (more: number): void => {
    length += more
    evaluation.work(more, location)
    if (length > evaluation.limits.text) evaluation.reserveText(length, location)
  }
  const visit = (value: Value, depth: number): void => {
    if (typeof value === 'string') add(value.length + 2)
    else if (typeof value !== 'object' || value === null) add(4)
    else if (value instanceof DateValue) add(26)
    else if (value instanceof RegexValue) location.fail('A regular expression cannot be converted to JSON.')
    else {
      if (depth >= maxDepth) location.fail(`This value is nested more than ${maxDepth} levels deep.`)
      add(2)
      const perEntry = 1 + (indent > 0 ? indent * (depth + 1) + 1 : 0)
      if (isList(value)) {
        for (const entry of value) {
          evaluation.visit(listEntries, location)
          add(perEntry)
          visit(entry, depth + 1)
        }
      } else {
        for (const key of Object.keys(value)) {
          evaluation.visit(propertyEntries, location)
          add(perEntry + key.length + 3)
          visit(value[key], depth + 1)
        }
      }
    }
  }
  visit(root, 0)
  return length
}
