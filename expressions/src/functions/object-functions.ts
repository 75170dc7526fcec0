import { callbackAt, listAt, textAt, valueAt } from '#expressions/runtime/arguments.ts'
import { toTable, type CallSite, type NamespaceMember } from '#expressions/runtime/builtin.ts'
import { toText } from '#expressions/runtime/convert.ts'
import { ownEntries } from '#expressions/runtime/entries.ts'
import { refuseForbiddenKey } from '#expressions/runtime/refused.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import { isList, isPlainObject, nameKind, type Argument, type Value } from '#expressions/runtime/values.ts'

export const objectMembers = toTable<NamespaceMember>({
  keys: {
    use: 'Object.keys(object)',
    help: 'A list of the property names.',
    example: 'Object.keys({ a: 1, b: 2 })',
    call: (evaluation, args, site) => entriesAt(evaluation, args, site).map(([key]) => key),
  },
  values: {
    use: 'Object.values(object)',
    help: 'A list of the property values.',
    example: 'Object.values({ a: 1, b: 2 })',
    call: (evaluation, args, site) => entriesAt(evaluation, args, site).map(([, value]) => value),
  },
  entries: {
    use: 'Object.entries(object)',
    help: 'A list of [name, value] pairs.',
    example: 'Object.entries({ a: 1, b: 2 })',
    call: entriesAt,
  },
  fromEntries: {
    use: 'Object.fromEntries(pairs)',
    help: 'An object created from [name, value] pairs.',
    example: 'Object.fromEntries([["a", 1], ["b", 2]])',
    call: (evaluation, args, site) => {
      const pairs = listAt(args, 0, site)
      evaluation.reserveProperties(pairs.length, site.location)
      const object: Record<string, Value> = {}
      for (const pair of pairs) {
        if (!isList(pair)) {
          return site.location.fail(
            `Each entry of the list must be a [name, value] pair, but one is ${nameKind(pair)}.`,
          )
        }
        setProperty(evaluation, object, [toText(evaluation, pair[0], site.location), pair[1]], site)
      }
      return object
    },
  },
  assign: {
    use: 'Object.assign(object, more, …)',
    help: 'A new object with the properties of all objects. Later properties win.',
    example: 'Object.assign({ a: 1 }, { b: 2 })',
    call: (evaluation, args, site) => {
      const object: Record<string, Value> = {}
      let size = 0
      args.forEach((_, index) => {
        const source = valueAt(args, index, site)
        if (index === 0 && !isPlainObject(source)) {
          site.location.fail(
            `The first argument of \`Object.assign\` must be an object, but it is ${nameKind(source)}.`,
          )
        }
        if (source === null || source === undefined) return
        for (const [key, value] of ownEntries(evaluation, source, site.location)) {
          size += 1
          if (size > evaluation.limits.list) evaluation.reserveProperties(size, site.location)
          setProperty(evaluation, object, [key, value], site)
        }
      })
      return object
    },
  },
  hasOwn: {
    use: 'Object.hasOwn(object, name)',
    help: 'Whether the object has the property.',
    example: 'Object.hasOwn({ a: 1 }, "a")',
    call: (evaluation, args, site) => {
      const object = valueAt(args, 0, site)
      if (object === null || object === undefined) {
        site.location.fail(
          `The first argument of \`Object.hasOwn\` must be an object, but it is ${nameKind(object)}.`,
        )
      }
      const key = textAt(evaluation, args, 1, site)
      evaluation.work(key.length, site.location)
      return (isPlainObject(object) || isList(object)) && Object.hasOwn(object, key)
    },
  },
  groupBy: {
    use: 'Object.groupBy(list, x => …)',
    help: 'An object with the entries grouped into lists by the result of the function.',
    example: 'Object.groupBy([1, 2, 3], x => x % 2 ? "odd" : "even")',
    call: (evaluation, args, site) => {
      const list = listAt(args, 0, site)
      const callback = callbackAt(args, 1, site)
      evaluation.reserveList(list.length, site.location)
      const groups = new Map<string, Value[]>()
      list.forEach((entry, index) => {
        const key = toText(evaluation, callback(entry, index), site.location)
        evaluation.work(key.length, site.location)
        refuseForbiddenKey(key, site.location)
        const group = groups.get(key)
        if (group === undefined) groups.set(key, [entry])
        else group.push(entry)
      })
      return Object.fromEntries(groups)
    },
  },
})

function entriesAt(evaluation: Evaluation, args: readonly Argument[], site: CallSite): [string, Value][] {
  const value = valueAt(args, 0, site)
  if (value === null || value === undefined) {
    site.location.fail(`The argument of \`${site.name}\` must be an object, but it is ${nameKind(value)}.`)
  }
  return ownEntries(evaluation, value, site.location)
}

function setProperty(
  evaluation: Evaluation,
  object: Record<string, Value>,
  [key, value]: readonly [string, Value],
  site: CallSite,
): void {
  evaluation.work(key.length, site.location)
  refuseForbiddenKey(key, site.location)
  object[key] = value
}
