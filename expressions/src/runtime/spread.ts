import type { Place } from './problem.ts'
import type { Run } from './evaluation.ts'
import { isList, nameKind, type Argument } from './values.ts'

/** Appends the entries of a list, or the characters of a text, as `...` does. */
export function spread(run: Run, value: Argument, into: Argument[], place: Place): void {
  if (isList(value)) {
    run.growList(into.length, value.length, place)
    for (const entry of value) into.push(entry)
  } else if (typeof value === 'string') {
    run.growList(into.length, value.length, place)
    for (const character of value) into.push(character)
  } else {
    place.fail(`Only lists and texts can be spread with \`...\`, but this is ${nameKind(value)}.`)
  }
}
