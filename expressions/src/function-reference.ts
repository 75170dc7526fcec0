import { dateProperties } from './functions/dates/date-properties.ts'
import { functions, methodsByKind, namespaces } from './functions/table.ts'
import { compileExpression } from './condition.ts'
import type { Scope } from './runtime/scope.ts'

/** One function or constant, or one property of dates. */
export interface FunctionDescription {
  /** The signature. */
  readonly use: string
  readonly help: string
  /** An expression without `{{ }}`; absent for properties of dates. */
  readonly example?: string
}

export interface FunctionSection {
  readonly title: string
  readonly functions: readonly FunctionDescription[]
}

const scope: Scope = {
  input: {},
  previous: null,
  nodes: () => undefined,
  nodeNames: [],
  variables: {},
  vars: {},
  execution: {},
  now: 0,
}

/** Everything that expressions can call, in the order of the guide. */
export function listFunctions(): readonly FunctionSection[] {
  const dates = [...dateProperties].map(([name, { help }]) => ({ use: `date.${name}`, help }))
  return [
    { title: 'Functions', functions: [...functions.values()].map(describe) },
    ...[...methodsByKind].map(([title, methods]) => ({
      title,
      functions: [...methods.values()].map(describe),
    })),
    ...[...namespaces].map(([name, members]) => ({
      title: `\`${name}\``,
      functions: [...members.values()].map(describe),
    })),
    { title: 'Properties of a date', functions: dates },
  ]
}

/**
 * Renders the function tables of the guide as Markdown. The interpreter computes the results of the examples,
 * so that the guide cannot differ from the code. A test compares the two.
 */
export function renderFunctionReference(): string {
  return listFunctions().map(renderSection).join('\n')
}

function describe({ use, help, example }: Required<FunctionDescription>): FunctionDescription {
  return { use, help, example }
}

function renderSection({ title, functions: rows }: FunctionSection): string {
  const hasExamples = rows.some(({ example }) => example !== undefined)
  const head = hasExamples
    ? '| Write | Result | Example |\n| --- | --- | --- |'
    : '| Write | Result |\n| --- | --- |'
  const lines = rows.map(({ use, help, example }) => {
    const shown = example === undefined ? '' : ` ${code(example)} → ${code(evaluateExample(example))} |`
    return `| ${code(use)} | ${escapeCell(help)} |${shown}`
  })
  return `### ${title}\n\n${head}\n${lines.join('\n')}\n`
}

function evaluateExample(example: string): string {
  const compiled = compileExpression(example)
  if (!compiled.ok) throw new Error(`Function reference example does not compile: ${example}`)
  return JSON.stringify(compiled.template.evaluate(scope))
}

function code(text: string): string {
  return `\`${escapeCell(text)}\``
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|')
}
