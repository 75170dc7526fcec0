import type { CallSite } from '#expressions/runtime/builtin.ts'
import { maxDepth } from '#expressions/runtime/budget-limits.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import { isList, type List, type Value } from '#expressions/runtime/values.ts'

export function flattenList(run: Evaluation, list: List, levels: number, site: CallSite): Value {
  const flat: Value[] = []
  const add = (entries: List, level: number): void => {
    if (level > maxDepth) site.location.fail(`This list is nested deeper than ${maxDepth} levels.`)
    for (const entry of entries) {
      // Paid for every entry seen, also empty lists: a few nested ones may stand for very many.
      run.growList(flat.length, 1, site.location)
      if (isList(entry) && level < levels) add(entry, level + 1)
      else flat.push(entry)
    }
  }
  add(list, 0)
  return flat
}
