import {
  compileTemplate,
  ExpressionError,
  type ExpressionRegion,
  type ExpressionToken,
  type Scope,
  tokenizeExpression,
  tokenizeTemplate,
} from '@millrace/expressions'
import type { ExpressionMode } from './evaluate.ts'
import type { JsonValue } from './scope-position.ts'

/** Enough for every path into recorded data, and too little to delay a key. */
const BUDGET = { steps: 5_000, work: 1024 * 1024 }

export function regionsOf(text: string, mode: ExpressionMode): readonly ExpressionRegion[] {
  return mode === 'condition' && !text.includes('{{') ? [tokenizeExpression(text)] : tokenizeTemplate(text)
}

/** The expression around a position of the text. */
export function regionAt(text: string, position: number, mode: ExpressionMode): ExpressionRegion | undefined {
  return regionsOf(text, mode).find(({ innerFrom, innerTo }) => innerFrom <= position && position <= innerTo)
}

const closers: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }
const isOpener = (text: string) => text === '(' || text === '[' || text === '{' || text === '${'

/** Reads the tokens of one expression backwards. */
export class TokenReader {
  readonly text: string
  readonly tokens: readonly ExpressionToken[]

  constructor(text: string, tokens: readonly ExpressionToken[]) {
    this.text = text
    this.tokens = tokens
  }

  at(index: number): string {
    const token = this.tokens[index]
    return token === undefined ? '' : this.text.slice(token.from, token.to)
  }

  /** The index of the bracket that opens the one at `index`. */
  openerOf(index: number): number {
    let depth = 0
    for (let at = index; at >= 0; at -= 1) {
      const text = this.at(at)
      if (text in closers) depth += 1
      else if (isOpener(text)) depth -= 1
      if (depth === 0) return at
    }
    return -1
  }

  /** Where the chain of property reads and calls starts that ends before the token at `end`: `a.b(c)[0]` of `x + a.b(c)[0].`. */
  chainStart(end: number): number {
    let at = end - 1
    while (at >= 0) {
      if (this.at(at) in closers) {
        const isGroup = this.at(at) !== ']'
        const opener = this.openerOf(at)
        if (opener < 0) return -1
        const before = this.tokens[opener - 1]
        const follows =
          before !== undefined &&
          (['name', 'property', 'function'].includes(before.kind) || [')', ']'].includes(this.at(opener - 1)))
        if (!follows || (isGroup && this.at(at) === '}')) return opener
        at = opener - 1
        continue
      }
      const kind = this.tokens[at]?.kind
      if (kind === undefined || !['name', 'property', 'function', 'string', 'number', 'regex'].includes(kind))
        return -1
      if (this.at(at - 1) !== '.' && this.at(at - 1) !== '?.') return at
      at -= 2
    }
    return -1
  }

  source(from: number, to: number): string {
    const first = this.tokens[from]
    const last = this.tokens[to - 1]
    return first === undefined || last === undefined ? '' : this.text.slice(first.from, last.to)
  }
}

export type Read =
  | { readonly kind: 'value'; readonly value: JsonValue }
  | { readonly kind: 'date' }
  | { readonly kind: 'unknown' }

/** Evaluates an expression for completion. `unknown` if the data is missing or the expression is not complete. */
export function readExpression(source: string, scope: Scope): Read {
  const value = evaluate(source, scope)
  if (value === undefined) return { kind: 'unknown' }
  // The result of an expression is JSON, in which a date is a text; only dates have `zone`.
  const isDate = typeof value === 'string' && typeof evaluate(`(${source}).ms`, scope) === 'number'
  return isDate ? { kind: 'date' } : { kind: 'value', value }
}

function evaluate(source: string, scope: Scope): JsonValue | undefined {
  const compiled = compileTemplate(`{{ ${source} }}`)
  if (!compiled.ok || !compiled.template.typed) return undefined
  try {
    return compiled.template.evaluate(scope, BUDGET) ?? undefined
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}

export interface ArrowParameter {
  readonly name: string
  /** An expression for the value that the parameter has first. */
  readonly source: string
}

/** The parameters of arrow functions that are in scope at the end of the tokens: `x` of `input.items.map(x => x.`. */
export function arrowParameters(reader: TokenReader): readonly ArrowParameter[] {
  const found: ArrowParameter[] = []
  let depth = 0
  for (let at = reader.tokens.length - 1; at >= 0; at -= 1) {
    const text = reader.at(at)
    if (text in closers) depth += 1
    else if (isOpener(text)) depth = Math.max(0, depth - 1)
    if (text !== '=>' || depth > 0) continue
    const isList = reader.at(at - 1) === ')'
    const open = isList ? reader.openerOf(at - 1) : at - 1
    const names = isList ? namesBetween(reader, open, at - 1) : [reader.at(at - 1)]
    const list = listBefore(reader, open)
    const offset = list?.method === 'reduce' ? 1 : 0
    for (const [index, name] of names.entries()) {
      const source = sourceOf(list?.source, index - offset)
      found.push({ name, source })
    }
  }
  return found
}

function sourceOf(list: string | undefined, index: number): string {
  if (list === undefined || index < 0) return 'undefined'
  return index === 0 ? `(${list})[0]` : index === 1 ? '0' : list
}

function namesBetween(reader: TokenReader, open: number, close: number): readonly string[] {
  const names: string[] = []
  for (let at = open + 1; at < close; at += 1)
    if (reader.tokens[at]?.kind === 'name' && [',', '('].includes(reader.at(at - 1)))
      names.push(reader.at(at))
  return names
}

/** The list whose method gets the arrow function that starts at `at`. */
function listBefore(reader: TokenReader, at: number): { source: string; method: string } | undefined {
  if (reader.at(at - 1) !== '(' || reader.tokens[at - 2]?.kind !== 'function') return undefined
  const dot = at - 3
  if (reader.at(dot) !== '.' && reader.at(dot) !== '?.') return undefined
  const start = reader.chainStart(dot)
  return start < 0 ? undefined : { source: reader.source(start, dot), method: reader.at(at - 2) }
}
