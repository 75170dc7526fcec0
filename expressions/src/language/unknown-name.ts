import { functions, namespaces } from '#expressions/functions/table.ts'
import type { Place } from '#expressions/runtime/problem.ts'
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

export function failUnknownName(name: string, place: Place): never {
  if (functions.has(name)) {
    place.fail(`\`${name}\` is a function.`, `Call it with round brackets: \`${name}(…)\`.`)
  }
  const namespace = namespaces.get(name)
  if (namespace !== undefined) {
    const [example] = namespace.keys()
    place.fail(
      `\`${name}\` cannot be used by itself.`,
      `Use one of its functions, such as \`${name}.${example}\`.`,
    )
  }
  const habit = habits.get(name)
  if (habit !== undefined) place.fail(`\`${name}\` is not available in expressions.`, habit)
  const similar = findSimilar(name, [...scopeNames, ...functions.keys(), ...namespaces.keys()])
  return place.fail(
    `\`${name}\` is not known here.`,
    similar === undefined
      ? `Did you mean \`input.${name}\`? The data of the run is read from ${listScopeNames()}.`
      : `Did you mean \`${similar}${restOfChain(place)}\`?`,
  )
}

/** `.email` of `inptu.email`, so that a suggestion can be copied as it is. */
function restOfChain(place: Place): string {
  return /^(?:\.[\w$]+)+/.exec(place.text.slice(place.end, place.end + 60))?.[0] ?? ''
}

function listScopeNames(): string {
  return scopeNames.map((name) => `\`${name}\``).join(', ')
}
