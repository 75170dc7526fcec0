import type { CallSite } from '#expressions/runtime/builtin.ts'
import { maxDepth } from '#expressions/runtime/budget-limits.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import { isList, type List, type Value } from '#expressions/runtime/values.ts'

export function flattenList(evaluation: Evaluation, list: List, levels: number, site: CallSite): Value {
  const flat: Value[] = []
  const add = (entries: List, level: number): void => {
    if (level > maxDepth) site.location.fail(`This list is nested more than ${maxDepth} levels deep.`)
    for (const entry of entries) {
      // Charged for every entry visited, even empty lists: a few shared nested lists can expand to very many.
      evaluation.growList(flat.length, 1, site.location)
      if (isList(entry) && level < levels) add(entry, level + 1)
      else flat.push(entry)
    }
  }
  add(list, 0)
  return flat
}
