import { tokenizeExpression } from '@millrace/expressions'
import * as t from '../../texts/editor/expressions.ts'
import {
  type Completion,
  type Found,
  type Knowledge,
  membersOf,
  nodeNames,
  scopeNames,
} from '../completions.ts'
import { arrowParameters, readExpression, TokenReader } from '../receiver.ts'
import { describeBriefly } from '../describe-value.ts'

const KEYWORDS =
  'await async break catch const continue else finally for function if let new of return throw try typeof while'.split(
    ' ',
  )
/** Built-in objects whose members are functions that code calls. */
const NAMESPACES: Readonly<Record<string, object>> = {
  Array,
  BigInt,
  Date,
  JSON,
  Math,
  Number,
  Object,
  Promise,
  String,
}
const CLASSES = { Map, Set, RegExp, Error, URL, URLSearchParams, TextEncoder, TextDecoder, Intl }
const FUNCTIONS = [
  'atob',
  'btoa',
  'structuredClone',
  'parseInt',
  'parseFloat',
  'encodeURIComponent',
  'decodeURIComponent',
]
/** What the sandbox has and the browser has otherwise. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  console: ['log', 'info', 'debug', 'warn', 'error'],
  crypto: ['randomUUID', 'getRandomValues', 'subtle'],
}
/** Methods that nobody should use in new code. */
const OUTDATED =
  /^(?:anchor|big|blink|bold|fixed|font|italics|link|small|strike|sub|sup|substr|trimLeft|trimRight|escape|unescape)/

