import {
  compileTemplate,
  ExpressionError,
  type ExpressionProblem,
  type FunctionDescription,
  listFunctions,
  type Scope,
} from '@millrace/expressions'
import { describeValue } from './describe-value.ts'

/** The kinds of values that have methods, as the reference of the language groups them. */
export type MethodKind = 'text' | 'list' | 'number' | 'boolean' | 'date' | 'regex'

const sections: Readonly<Record<string, MethodKind>> = {
  Texts: 'text',
  Lists: 'list',
  Numbers: 'number',
  Booleans: 'boolean',
  Dates: 'date',
  'Regular expressions': 'regex',
  'Properties of a date': 'date',
}

export interface DocumentedFunction extends FunctionDescription {
  /** The part of the signature that one types: `trim` of `text.trim()`. */
  readonly name: string
  readonly isCall: boolean
  readonly takesArguments: boolean
}

interface FunctionDocs {
  readonly globals: readonly DocumentedFunction[]
  readonly methods: ReadonlyMap<MethodKind, readonly DocumentedFunction[]>
  readonly namespaces: ReadonlyMap<string, readonly DocumentedFunction[]>
}

let docs: FunctionDocs | undefined

/** Everything that expressions can call, by where it can be written. */
export function functionDocs(): FunctionDocs {
  docs ??= readDocs()
  return docs
}

function readDocs(): FunctionDocs {
  const globals: DocumentedFunction[] = []
  const methods = new Map<MethodKind, DocumentedFunction[]>()
  const namespaces = new Map<string, DocumentedFunction[]>()
  for (const { title, functions } of listFunctions()) {
    const kind = sections[title]
    const namespace = /^`(\w+)`$/.exec(title)?.[1]
    const all = functions.map(document)
    if (kind !== undefined) methods.set(kind, [...(methods.get(kind) ?? []), ...all])
    else if (namespace === undefined) globals.push(...all)
    else namespaces.set(namespace, all)
  }
  return { globals, methods, namespaces }
}

function document(description: FunctionDescription): DocumentedFunction {
  const { use } = description
  const head = use.split('(')[0] ?? use
  return {
    ...description,
    name: head.split('.').at(-1) ?? head,
    isCall: use.includes('('),
    takesArguments: use.includes('(') && !use.endsWith('()'),
  }
}

export type ExampleResult =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly message: string }

/** Evaluates an expression that needs no data of a run, such as the example of a function. */
export function evaluateExample(example: string, { now = 0, maxLength = 60 } = {}): ExampleResult {
  const compiled = compileTemplate(`{{ ${example} }}`)
  if (!compiled.ok) return { ok: false, message: describe(compiled.errors[0]) }
  const noData: Scope = {
    input: {},
    previous: null,
    nodes: () => undefined,
    nodeNames: [],
    variables: {},
    vars: {},
    execution: {},
    now,
  }
  try {
    return { ok: true, value: describeValue(compiled.template.evaluate(noData), maxLength) }
  } catch (error) {
    if (error instanceof ExpressionError) return { ok: false, message: describe(error.problem) }
    throw error
  }
}

function describe(problem: ExpressionProblem | undefined): string {
  return [problem?.message, problem?.suggestion].filter(Boolean).join(' ')
}
