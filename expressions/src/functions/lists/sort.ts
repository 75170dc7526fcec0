import { callbackAt } from '#expressions/runtime/arguments.ts'
import type { CallSite } from '#expressions/runtime/builtin.ts'
import { toNumber, toText } from '#expressions/runtime/convert.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import type { Argument, List, Value } from '#expressions/runtime/values.ts'

/** Sorts a copy; stable, missing values last, as texts when no function is given. */
export function sortList(run: Evaluation, list: List, args: readonly Argument[], site: CallSite): Value {
  run.reserveList(list.length, site.location)
  if (args[0] !== undefined) {
    const callback = callbackAt(args, 0, site)
    return list.toSorted((left, right) => toNumber(run, callback(left, right), site.location))
  }
  const missing = list.filter((entry) => entry === undefined)
  const sorted = list
    .filter((entry) => entry !== undefined)
    .map((entry) => ({ entry, text: toText(run, entry, site.location) }))
    .sort((left, right) => {
      run.work(Math.min(left.text.length, right.text.length) + 1, site.location)
      if (left.text === right.text) return 0
      return left.text < right.text ? -1 : 1
    })
    .map(({ entry }) => entry)
  return [...sorted, ...missing]
}
