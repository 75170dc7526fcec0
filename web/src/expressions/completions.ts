import type { ExpressionToken, Scope } from '@millrace/expressions'
import * as t from '../texts/editor/expressions.ts'
import { describeBriefly } from './describe-value.ts'
import type { ExpressionMode } from './evaluate.ts'
import { type DocumentedFunction, evaluateExample, functionDocs, type MethodKind } from './function-docs.ts'
import { isIdentifier, memberAccess } from './path-expression.ts'
import { arrowParameters, readExpression, regionAt, type Read, TokenReader } from './receiver.ts'
import { nodeKey, type JsonValue, type ScopePosition } from './scope-position.ts'

/** What is known where an expression stands. */
export interface Knowledge {
  readonly position: ScopePosition
  /** The data of the run in view. Without one, only names and functions are offered. */
  readonly scope: Scope
  /** Whether `event` exists: only in the `match` of a `wait`. */
  readonly hasEvent: boolean
  /** What people read for the answers to a form whose names would tell them nothing. */
  readonly answerLabels?: ReadonlyMap<string, string>
}

export interface CompletionInfo {
  readonly signature: string
  readonly help: string
  readonly example?: string
}

export interface Completion {
  readonly label: string
  readonly kind: 'field' | 'name' | 'node' | 'function' | 'keyword'
  /** Shown at the right: the recorded value, or the signature. */
  readonly detail: string
  readonly info?: CompletionInfo
  /** The text to insert, if it differs from the label. */
  readonly insert: string
  /** How many characters before the end of `insert` the cursor stands. */
  readonly back: number
  /** Replaces the dot before it: `input["first name"]`. */
  readonly replacesDot: boolean
  readonly boost: number
}

export interface Found {
  readonly from: number
  readonly items: readonly Completion[]
}

const word = new Set(['name', 'property', 'function', 'keyword'])
const operand = new Set(['name', 'property', 'number', 'string', 'regex'])

/** The completions at a position of the text, or undefined if none make sense there. */
export function findCompletions(
  text: string,
  at: number,
  mode: ExpressionMode,
  knowledge: Knowledge,
): Found | undefined {
  const region = regionAt(text, at, mode)
  if (region === undefined) return undefined
  const before = region.tokens.filter(({ from }) => from < at)
  const last = before.at(-1)
  if (last !== undefined && last.to >= at && last.kind === 'string')
    return completeNodeText(text, before, knowledge)
  if (last !== undefined && last.to > at && !word.has(last.kind)) return undefined
  const isWord = last !== undefined && last.to >= at && word.has(last.kind)
  const from = isWord ? last.from : at
  const reader = new TokenReader(text, isWord ? before.slice(0, -1) : before)
  const end = reader.tokens.length - 1
  const previous = reader.at(end)
  if (previous === '.' || previous === '?.') return { from, items: completeMembers(reader, knowledge) }
  if (previous === '[' && reader.at(end - 1) === 'nodes')
    return { from, items: nodeNames(knowledge, text.slice(at).startsWith(']') ? '' : ']') }
  const isAfterOperand =
    reader.tokens[end] !== undefined &&
    (operand.has(reader.tokens[end].kind) || [')', ']'].includes(previous))
  if (isAfterOperand) return undefined
  return { from, items: completeNames(reader, knowledge) }
}

/** Inside the quotes of `nodes["…"]`. */
function completeNodeText(
  text: string,
  before: readonly ExpressionToken[],
  knowledge: Knowledge,
): Found | undefined {
  const reader = new TokenReader(text, before)
  const end = reader.tokens.length - 1
  if (reader.at(end - 1) !== '[' || reader.at(end - 2) !== 'nodes') return undefined
  const token = reader.tokens[end]
  if (token === undefined) return undefined
  const rest = text.slice(token.to)
  return { from: token.from, items: nodeNames(knowledge, rest.startsWith(']') ? '' : ']') }
}

