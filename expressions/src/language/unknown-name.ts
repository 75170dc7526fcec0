import { functions, namespaces } from '#expressions/functions/table.ts'
import type { SourceLocation } from '#expressions/runtime/problem.ts'
import { scopeNames } from '#expressions/runtime/scope.ts'
import { findSimilar } from '#expressions/runtime/similar.ts'

/** Names people bring from elsewhere, with what to write here. */
const habits: ReadonlyMap<string, string> = new Map([
  ['Date', 'Write `now` for the current time and `date("2026-01-31")` for a date.'],
  ['RegExp', 'Write the pattern between slashes, such as `/[a-z]+/i`.'],
  ['Symbol', 'Use a `code` node for this.'],
  ['$json', 'Write `previous` for the output of the node before, `input` for the input of the run.'],
  ['$input', 'Write `input`.'],
  ['$now', 'Write `now`.'],
  ['$node', 'Write `nodes["name"].output`.'],
  ['$vars', 'Write `variables`.'],
  ['$item', 'Write `item`.'],
  ...(
    'process require module globalThis global window document console eval Function fetch setTimeout setInterval ' +
    'Promise Proxy Reflect Map Set WeakMap WeakSet Intl BigInt Error Buffer arguments self import exports'
  )
    .split(' ')
    .map((name): [string, string] => [name, 'Use a `code` node for this.']),
])

export function failUnknownName(name: string, location: SourceLocation): never {
  if (functions.has(name)) {
    location.fail(`\`${name}\` is a function.`, `Call it with round brackets: \`${name}(…)\`.`)
  }
  const namespace = namespaces.get(name)
  if (namespace !== undefined) {
    const [example] = namespace.keys()
    location.fail(
      `\`${name}\` cannot be used by itself.`,
      `Use one of its functions, such as \`${name}.${example}\`.`,
    )
  }
  const habit = habits.get(name)
  if (habit !== undefined) location.fail(`\`${name}\` is not available in expressions.`, habit)
  const similar = findSimilar(name, [...scopeNames, ...functions.keys(), ...namespaces.keys()])
  return location.fail(
    `\`${name}\` is not known here.`,
    similar === undefined
      ? `Did you mean \`input.${name}\`? The data of the run is read from ${listScopeNames()}.`
      : `Did you mean \`${similar}${restOfChain(location)}\`?`,
  )
}

/** `.email` of `inptu.email`, so that a suggestion can be copied as it is. */
function restOfChain(location: SourceLocation): string {
  return /^(?:\.[\w$]+)+/.exec(location.text.slice(location.end, location.end + 60))?.[0] ?? ''
}

function listScopeNames(): string {
  return scopeNames.map((name) => `\`${name}\``).join(', ')
}
