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
    help: 'The list of property names.',
    example: 'Object.keys({ a: 1, b: 2 })',
    call: (run, args, site) => entriesAt(run, args, site).map(([key]) => key),
  },
  values: {
    use: 'Object.values(object)',
    help: 'The list of property values.',
    example: 'Object.values({ a: 1, b: 2 })',
    call: (run, args, site) => entriesAt(run, args, site).map(([, value]) => value),
  },
  entries: {
    use: 'Object.entries(object)',
    help: 'A list of [name, value] pairs.',
    example: 'Object.entries({ a: 1, b: 2 })',
    call: entriesAt,
  },
  fromEntries: {
    use: 'Object.fromEntries(pairs)',
    help: 'An object made of [name, value] pairs.',
    example: 'Object.fromEntries([["a", 1], ["b", 2]])',
    call: (run, args, site) => {
      const pairs = listAt(args, 0, site)
      run.reserveProperties(pairs.length, site.location)
      const object: Record<string, Value> = {}
      for (const pair of pairs) {
        if (!isList(pair)) {
          return site.location.fail(`Each entry must be a [name, value] pair, but one is ${nameKind(pair)}.`)
        }
        setProperty(run, object, toText(run, pair[0], site.location), pair[1], site)
      }
      return object
    },
  },
  assign: {
    use: 'Object.assign(object, more, …)',
    help: 'A new object with the properties of all; later ones win.',
    example: 'Object.assign({ a: 1 }, { b: 2 })',
    call: (run, args, site) => {
      const object: Record<string, Value> = {}
      let size = 0
      args.forEach((_, index) => {
        const source = valueAt(args, index, site)
        if (index === 0 && !isPlainObject(source)) {
          site.location.fail(`\`Object.assign\` needs an object first, but it is ${nameKind(source)}.`)
        }
        if (source === null || source === undefined) return
        for (const [key, value] of ownEntries(run, source, site.location)) {
          size += 1
          if (size > run.limits.list) run.reserveProperties(size, site.location)
          setProperty(run, object, key, value, site)
        }
      })
      return object
    },
  },
  hasOwn: {
    use: 'Object.hasOwn(object, name)',
    help: 'Whether the object has the property.',
    example: 'Object.hasOwn({ a: 1 }, "a")',
    call: (run, args, site) => {
      const object = valueAt(args, 0, site)
      if (object === null || object === undefined) {
        site.location.fail(`\`Object.hasOwn\` needs an object first, but it is ${nameKind(object)}.`)
      }
      const key = textAt(run, args, 1, site)
      run.work(key.length, site.location)
      return (isPlainObject(object) || isList(object)) && Object.hasOwn(object, key)
    },
  },
  groupBy: {
    use: 'Object.groupBy(list, x => …)',
    help: 'An object of lists: the entries grouped by what the function gives.',
    example: 'Object.groupBy([1, 2, 3], x => x % 2 ? "odd" : "even")',
    call: (run, args, site) => {
      const list = listAt(args, 0, site)
      const callback = callbackAt(args, 1, site)
      run.reserveList(list.length, site.location)
      const groups = new Map<string, Value[]>()
      list.forEach((entry, index) => {
        const key = toText(run, callback(entry, index), site.location)
        run.work(key.length, site.location)
        refuseForbiddenKey(key, site.location)
        const group = groups.get(key)
        if (group === undefined) groups.set(key, [entry])
        else group.push(entry)
      })
      return Object.fromEntries(groups)
    },
  },
})

function entriesAt(run: Evaluation, args: readonly Argument[], site: CallSite): [string, Value][] {
  const value = valueAt(args, 0, site)
  if (value === null || value === undefined) {
    site.location.fail(`\`${site.name}\` needs an object, but it is ${nameKind(value)}.`)
  }
  return ownEntries(run, value, site.location)
}

function setProperty(
  run: Evaluation,
  object: Record<string, Value>,
  key: string,
  value: Value,
  site: CallSite,
): void {
  run.work(key.length, site.location)
  refuseForbiddenKey(key, site.location)
  object[key] = value
}
