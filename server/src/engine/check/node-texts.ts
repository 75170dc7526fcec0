import { type GraphNode, isJsonObject, type JsonObject, type JsonValue } from '#domain/index.ts'
import type { NodeKind } from '#ports/index.ts'
import type { TSchema } from 'typebox'
import { memberRules } from '../compile/compile-list.ts'

/** How a text of a parameter is read. `own`: an expression that is evaluated before the run, otherwise a literal. */
type TextSyntax = 'template' | 'condition' | 'literal' | 'own' | 'code'

export interface NodeText {
  /** The path in the parameters, such as `cases.0.condition`. */
  readonly parameter: string
  readonly text: string
  readonly syntax: TextSyntax
  /** True for a condition that is evaluated repeatedly while the step is active. */
  readonly isLive: boolean
}

/** The engine evaluates the key of every trigger itself. */
const CONCURRENCY_KEY = 'concurrency.key'

/** All texts in the parameters of a node, with the way in which each is read. */
export function textsOf(node: GraphNode, kind: NodeKind): readonly NodeText[] {
  const texts: NodeText[] = []
  for (const [name, value] of Object.entries(node.data)) {
    // Code that is too long is refused, whatever it says. Parsing it would keep everybody waiting.
    if (typeof value === 'string' && value.length > maxLengthOf(kind, name)) continue
    const isLive = kind.liveConditions?.includes(name) === true && typeof value === 'string'
    const base = isLive || kind.conditions?.includes(name) === true ? 'condition' : syntaxOf(kind, name)
    collect({ value, path: [name], inherited: base, kind, isLive }, texts)
  }
  return texts
}

interface Position {
  readonly value: JsonValue
  readonly path: readonly string[]
  /** The syntax of texts that no rule mentions. */
  readonly inherited: TextSyntax
  readonly kind: NodeKind
  readonly isLive: boolean
}

function collect({ value, path, inherited, kind, isLive }: Position, texts: NodeText[]): void {
  const parameter = path.join('.')
  if (typeof value === 'string') {
    const isOwn = parameter === CONCURRENCY_KEY || kind.ownExpressions?.includes(path[0] ?? '') === true
    texts.push({ parameter, text: value, syntax: isOwn ? 'own' : inherited, isLive })
  } else if (Array.isArray(value)) {
    for (const [index, entry] of (value as readonly JsonValue[]).entries()) {
      collect({ value: entry, path: [...path, String(index)], inherited, kind, isLive }, texts)
    }
  } else if (isJsonObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      const syntax = memberSyntax([...path, name], kind) ?? inherited
      collect({ value: member, path: [...path, name], inherited: syntax, kind, isLive }, texts)
    }
  }
}

/** The rule of a kind for a member such as `options.query` or `cases[].condition`; undefined if there is none. */
function memberSyntax(path: readonly string[], kind: NodeKind): TextSyntax | undefined {
  const [parameter = '', second, third] = path
  if (path.length === 2 && kind.literals?.includes(`${parameter}.${second}`) === true) return 'literal'
  if (path.length !== 3 || third === undefined) return undefined
  const rules = memberRules(parameter, kind)
  if (rules?.conditions.includes(third) === true) return 'condition'
  return rules?.literals.includes(third) === true ? 'literal' : undefined
}

function maxLengthOf({ parameters }: NodeKind, name: string): number {
  const { properties = {} } = parameters as { properties?: Record<string, { maxLength?: number }> }
  return properties[name]?.maxLength ?? Infinity
}

function syntaxOf(kind: NodeKind, name: string): TextSyntax {
  if (kind.literals?.includes(name) !== true) return 'template'
  const { properties = {} } = kind.parameters as {
    properties?: Record<string, TSchema & { 'x-format'?: string }>
  }
  return properties[name]?.['x-format'] === 'code' ? 'code' : 'literal'
}

/** The paths of members whose names contain `{{`: names are never evaluated. */
export function namesWithBraces(data: JsonObject): readonly string[] {
  const found: string[] = []
  const visit = (value: JsonValue, path: readonly string[]) => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, member] of Object.entries(value)) {
      if (!Array.isArray(value) && name.includes('{{')) found.push([...path, name].join('.'))
      visit(member, [...path, name])
    }
  }
  visit(data, [])
  return found
}
