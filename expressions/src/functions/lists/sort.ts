import { callbackAt } from '#expressions/runtime/arguments.ts'
import type { CallSite } from '#expressions/runtime/builtin.ts'
import { toNumber, toText } from '#expressions/runtime/convert.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import type { Argument, List, Value } from '#expressions/runtime/values.ts'

/** Charged for each comparison of two texts besides their characters. */
const comparisonPrice = 20

/** Sorts a copy. The sort is stable, puts undefined last and compares as texts if no function is given. */
export function sortList(
  evaluation: Evaluation,
  list: List,
  args: readonly Argument[],
  site: CallSite,
): Value {
  evaluation.reserveList(list.length, site.location)
  if (args[0] !== undefined) {
    const callback = callbackAt(args, 0, site)
    return list.toSorted((left, right) => toNumber(evaluation, callback(left, right), site.location))
  }
  const missing = list.filter((entry) => entry === undefined)
  const sorted = list
    .filter((entry) => entry !== undefined)
    .map((entry) => {
      const text = toText(evaluation, entry, site.location)
      evaluation.readPart(text, site.location)
      return { entry, text }
    })
    .sort((left, right) => {
      evaluation.work(Math.min(left.text.length, right.text.length) + comparisonPrice, site.location)
      if (left.text === right.text) return 0
      return left.text < right.text ? -1 : 1
    })
    .map(({ entry }) => entry)
  return [...sorted, ...missing]
}
