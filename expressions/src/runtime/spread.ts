import type { SourceLocation } from './problem.ts'
import type { Evaluation } from './evaluation.ts'
import { isList, nameKind, type Argument } from './values.ts'

/** Appends the entries of a list, or the characters of a text, as `...` does. */
export function spread(
  evaluation: Evaluation,
  value: Argument,
  into: Argument[],
  location: SourceLocation,
): void {
  if (isList(value)) {
    evaluation.growList(into.length, value.length, location)
    for (const entry of value) into.push(entry)
  } else if (typeof value === 'string') {
    evaluation.growList(into.length, value.length, location)
    for (const character of value) into.push(character)
  } else {
    location.fail(`\`...\` needs a list or a text, but this is ${nameKind(value)}.`)
  }
}