/** The nodes between the brackets of `nodes[…]`. */
export function nodeNames({ position, scope }: Knowledge, suffix: string): readonly Completion[] {
  const earlier = new Set(position.earlier)
  const others = position.names.map(({ id }) => id).filter((id) => !earlier.has(id) && id !== position.nodeId)
  return [...position.earlier, ...others].map((id, index) => {
    const key = nodeKey(position, id)
    const found = scope.nodes(id)
    return {
      label: JSON.stringify(key),
      kind: 'node',
      detail: found === undefined ? t.notRecorded : describeBriefly(found.output),
      insert: `${JSON.stringify(key)}${suffix}`,
      back: 0,
      replacesDot: false,
      boost: 90 - Math.min(index, 80),
    }
  })
}

function completeNames(reader: TokenReader, knowledge: Knowledge): readonly Completion[] {
  const parameters = arrowParameters(reader).map(({ name, source }) =>
    plain(name, 'name', describeRead(readExpression(source, knowledge.scope)), { boost: 99 }),
  )
  const { globals, namespaces } = functionDocs()
  return [
    ...parameters,
    ...scopeNames(knowledge),
    ...globals.map((one) => call(one, 0)),
    ...[...namespaces.keys()].map((label) => plain(label, 'name', '', { boost: -10 })),
    ...['true', 'false', 'null', 'typeof'].map((label) => plain(label, 'keyword', '', { boost: -20 })),
  ]
}

/** The data that can be read: `input`, `previous`, the outputs of earlier nodes. */
export function scopeNames({ position, scope, hasEvent }: Knowledge): readonly Completion[] {
  const inLoop = position.loop !== undefined
  const named: [keyof typeof t.scopeHelp, string][] = [
    ['input', describeBriefly(scope.input)],
    ['previous', describeBriefly(scope.previous)],
    ...(inLoop
      ? ([
          ['item', scope.item === undefined ? t.notRecorded : describeBriefly(scope.item)],
          ['index', describeBriefly(scope.index)],
        ] as [keyof typeof t.scopeHelp, string][])
      : []),
    ...(hasEvent ? ([['event', '']] as [keyof typeof t.scopeHelp, string][]) : []),
    ['variables', describeBriefly(scope.variables)],
    ['vars', describeBriefly(scope.vars)],
    ['execution', ''],
    ['now', ''],
  ]
  const names = named.map(([label, detail], index) =>
    plain(label, 'name', detail, {
      info: { signature: label, help: t.scopeHelp[label] },
      boost: 90 - index,
    }),
  )
  const nodes = position.earlier.map((id, index) => {
    const key = nodeKey(position, id)
    const found = scope.nodes(id)
    const path = `nodes[${JSON.stringify(key)}].output`
    const detail = found === undefined ? t.notRecorded : describeBriefly(found.output)
    const info = { signature: path, help: t.outputOfNode(key) }
    return plain(path, 'node', detail, { info, boost: 70 - Math.min(index, 60) })
  })
  return [...names, ...nodes]
}

function completeMembers(reader: TokenReader, { scope, answerLabels }: Knowledge): readonly Completion[] {
  const dot = reader.tokens.length - 1
  const start = reader.chainStart(dot)
  if (start < 0) return []
  const source = reader.source(start, dot)
  const { methods, namespaces } = functionDocs()
  const namespace = namespaces.get(source)
  if (namespace !== undefined) return namespace.map((one) => call(one, 0))
  if (/^nodes\s*\[[^\]]*\]$/.test(source))
    return [plain('output', 'field', outputDetail(source, scope), { boost: 90 })]
  const parameter = arrowParameters(reader).find(({ name }) => name === reader.at(start))
  const expanded =
    parameter === undefined ? source : `${parameter.source}${source.slice(reader.at(start).length)}`
  const read = readExpression(expanded, scope)
  const kinds = kindsOf(read)
  const functions = kinds.flatMap((kind) => methods.get(kind) ?? [])
  const unique = [...new Map(functions.map((one) => [one.name, one])).values()]
  return [
    ...(read.kind === 'value' ? membersOf(read.value).map((one) => labelled(one, answerLabels)) : []),
    ...unique.map((one) => call(one, one.isCall ? -30 : -20)),
  ]
}

