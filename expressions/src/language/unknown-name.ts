import { functions, namespaces } from '#expressions/functions/table.ts'
import type { SourceLocation } from '#expressions/runtime/problem.ts'
import { scopeNames } from '#expressions/runtime/scope.ts'
import { findSimilar } from '#expressions/runtime/similar.ts'

/** Names from JavaScript and other products, with the equivalent in expressions. */
const foreignNames: ReadonlyMap<string, string> = new Map([
  ['Date', 'Write `now` for the current time and `date("2026-01-31")` for a date.'],
  ['RegExp', 'Write the pattern between slashes, such as `/[a-z]+/i`.'],
  ['Symbol', 'Use a `code` node instead.'],
  [
    '$json',
    'Write `previous` for the output of the previous node, or `input` for the input of the execution.',
  ],
  ['$input', 'Write `input`.'],
  ['$now', 'Write `now`.'],
  ['$node', 'Write `nodes["name"].output`.'],
  ['$vars', 'Write `vars` for the variables of the account, or `variables` for those of the workflow.'],
  ['$item', 'Write `item`.'],
  ...(
    'process require module globalThis global window document console eval Function fetch setTimeout setInterval ' +
    'Promise Proxy Reflect Map Set WeakMap WeakSet Intl BigInt Error Buffer arguments self import exports'
  )
    .split(' ')
    .map((name): [string, string] => [name, 'Use a `code` node instead.']),
])

export function failUnknownName(name: string, location: SourceLocation): never {
  if (functions.has(name)) {
    location.fail(`\`${name}\` is a function.`, `Call it with parentheses: \`${name}(…)\`.`)
  }
  const namespace = namespaces.get(name)
  if (namespace !== undefined) {
    const [example] = namespace.keys()
    location.fail(
      `\`${name}\` cannot be used on its own.`,
      `Use one of its functions, such as \`${name}.${example}\`.`,
    )
  }
  const hint = foreignNames.get(name)
  if (hint !== undefined) location.fail(`\`${name}\` is not available in expressions.`, hint)
  const similar = findSimilar(name, [...scopeNames, ...functions.keys(), ...namespaces.keys()])
  return location.fail(
    `Unknown name \`${name}\`.`,
    similar === undefined
      ? `Did you mean \`input.${name}\`? The available names are ${listScopeNames()}.`
      : `Did you mean \`${similar}${restOfChain(location)}\`?`,
  )
}

/** The `.email` of `inptu.email`, so that users can copy the suggestion unchanged. */
function restOfChain(location: SourceLocation): string {
  return /^(?:\.[\w$]+)+/.exec(location.text.slice(location.end, location.end + 60))?.[0] ?? ''
}

function listScopeNames(): string {
  return scopeNames.map((name) => `\`${name}\``).join(', ')
}
