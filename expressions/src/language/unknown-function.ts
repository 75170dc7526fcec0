import { allMethodNames, functions, methodsOf, namespaces } from '#expressions/functions/table.ts'
import type { SourceLocation } from '#expressions/runtime/problem.ts'
import { scopeNames } from '#expressions/runtime/scope.ts'
import { findSimilar } from '#expressions/runtime/similar.ts'
import { failUnknownName } from './unknown-name.ts'
import type { Value } from '#expressions/runtime/values.ts'

/** Functions of JavaScript that are left out on purpose, with what to write instead. */
const advice: ReadonlyMap<string, string> = new Map([
  ['Math.random', 'A run must be repeatable; use a `code` node for random numbers.'],
  ['Object.defineProperty', 'Use a `code` node for this.'],
  ['Object.freeze', 'Data never changes in expressions.'],
  ['push', 'Data never changes in expressions: write `[...list, value]`.'],
  ['unshift', 'Data never changes in expressions: write `[value, ...list]`.'],
  ['pop', 'Data never changes in expressions: write `list.at(-1)` to read, `list.slice(0, -1)` to drop it.'],
  ['shift', 'Data never changes in expressions: write `list[0]` to read, `list.slice(1)` to drop it.'],
  ['splice', 'Data never changes in expressions: write `list.toSpliced(…)`.'],
  ['fill', 'Data never changes in expressions: write `list.map(() => value)`.'],
  ['copyWithin', 'Data never changes in expressions.'],
  ['forEach', 'Nothing can be changed on the way: write `list.map(x => …)`.'],
  ['hasOwnProperty', 'Write `Object.hasOwn(object, "name")`, or `"name" in object`.'],
  ['call', 'Use a `code` node for this.'],
  ['apply', 'Use a `code` node for this.'],
  ['bind', 'Use a `code` node for this.'],
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
      `There is no function \`${name}\`.`,
      similar === undefined ? undefined : `Did you mean \`${space}.${similar}\`?`,
    )
  }
  if ((scopeNames as readonly string[]).includes(name)) {
    location.fail(`\`${name}\` is a value, not a function.`, 'Write it without round brackets.')
  }
  if (namespaces.has(name)) return failUnknownName(name, location)
  const method = [...allMethodNames()].find((candidate) => candidate.toLowerCase() === name.toLowerCase())
  const similar = findSimilar(name, functions.keys()) ?? findSimilar(name, allMethodNames())
  if (method !== undefined) {
    location.fail(`There is no function \`${name}\`.`, `Write it behind the value: \`value.${method}(…)\`.`)
  }
  if (similar === undefined) return failUnknownName(name, location)
  return location.fail(
    `There is no function \`${name}\`.`,
    functions.has(similar) ? `Did you mean \`${similar}(…)\`?` : `Did you mean \`value.${similar}(…)\`?`,
  )
}

/** `self` is undefined when no kind of value has the method, which is known before the run. */
export function explainUnknownMethod(
  name: string,
  self: Value,
): { readonly message: string; readonly suggestion: string | undefined } {
  const message = `There is no function \`${name}\` here.`
  const hint = advice.get(name)
  if (hint !== undefined) return { message, suggestion: hint }
  const similar = findSimilar(name, self === undefined ? allMethodNames() : methodsOf(self).keys())
  return { message, suggestion: similar === undefined ? undefined : `Did you mean \`${similar}\`?` }
}
