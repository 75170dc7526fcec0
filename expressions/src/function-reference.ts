import { dateProperties } from './functions/dates/date-properties.ts'
import { functions, methodsByKind, namespaces } from './functions/table.ts'
import { compileExpression } from './condition.ts'
import type { Scope } from './runtime/scope.ts'

const scope: Scope = {
  input: {},
  previous: null,
  nodes: () => undefined,
  nodeNames: [],
  variables: {},
  execution: {},
  now: 0,
}

interface Row {
  readonly use: string
  readonly help: string
  readonly example: string
}

/**
 * The tables of functions as Markdown, for the guide. Results are those of the interpreter, so the guide
 * cannot promise what the code does not do; a test compares the two.
 */
export function renderFunctionReference(): string {
  const sections: [string, Iterable<Row>][] = [
    ['Functions', functions.values()],
    ...[...methodsByKind].map(([kind, methods]): [string, Iterable<Row>] => [kind, methods.values()]),
    ...[...namespaces].map(([name, members]): [string, Iterable<Row>] => [`\`${name}\``, members.values()]),
  ]
  return [...sections.map(([title, rows]) => renderSection(title, rows)), renderDateProperties()].join('\n')
}

function renderSection(title: string, rows: Iterable<Row>): string {
  const lines = [...rows].map(
    ({ use, help, example }) =>
      `| ${code(use)} | ${escapeCell(help)} | ${code(example)} → ${code(evaluateExample(example))} |`,
  )
  return `### ${title}\n\n| Write | Gives | Example |\n| --- | --- | --- |\n${lines.join('\n')}\n`
}

function renderDateProperties(): string {
  const lines = [...dateProperties].map(([name, { help }]) => `| \`date.${name}\` | ${escapeCell(help)} |`)
  return `### Parts of a date\n\n| Write | Gives |\n| --- | --- |\n${lines.join('\n')}\n`
}

function evaluateExample(example: string): string {
  const compiled = compileExpression(example)
  if (!compiled.ok) throw new Error(`The example does not compile: ${example}`)
  return JSON.stringify(compiled.template.evaluate(scope))
}

function code(text: string): string {
  return `\`${escapeCell(text)}\``
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|')
}