/** Says which answer a member is if its name does not. */
function labelled(member: Completion, labels: ReadonlyMap<string, string> | undefined): Completion {
  const label = labels?.get(member.label)
  return label === undefined ? member : { ...member, detail: t.labelled(label, member.detail) }
}

function outputDetail(source: string, scope: Scope): string {
  return describeRead(readExpression(`${source}.output`, scope))
}

function describeRead(read: Read): string {
  return read.kind === 'value' ? describeBriefly(read.value) : ''
}

function kindsOf(read: Read): readonly MethodKind[] {
  if (read.kind === 'date') return ['date']
  if (read.kind === 'unknown') return ['text', 'list', 'number', 'date']
  const { value } = read
  if (Array.isArray(value)) return ['list']
  if (typeof value === 'string') return ['text']
  if (typeof value === 'number') return ['number']
  return typeof value === 'boolean' ? ['boolean'] : []
}

export function membersOf(value: JsonValue): readonly Completion[] {
  if (typeof value !== 'object' || value === null) return []
  const entries: readonly (readonly [string | number, JsonValue])[] = Array.isArray(value)
    ? value.slice(0, 1).map((entry, index) => [index, entry as JsonValue] as const)
    : Object.entries(value as Readonly<Record<string, JsonValue>>)
  return entries.map(([key, member], index) => {
    const isPlain = typeof key === 'string' && isIdentifier(key)
    return {
      label: isPlain ? key : memberAccess(key),
      kind: 'field' as const,
      detail: describeBriefly(member),
      insert: isPlain ? key : memberAccess(key),
      back: 0,
      replacesDot: !isPlain,
      boost: 90 - Math.min(index, 80),
    }
  })
}

function plain(
  label: string,
  kind: Completion['kind'],
  detail: string,
  { info, boost }: { readonly info?: CompletionInfo; readonly boost: number },
): Completion {
  return { label, kind, detail, ...(info && { info }), insert: label, back: 0, replacesDot: false, boost }
}

function call(one: DocumentedFunction, boost: number): Completion {
  return {
    label: one.name,
    kind: 'function',
    detail: one.use.slice(one.use.indexOf(one.name) + one.name.length),
    info: infoOf(one),
    insert: one.isCall ? `${one.name}()` : one.name,
    back: one.takesArguments ? 1 : 0,
    replacesDot: false,
    boost,
  }
}

function infoOf({ use, help, example }: DocumentedFunction): CompletionInfo {
  return { signature: use, help, ...(example !== undefined && { example }) }
}

/** What to say about the name at a position: for hover. */
export function findDocumentation(
  text: string,
  at: number,
  mode: ExpressionMode,
  knowledge: Knowledge,
): { from: number; to: number; info: CompletionInfo; value?: string } | undefined {
  const region = regionAt(text, at, mode)
  const index = region?.tokens.findIndex(({ from, to }) => from <= at && at <= to && at < to) ?? -1
  const token = region?.tokens[index]
  if (region === undefined || token === undefined || !word.has(token.kind)) return undefined
  const range = { from: token.from, to: token.to }
  const name = text.slice(token.from, token.to)
  const reader = new TokenReader(text, region.tokens.slice(0, index))
  const isMember = ['.', '?.'].includes(reader.at(index - 1))
  const completions = isMember ? completeMembers(reader, knowledge) : completeNames(reader, knowledge)
  const found = completions.find((one) => one.label === name)
  if (found?.info !== undefined && found.kind === 'function') return { ...range, info: found.info }
  const start = isMember ? reader.chainStart(index - 1) : index
  const source = start < 0 ? '' : text.slice(region.tokens[start]?.from, token.to)
  const info = found?.info ?? { signature: source || name, help: '' }
  const read = source === '' || source === 'nodes' ? undefined : readExpression(source, knowledge.scope)
  if (read?.kind === 'value') return { ...range, info, value: describeBriefly(read.value) }
  return found?.info === undefined ? undefined : { ...range, info }
}

/** The example of a function with its result, as one line. */
export function exampleLine({ example }: CompletionInfo): string | undefined {
  if (example === undefined) return undefined
  const result = evaluateExample(example)
  return result.ok ? t.exampleResult(example, result.value) : undefined
}
