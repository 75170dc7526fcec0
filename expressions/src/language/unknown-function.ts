import { allMethodNames, functions, methodsOf, namespaces } from '#expressions/functions/table.ts'
import type { SourceLocation } from '#expressions/runtime/problem.ts'
import { scopeNames } from '#expressions/runtime/scope.ts'
import { findSimilar } from '#expressions/runtime/similar.ts'
import { failUnknownName } from './unknown-name.ts'
import type { Value } from '#expressions/runtime/values.ts'

/** JavaScript functions that are excluded on purpose, with the alternative. */
const advice: ReadonlyMap<string, string> = new Map([
  ['Math.random', 'Expressions must be repeatable. For random numbers, use a `code` node.'],
  ['Object.defineProperty', 'Use a `code` node instead.'],
  ['Object.freeze', 'Expressions cannot change data.'],
  ['push', 'Expressions cannot change data. Write `[...list, value]`.'],
  ['unshift', 'Expressions cannot change data. Write `[value, ...list]`.'],
  [
    'pop',
    'Expressions cannot change data. Write `list.at(-1)` to read the last entry, or `list.slice(0, -1)` to drop it.',
  ],
  [
    'shift',
    'Expressions cannot change data. Write `list[0]` to read the first entry, or `list.slice(1)` to drop it.',
  ],
  ['splice', 'Expressions cannot change data. Write `list.toSpliced(…)`.'],
  ['fill', 'Expressions cannot change data. Write `list.map(() => value)`.'],
  ['copyWithin', 'Expressions cannot change data.'],
  ['forEach', 'Expressions cannot have side effects. Write `list.map(x => …)`.'],
  ['hasOwnProperty', 'Write `Object.hasOwn(object, "name")` or `"name" in object`.'],
  ['call', 'Use a `code` node instead.'],
  ['apply', 'Use a `code` node instead.'],
  ['bind', 'Use a `code` node instead.'],
  ['getTime', 'Write `.ms`.'],
  ['toISOString', 'Write `.iso()`.'],
])

export function failUnknownFunction(
  name: string,
  location: SourceLocation,
  siblings?: Iterable<string>,
): never {
  const hint = advice.get(name)
  if (hint !== undefined) location.fail(`\`${name}\` is not available in expressions.`, hint)
  if (siblings !== undefined) {
    const [space = '', member = ''] = name.split('.')
    const similar = findSimilar(member, siblings)
    location.fail(
      `Unknown function \`${name}\`.`,
      similar === undefined ? undefined : `Did you mean \`${space}.${similar}\`?`,
    )
  }
  if ((scopeNames as readonly string[]).includes(name)) {
    location.fail(`\`${name}\` is a value, not a function.`, 'Write it without parentheses.')
  }
  if (namespaces.has(name)) return failUnknownName(name, location)
  const method = [...allMethodNames()].find((candidate) => candidate.toLowerCase() === name.toLowerCase())
  const similar = findSimilar(name, functions.keys()) ?? findSimilar(name, allMethodNames())
  if (method !== undefined) {
    location.fail(`Unknown function \`${name}\`.`, `Call it on a value: \`value.${method}(…)\`.`)
  }
  if (similar === undefined) return failUnknownName(name, location)
  return location.fail(
    `Unknown function \`${name}\`.`,
    functions.has(similar) ? `Did you mean \`${similar}(…)\`?` : `Did you mean \`value.${similar}(…)\`?`,
  )
}

/** `self` is undefined if no type has the method, which is known at compile time. */
export function explainUnknownMethod(
  name: string,
  self: Value,
): { readonly message: string; readonly suggestion: string | undefined } {
  const message = `Unknown function \`${name}\`.`
  const hint = advice.get(name)
  if (hint !== undefined) return { message, suggestion: hint }
  const similar = findSimilar(name, self === undefined ? allMethodNames() : methodsOf(self).keys())
  return { message, suggestion: similar === undefined ? undefined : `Did you mean \`${similar}\`?` }
}
