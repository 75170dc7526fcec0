import type { JsonValue } from '../../../graph/types.ts'
import { type ReferenceSyntax, renameNodeReferences } from '@millrace/expressions'

/** Which parameters of a type are expressions without `{{ }}`, and which contain none: as `listNodeTypes` describes them. */
export interface ExpressionRules {
  readonly conditions: readonly string[]
  readonly literals: readonly string[]
}

export type RulesOf = (type: string) => ExpressionRules | undefined

export function rulesFrom(types: readonly (ExpressionRules & { readonly type: string })[]): RulesOf {
  const byType = new Map(types.map((one) => [one.type, one]))
  return (type) => byType.get(type)
}

/** What holds until the types are loaded. */
const BUILT_IN: Readonly<Record<string, ExpressionRules>> = {
  if: { conditions: ['condition'], literals: [] },
  switch: { conditions: ['cases[].condition'], literals: ['cases[].name'] },
  loop: { conditions: ['while'], literals: [] },
  wait: { conditions: ['match'], literals: ['for'] },
}

export const builtInRules: RulesOf = (type) => (Object.hasOwn(BUILT_IN, type) ? BUILT_IN[type] : undefined)

type Rename = (key: string) => string | undefined

/** Renames the references in all parameters of a node. Returns the same object if there are none. */
export function renameInParameters(
  node: { readonly type: string; readonly data?: Readonly<Record<string, JsonValue>> },
  rename: Rename,
  rulesOf: RulesOf,
): Readonly<Record<string, JsonValue>> | undefined {
  if (node.data === undefined) return undefined
  const rules = rulesOf(node.type)
  const syntaxOf = (path: string): ReferenceSyntax | undefined => {
    if (node.type === 'code' && path === 'code') return 'code'
    if (rules?.conditions.includes(path) === true) return 'condition'
    return rules?.literals.includes(path) === true ? undefined : 'template'
  }
  return renameIn(node.data, '', syntaxOf, rename) as Readonly<Record<string, JsonValue>>
}

function renameIn(
  value: JsonValue,
  path: string,
  syntaxOf: (path: string) => ReferenceSyntax | undefined,
  rename: Rename,
): JsonValue {
  const syntax = path === '' ? 'template' : syntaxOf(path)
  if (syntax === undefined) return value
  if (typeof value === 'string') return renameNodeReferences(value, syntax, rename)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const list = value as readonly JsonValue[]
    const renamed = list.map((entry) => renameIn(entry, `${path}[]`, syntaxOf, rename))
    return renamed.every((entry, index) => entry === list[index]) ? list : renamed
  }
  const members = Object.entries(value as Readonly<Record<string, JsonValue>>)
  const renamed = members.map(([name, member]) => ({
    name,
    member,
    next: renameIn(member, path === '' ? name : `${path}.${name}`, syntaxOf, rename),
  }))
  if (renamed.every(({ member, next }) => member === next)) return value
  return Object.fromEntries(renamed.map(({ name, next }) => [name, next]))
}
