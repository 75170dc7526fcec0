import { callbackAt, clampPosition, integerAt, textAt, valueAt } from '#expressions/runtime/arguments.ts'
import { toTable, type BuiltinMethod, type CallSite } from '#expressions/runtime/builtin.ts'
import { joinList } from '#expressions/runtime/convert.ts'
import { isSame } from '#expressions/runtime/equality.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import { isList, type Argument, type List, type Value } from '#expressions/runtime/values.ts'
import { findMethods } from './list-find-methods.ts'
import { flattenList } from './flatten.ts'
import { sortList } from './sort.ts'

type ListMethod = BuiltinMethod<List>

const listToString: ListMethod = {
  use: 'list.toString()',
  help: 'The entries joined into one text with commas.',
  example: '[1, 2].toString()',
  call: (evaluation, list, _args, site) => joinList(evaluation, list, ',', site.location),
}

const otherMethods = toTable<ListMethod>({
  at: {
    use: 'list.at(position)',
    help: 'The entry at the position. A negative position counts from the end.',
    example: '[1, 2, 3].at(-1)',
    call: (evaluation, list, args, site) => list.at(integerAt(evaluation, args, 0, site) ?? 0),
  },
  concat: {
    use: 'list.concat(more, …)',
    help: 'The lists joined into one. A value that is not a list is added as one entry.',
    example: '[1, 2].concat([3], 4)',
    call: (evaluation, list, args, site) => {
      const parts = args.map((_, index) => valueAt(args, index, site))
      const length = parts.reduce((sum: number, part) => sum + (isList(part) ? part.length : 1), list.length)
      evaluation.reserveList(length, site.location)
      // Not list.concat(...parts): a long argument list would overflow the host's stack.
      const joined = [...list]
      for (const part of parts) {
        if (isList(part)) for (const entry of part) joined.push(entry)
        else joined.push(part)
      }
      return joined
    },
  },
  entries: {
    use: 'list.entries()',
    help: 'A list of [position, entry] pairs.',
    example: '["a", "b"].entries()',
    call: (evaluation, list, _args, site) => {
      evaluation.reserveProperties(list.length, site.location)
      return list.map((entry, index) => [index, entry])
    },
  },
  filter: {
    use: 'list.filter(x => …)',
    help: 'The entries for which the function returns true.',
    example: '[1, 2, 3, 4].filter(x => x % 2 === 0)',
    call: (evaluation, list, args, site) => {
      const callback = callbackAt(args, 0, site)
      evaluation.visit(list.length, site.location)
      return list.filter((entry, index) => callback(entry, index, list))
    },
  },
  flat: {
    use: 'list.flat(levels?)',
    help: 'A copy in which nested lists are replaced by their entries, down to a number of levels (default: 1).',
    example: '[1, [2, [3]]].flat()',
    call: (evaluation, list, args, site) =>
      flattenList(evaluation, list, integerAt(evaluation, args, 0, site) ?? 1, site),
  },
  flatMap: {
    use: 'list.flatMap(x => …)',
    help: 'The results of the function for each entry, flattened by one level.',
    example: '[1, 2].flatMap(x => [x, x * 10])',
    call: (evaluation, list, args, site) => {
      const callback = callbackAt(args, 0, site)
      const mapped = list.map((entry, index) => callback(entry, index, list))
      return flattenList(evaluation, mapped, 1, site)
    },
  },
  includes: {
    use: 'list.includes(value)',
    help: 'Whether the list contains the value.',
    example: '["a", "b"].includes("b")',
    call: (evaluation, list, args, site) => {
      const wanted = valueAt(args, 0, site)
      const from = clampPosition(integerAt(evaluation, args, 1, site) ?? 0, list.length)
      evaluation.visit(list.length, site.location)
      return list.slice(from).some((entry) => isSameOrNaN(evaluation, entry, wanted, site))
    },
  },
  indexOf: {
    use: 'list.indexOf(value)',
    help: 'The position of the first occurrence, or -1.',
    example: '["a", "b"].indexOf("b")',
    call: (evaluation, list, args, site) => {
      const wanted = valueAt(args, 0, site)
      const from = clampPosition(integerAt(evaluation, args, 1, site) ?? 0, list.length)
      evaluation.visit(list.length, site.location)
      return list.findIndex(
        (entry, index) => index >= from && isSame(evaluation, entry, wanted, site.location),
      )
    },
  },
  join: {
    use: 'list.join(separator?)',
    help: 'The entries joined into one text with a separator (default: a comma).',
    example: '["a", "b"].join(" and ")',
    call: (evaluation, list, args, site) => {
      const separator = valueAt(args, 0, site) === undefined ? ',' : textAt(evaluation, args, 0, site)
      return joinList(evaluation, list, separator, site.location)
    },
  },
  keys: {
    use: 'list.keys()',
    help: 'A list of the positions.',
    example: '["a", "b"].keys()',
    call: (evaluation, list, _args, site) => {
      evaluation.reserveList(list.length, site.location)
      return list.map((_, index) => index)
    },
  },
  lastIndexOf: {
    use: 'list.lastIndexOf(value)',
    help: 'The position of the last occurrence, or -1.',
    example: '[1, 2, 1].lastIndexOf(1)',
    call: (evaluation, list, args, site) => {
      const wanted = valueAt(args, 0, site)
      evaluation.visit(list.length, site.location)
      return list.findLastIndex((entry) => isSame(evaluation, entry, wanted, site.location))
    },
  },
  map: {
    use: 'list.map(x => …)',
    help: 'The results of the function for each entry.',
    example: '[1, 2, 3].map(x => x * 2)',
    call: (evaluation, list, args, site) => {
      const callback = callbackAt(args, 0, site)
      evaluation.reserveList(list.length, site.location)
      return list.map((entry, index) => callback(entry, index, list))
    },
  },
  reduce: {
    use: 'list.reduce((sum, x) => …, start?)',
    help: 'All entries combined into one value, from the first to the last.',
    example: '[1, 2, 3].reduce((sum, x) => sum + x, 0)',
    call: (evaluation, list, args, site) => reduceList(evaluation, list, args, site),
  },
  reduceRight: {
    use: 'list.reduceRight((sum, x) => …, start?)',
    help: 'All entries combined into one value, from the last to the first.',
    example: '["a", "b"].reduceRight((all, x) => all + x, "")',
    call: (evaluation, list, args, site) => {
      const last = list.length - 1
      const callback = callbackAt(args, 0, site)
      evaluation.reserveList(list.length, site.location)
      return foldList(list.toReversed(), args, site, (sum, entry, index) =>
        callback(sum, entry, last - index, list),
      )
    },
  },
  reverse: {
    use: 'list.reverse()',
    help: 'A copy in reverse order.',
    example: '[1, 2, 3].reverse()',
    call: reverseList,
  },
  slice: {
    use: 'list.slice(from, to?)',
    help: 'The entries between two positions. A negative position counts from the end.',
    example: '[1, 2, 3, 4].slice(1, 3)',
    call: (evaluation, list, args, site) => {
      const from = clampPosition(integerAt(evaluation, args, 0, site) ?? 0, list.length)
      const to = clampPosition(integerAt(evaluation, args, 1, site) ?? list.length, list.length)
      evaluation.reserveList(Math.max(0, to - from), site.location)
      return list.slice(from, Math.max(from, to))
    },
  },
  sort: {
    use: 'list.sort((a, b) => …)',
    help: 'A sorted copy. The function compares two entries; without it, entries are compared as texts.',
    example: '[10, 9, 1].sort((a, b) => a - b)',
    call: sortList,
  },
  toReversed: {
    use: 'list.toReversed()',
    help: 'The same as `reverse`.',
    example: '[1, 2, 3].toReversed()',
    call: reverseList,
  },
  toSorted: {
    use: 'list.toSorted((a, b) => …)',
    help: 'The same as `sort`.',
    example: '["b", "a"].toSorted()',
    call: sortList,
  },
  toSpliced: {
    use: 'list.toSpliced(from, count?, …new)',
    help: 'A copy with some entries removed or replaced.',
    example: '[1, 2, 3].toSpliced(1, 1, "x")',
    call: (evaluation, list, args, site) => {
      const added = args.slice(2).map((_, index) => valueAt(args, index + 2, site))
      evaluation.reserveList(list.length + added.length, site.location)
      if (args.length === 0) return [...list]
      const from = clampPosition(integerAt(evaluation, args, 0, site) ?? 0, list.length)
      const count = args.length === 1 ? Infinity : Math.max(0, integerAt(evaluation, args, 1, site) ?? 0)
      return [...list.slice(0, from), ...added, ...list.slice(Math.min(from + count, list.length))]
    },
  },
  toString: listToString,
  with: {
    use: 'list.with(position, value)',
    help: 'A copy with one entry replaced.',
    example: '[1, 2, 3].with(0, "x")',
    call: (evaluation, list, args, site) => {
      const position = integerAt(evaluation, args, 0, site) ?? 0
      const index = position < 0 ? list.length + position : position
      if (!(index >= 0 && index < list.length)) {
        site.location.fail(
          `The list has no position ${position}: it has ${list.length} ${list.length === 1 ? 'entry' : 'entries'}.`,
        )
      }
      evaluation.reserveList(list.length, site.location)
      return list.with(index, valueAt(args, 1, site))
    },
  },
})