/** The completions at a position of a line of code, or undefined if none make sense there. `code` is all of it. */
export function findCodeCompletions(
  code: string,
  { line, at }: { readonly line: string; readonly at: number },
  knowledge: Knowledge,
): Found | undefined {
  const before = tokenizeExpression(line.slice(0, at)).tokens
  const last = before.at(-1)
  const isText = last?.kind === 'string' && last.to >= at
  if (isText || /\bnodes\s*\[\s*$/.test(line.slice(0, at))) return completeNode(line, at, knowledge)
  const isWord = last !== undefined && last.to >= at && /^[\p{L}_$]/u.test(line.slice(last.from, last.to))
  const from = isWord ? last.from : at
  const reader = new TokenReader(line, isWord ? before.slice(0, -1) : before)
  const previous = reader.at(reader.tokens.length - 1)
  const typed = line.slice(from, at)
  const items =
    previous === '.' || previous === '?.'
      ? completeMembers(code, reader, knowledge)
      : DECLARATIONS.has(previous)
        ? []
        : completeNames(code, reader, knowledge)
  // What is typed in full needs no list, and Enter begins a new line.
  const open = items.filter(({ insert }) => insert !== typed)
  return open.length === 0 ? undefined : { from, items: open }
}

const DECLARATIONS = new Set(['const', 'let', 'var', 'function', 'class'])

/** Between the brackets of `nodes[…]`. */
function completeNode(line: string, at: number, knowledge: Knowledge): Found | undefined {
  const opened = /\bnodes\s*\[\s*(?<name>["'][^"']*)?$/.exec(line.slice(0, at))
  if (opened === null) return undefined
  const rest = line.slice(at)
  const suffix = /^["']?\]/.test(rest) ? '' : ']'
  return { from: at - (opened.groups?.['name']?.length ?? 0), items: nodeNames(knowledge, suffix) }
}

function completeNames(code: string, reader: TokenReader, knowledge: Knowledge): readonly Completion[] {
  const { scope } = knowledge
  const locals = [...localValues(code).entries()].map(([name, source]) => {
    const read = source === undefined ? undefined : readExpression(source, scope)
    return option(name, 'name', {
      detail: read?.kind === 'value' ? describeBriefly(read.value) : '',
      boost: 95,
    })
  })
  const parameters = arrowParameters(reader).map(({ name }) => option(name, 'name', { boost: 99 }))
  const known = new Set([...locals, ...parameters].map(({ label }) => label))
  return [
    ...parameters,
    ...locals,
    ...scopeNames(knowledge).filter(({ label }) => label !== 'now' && !known.has(label)),
    option('files', 'name', { detail: '', boost: 60, help: t.codeHelp.files }),
    ...KEYWORDS.map((name) => option(name, 'keyword', { boost: 50 })),
    ...FUNCTIONS.map((name) => option(name, 'function', { boost: 0, isCall: true })),
    ...Object.keys({ ...NAMESPACES, ...CLASSES, ...OWN }).map((name) => option(name, 'name', { boost: -10 })),
  ]
}

function completeMembers(code: string, reader: TokenReader, { scope }: Knowledge): readonly Completion[] {
  const dot = reader.tokens.length - 1
  const start = reader.chainStart(dot)
  if (start < 0) return []
  const source = reader.source(start, dot)
  if (source === 'files') return fileFunctions()
  if (Object.hasOwn(OWN, source))
    return (OWN[source] ?? []).map((name) =>
      option(name, 'function', { boost: 0, isCall: name !== 'subtle' }),
    )
  const namespace = Object.hasOwn(NAMESPACES, source) ? NAMESPACES[source] : undefined
  if (namespace !== undefined) return functionsOf(namespace)
  if (/^nodes\s*\[[^\]]*\]$/.test(source)) return [option('output', 'field', { boost: 90 })]
  const parameters = arrowParameters(reader).map((one) => [one.name, one.source] as const)
  const names = new Map([...localValues(code), ...parameters])
  const read = readExpression(expand(source, names), scope)
  if (read.kind === 'date') return functionsOf(String.prototype)
  if (read.kind === 'unknown') return []
  const { value } = read
  const isBuiltIn = Array.isArray(value) || typeof value === 'string' || typeof value === 'number'
  return [...membersOf(value), ...(isBuiltIn ? functionsOf(Object.getPrototypeOf(value) as object) : [])]
}

/** The chain with its first name replaced by what it stands for: `(input.order).lines` for `order.lines`. */
function expand(source: string, names: ReadonlyMap<string, string | undefined>, depth = 0): string {
  const { open = '', name = '' } = FIRST_NAME.exec(source)?.groups ?? {}
  const stands = names.get(name)
  // The expression can begin with another such name, or in a loop with its own.
  if (stands === undefined || depth === MAX_EXPANSIONS) return source
  return expand(`${open}(${stands})${source.slice(open.length + name.length)}`, names, depth + 1)
}

const MAX_EXPANSIONS = 5

/** The names that the code declares, with the expression of their first value if it is on the same line. */
function localValues(code: string): ReadonlyMap<string, string | undefined> {
  const found = new Map<string, string | undefined>()
  for (const { groups } of code.matchAll(LOOP))
    found.set(groups?.['name'] ?? '', `(${groups?.['list'] ?? ''})[0]`)
  for (const { groups } of code.matchAll(DECLARED)) {
    const value = groups?.['value']?.replace(/^await\s+/, '')
    found.set(groups?.['name'] ?? '', value === '' ? undefined : value)
  }
  return found
}

const NAME = String.raw`(?<name>[\p{L}_$][\p{L}\p{N}_$]*)`
const FIRST_NAME = new RegExp(String.raw`^(?<open>\(*)${NAME}`, 'u')
const LOOP = new RegExp(
  String.raw`\bfor\s*\(\s*(?:const|let|var)\s+${NAME}\s+of\s+(?<list>[^\n]*?)\)\s*(?:\{|$)`,
  'gmu',
)
const DECLARED = new RegExp(
  String.raw`^\s*(?:const|let|var|function)\s+${NAME}(?:[ \t]*=[ \t]*(?<value>[^\n;]*))?`,
  'gmu',
)

function fileFunctions(): readonly Completion[] {
  return (['text', 'bytes', 'create'] as const).map((name, index) => ({
    ...option(name, 'function', { boost: 9 - index, isCall: true, help: t.codeHelp[name] }),
    detail: t.fileArguments[name],
  }))
}

function functionsOf(holder: object): readonly Completion[] {
  return Object.getOwnPropertyNames(holder)
    .filter((name) => name !== 'constructor' && !OUTDATED.test(name))
    .filter((name) => name === 'length' || typeof readMember(holder, name) === 'function')
    .map((name) =>
      option(name, name === 'length' ? 'field' : 'function', { boost: -20, isCall: name !== 'length' }),
    )
}

/** Some members can be read only from an instance. */
function readMember(holder: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(holder, name)?.value
}

interface OptionFacts {
  readonly boost: number
  readonly detail?: string
  readonly help?: string
  readonly isCall?: boolean
}

function option(
  label: string,
  kind: Completion['kind'],
  { boost, detail = '', help, isCall = false }: OptionFacts,
): Completion {
  return {
    label,
    kind,
    detail,
    ...(help !== undefined && { info: { signature: label, help } }),
    insert: isCall ? `${label}()` : label,
    back: isCall ? 1 : 0,
    replacesDot: false,
    boost,
  }
}
