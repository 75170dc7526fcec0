import { parseSync } from 'vite'

/** A string in a source file that belongs in the catalogue. */
export interface LiteralText {
  line: number
  text: string
}

/** Attributes and properties whose values users read or hear. */
const textNames = new Set([
  'accessibleName',
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'caption',
  'contentName',
  'copyName',
  'description',
  'explanation',
  'heading',
  'help',
  'hint',
  'label',
  'lead',
  'message',
  'placeholder',
  'subtitle',
  'summary',
  'term',
  'text',
  'title',
  'tooltip',
])

/** Values of `KeyboardEvent.key`, which no button or label would consist of. */
const keyNames = new Set([
  'Alt',
  'Backspace',
  'Control',
  'Enter',
  'Escape',
  'F1',
  'Meta',
  'Shift',
  'Space',
  'Tab',
])
/** Errors that report bugs to developers. Users see other messages. */
const developerErrors = new Set(['Error', 'RangeError', 'TypeError'])

const hasLetter = /\p{L}/u
/** "Never", "Try again", "“Name” is ready", but neither "M10 2.5a7" nor "ApiKeysPage" nor "Content-Type". */
const startsWithCapitalisedWord = /^\P{L}*\p{Lu}\p{Ll}*(?:['’]\p{Ll}+)?(?:[\s.,:;!?…]|$)/u
const hasWord = /\p{L}{2}/u

interface Node {
  type: string
  start: number
  [key: string]: unknown
}

/**
 * Finds literal texts in a source file:
 * 1. text between JSX tags;
 * 2. strings that a JSX expression such as `{on ? 'Hide' : 'Show'}` can render;
 * 3. strings in attributes and properties that hold texts, such as `aria-label` and `title`;
 * 4. any other string that starts with a capitalised word, unless it is compared, is a key, names a key of the keyboard,
 *    or reports a bug.
 */
export function findLiteralTexts(path: string, source: string): LiteralText[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`Cannot parse ${path}: ${errors[0]?.message}`)
  const found = new Map<number, LiteralText>()

  const report = (node: Node, text: string) => {
    const line = source.slice(0, node.start).split('\n').length
    found.set(node.start, { line, text: text.replaceAll(/\s+/g, ' ').trim() })
  }
  const reportResults = (node: Node) => {
    for (const result of findResults(node)) {
      const text = readString(result)
      if (text !== undefined && hasLetter.test(text)) report(result, text)
    }
  }

  const visit = (node: Node) => {
    if (isExempt(node)) return
    const text = readString(node)
    if (text !== undefined && isPhrase(text)) report(node, text)
    if (node.type === 'JSXText' && hasLetter.test(String(node['value']))) report(node, String(node['value']))
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      for (const child of node['children'] as Node[]) reportResults(child)
    }
    if (isTextAttribute(node) || isTextProperty(node)) {
      if (isNode(node['value'])) reportResults(node['value'])
    }
    for (const child of children(node)) visit(child)
  }
  visit(program as unknown as Node)
  return [...found.values()].sort((a, b) => a.line - b.line)
}

function isPhrase(text: string): boolean {
  return startsWithCapitalisedWord.test(text) && hasWord.test(text) && !keyNames.has(text)
}

/** The nodes that an expression can evaluate to: both branches of a condition, for example. */
function findResults(node: Node): Node[] {
  switch (node.type) {
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return findResults(node['expression'] as Node)
    case 'ConditionalExpression':
      return [...findResults(node['consequent'] as Node), ...findResults(node['alternate'] as Node)]
    case 'LogicalExpression':
    case 'BinaryExpression':
      return node['operator'] === '+' || node.type === 'LogicalExpression'
        ? [...findResults(node['left'] as Node), ...findResults(node['right'] as Node)]
        : []
    default:
      return [node]
  }
}

function readString(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  if (node.type !== 'TemplateLiteral') return undefined
  const parts = node['quasis'] as { value: { cooked: string | null } }[]
  // A value counts as a word, since it may start a sentence: `${name} is ready`.
  return parts.map(({ value }) => value.cooked ?? '').join('…')
}

function isExempt(node: Node): boolean {
  if (node.type.startsWith('TS') && /Type|Interface|Module/.test(node.type)) return true
  if (node.type === 'ImportDeclaration') return true
  if (node.type !== 'NewExpression') return false
  const callee = node['callee'] as Node
  return callee.type === 'Identifier' && developerErrors.has(String(callee['name']))
}

function isTextAttribute(node: Node): boolean {
  if (node.type !== 'JSXAttribute') return false
  return textNames.has(String((node['name'] as Node)['name']))
}

function isTextProperty(node: Node): boolean {
  if (node.type !== 'Property') return false
  const key = node['key'] as Node
  return textNames.has(String(key['name'] ?? key['value']))
}

function children(node: Node): Node[] {
  const nodes: Node[] = []
  for (const [name, value] of Object.entries(node)) {
    const isKey = name === 'key' && node['computed'] !== true
    if (isKey || (isComparison(node) && name !== 'consequent')) {
      nodes.push(...(isNode(value) ? [value] : []).filter(({ type }) => type !== 'Literal'))
    } else {
      nodes.push(...(Array.isArray(value) ? value : [value]).filter(isNode))
    }
  }
  return nodes
}

/** `key === 'Enter'` and `case 'Enter':` show nothing. */
function isComparison(node: Node): boolean {
  if (node.type === 'SwitchCase') return true
  return node.type === 'BinaryExpression' && node['operator'] !== '+'
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}