export const listMethods: ReadonlyMap<string, ListMethod> = new Map([...otherMethods, ...findMethods])

function reverseList(evaluation: Evaluation, list: List, _args: readonly Argument[], site: CallSite): Value {
  evaluation.reserveList(list.length, site.location)
  return list.toReversed()
}

function reduceList(evaluation: Evaluation, list: List, args: readonly Argument[], site: CallSite): Value {
  const callback = callbackAt(args, 0, site)
  evaluation.visit(list.length, site.location)
  return foldList(list, args, site, (sum, entry, index) => callback(sum, entry, index, list))
}

function foldList(
  list: List,
  args: readonly Argument[],
  site: CallSite,
  combine: (sum: Value, entry: Value, index: number) => Value,
): Value {
  const hasStart = args.length > 1
  if (!hasStart && list.length === 0) {
    site.location.fail(
      `\`${site.name}\` needs a start value because the list is empty.`,
      `For example \`${site.name}(…, 0)\`.`,
    )
  }
  let sum = hasStart ? valueAt(args, 1, site) : list[0]
  for (let index = hasStart ? 0 : 1; index < list.length; index += 1) sum = combine(sum, list[index], index)
  return sum
}

function isSameOrNaN(evaluation: Evaluation, left: Value, right: Value, site: CallSite): boolean {
  return isSame(evaluation, left, right, site.location) || (Number.isNaN(left) && Number.isNaN(right))
}
