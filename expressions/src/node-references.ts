import { type AnyNode, type MemberExpression, parse } from 'acorn'
import { parseExpressionAt } from './language/parse.ts'
import { childrenOf, declares } from './language/walk.ts'
import { ExpressionError } from './runtime/problem.ts'

/**
 * How a text is read. `template`: expressions in `{{ }}`. `condition`: as a template, and without brackets one expression.
 * `code`: the body of a function.
 */
export type ReferenceSyntax = 'template' | 'condition' | 'code'

interface Reference {
  /** The id or name that the text uses. */
  readonly key: string
  /** The part of the text to replace, and what it becomes for another key. */
  readonly start: number
  readonly end: number
  write(key: string): string
}

const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u

/**
 * Renames the nodes that a text refers to, as in `nodes["Fetch order"]` or `nodes.fetch`. All other text stays as it is,
 * and so does an expression that cannot be parsed. `rename` returns undefined for a key that does not change.
 */
export function renameNodeReferences(
  text: string,
  syntax: ReferenceSyntax,
  rename: (key: string) => string | undefined,
): string {
  if (!text.includes('nodes')) return text
  let result = ''
  let from = 0
  for (const { key, start, end, write } of findReferences(text, syntax)) {
    const renamed = rename(key)
    if (renamed === undefined || renamed === key) continue
    result += text.slice(from, start) + write(renamed)
    from = end
  }
  return result + text.slice(from)
}

function findReferences(text: string, syntax: ReferenceSyntax): Reference[] {
  const found: Reference[] = []
  for (const { node, offset } of parseParts(text, syntax)) {
    if (node.type !== 'Program' || !declaresAnywhere(node)) collect(node, offset, text, found)
  }
  return found
}

/** A part of a text that was parsed. Positions in the tree are relative to `offset`. */
interface ParsedPart {
  readonly node: AnyNode
  readonly offset: number
}

/** The syntax trees of a text, each parsed when it is asked for. Parts that cannot be parsed are left out. */
export function parseParts(text: string, syntax: ReferenceSyntax): Iterable<ParsedPart> {
  if (syntax === 'code') return parseCode(text)
  return syntax === 'condition' && !text.includes('{{') ? parseCondition(text) : parseTemplate(text)
}

function* parseTemplate(text: string): Iterable<ParsedPart> {
  let from = 0
  for (let at = text.indexOf('{{'); at !== -1; at = text.indexOf('{{', from)) {
    from = at + 2
    const parsed = tryParse(text, from)
    if (parsed === undefined || !text.startsWith('}}', parsed.next)) continue
    yield { node: parsed.node, offset: from }
    from = parsed.next + 2
  }
}

function parseCondition(text: string): readonly ParsedPart[] {
  const parsed = tryParse(text, 0)
  return parsed !== undefined && parsed.next >= text.length ? [{ node: parsed.node, offset: 0 }] : []
}

function tryParse(text: string, from: number) {
  try {
    return parseExpressionAt(text, from)
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return undefined
  }
}

function parseCode(text: string): readonly ParsedPart[] {
  try {
    const program = parse(text, {
      ecmaVersion: 'latest',
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
    })
    return [{ node: program, offset: 0 }]
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error
    return []
  }
}

/** Code that declares a `nodes` of its own is left alone: which of both a line means takes more than its syntax. */
function declaresAnywhere(node: AnyNode): boolean {
  if (node.type === 'VariableDeclarator' && declares(node.id, 'nodes')) return true
  if ('params' in node && node.params.some((parameter) => declares(parameter, 'nodes'))) return true
  return childrenOf(node).some(declaresAnywhere)
}

function collect(node: AnyNode, offset: number, text: string, found: Reference[]): void {
  if (node.type === 'ArrowFunctionExpression' && node.params.some((one) => declares(one, 'nodes'))) return
  if (node.type === 'VariableDeclarator' && isNodes(node.init ?? undefined))
    collectPattern(node.id, offset, found)
  for (const child of childrenOf(node)) collect(child, offset, text, found)
  if (node.type !== 'MemberExpression' || !isNodes(node.object)) return
  const reference = readMember(node, offset, text)
  if (reference !== undefined) found.push(reference)
}

function isNodes(node: AnyNode | undefined): boolean {
  return node?.type === 'Identifier' && node.name === 'nodes'
}

function readMember(node: MemberExpression, offset: number, text: string): Reference | undefined {
  const { property } = node
  const [start, end] = [offset + property.start, offset + property.end]
  if (!node.computed) {
    if (property.type !== 'Identifier') return undefined
    const from = offset + node.object.end
    return {
      key: property.name,
      start: from,
      end,
      write: (key) => {
        if (identifier.test(key)) return text.slice(from, start) + key
        return `${node.optional ? '?.' : ''}[${JSON.stringify(key)}]`
      },
    }
  }
  if (property.type === 'Literal' && typeof property.value === 'string') {
    const quote = text[start]
    return { key: property.value, start, end, write: (key) => quoteText(key, quote === "'" ? "'" : '"') }
  }
  const [quasi] = property.type === 'TemplateLiteral' ? property.quasis : []
  if (property.type !== 'TemplateLiteral' || property.expressions.length > 0) return undefined
  const key = quasi?.value.cooked
  return typeof key === 'string' ? { key, start, end, write: (name) => quoteText(name, '"') } : undefined
}

/** `const { fetch, "Fetch order": order } = nodes` */
function collectPattern(pattern: AnyNode, offset: number, found: Reference[]): void {
  if (pattern.type !== 'ObjectPattern') return
  for (const property of pattern.properties) {
    if (property.type === 'RestElement' || property.computed) continue
    const { key } = property
    const [start, end] = [offset + key.start, offset + key.end]
    if (key.type === 'Identifier') {
      const suffix = property.shorthand ? `: ${key.name}` : ''
      const write = (name: string) => `${identifier.test(name) ? name : quoteText(name, '"')}${suffix}`
      found.push({ key: key.name, start, end, write })
    } else if (key.type === 'Literal' && typeof key.value === 'string') {
      found.push({ key: key.value, start, end, write: (name) => quoteText(name, '"') })
    }
  }
}

function quoteText(text: string, quote: '"' | "'"): string {
  const quoted = JSON.stringify(text)
  return quote === '"' ? quoted : `'${quoted.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}
