import type { GraphNode, GraphProblem, JsonObject, ProblemSeverity } from '#domain/index.ts'
import {
  compileConditionStepwise,
  compileTemplateStepwise,
  findStaticReadsStepwise,
  type Interruptible,
  type StaticRead,
} from '@millrace/expressions'
import type { NodeKind } from '#ports/index.ts'
import type { GraphOrder } from './graph-order.ts'
import type { NameSuggester } from './name-suggester.ts'
import type { NodeText } from './node-texts.ts'

/** A read of a variable of the account. */
export interface VariableRead {
  readonly nodeId: string
  readonly parameter: string
  readonly name: string
  /** How bad it is if there is no such variable. */
  readonly severity: ProblemSeverity
}

export interface ReferenceContext {
  readonly order: GraphOrder
  readonly variables: JsonObject
  /** Collects what texts read of the variables of the account. */
  readonly vars: VariableRead[]
  /** Node ids by id and by name. */
  readonly idByName: ReadonlyMap<string, string>
  readonly nodeNames: readonly string[]
  readonly names: NameSuggester
  /** Names that several nodes have. */
  readonly ambiguous: ReadonlySet<string>
}

/** Finds expressions that read nodes which do not exist or cannot have run, unknown variables, and `item` outside of loops. */
export function* checkReferences(
  node: GraphNode,
  kind: NodeKind,
  text: NodeText,
  context: ReferenceContext,
): Interruptible<readonly GraphProblem[]> {
  const { parameter, syntax } = text
  if (syntax === 'literal') return []
  const report = ({ severity, message }: Finding): GraphProblem => ({
    ...(severity === 'warning' && { severity }),
    nodeId: node.id,
    parameter,
    message: `Parameter \`${parameter}\` of node "${node.id}": ${message}`,
  })
  const reads = unique(yield* findStaticReadsStepwise(text.text, syntax === 'own' ? 'template' : syntax))
  for (const { of, key, required } of reads) {
    if (of !== 'vars') continue
    const severity = required && syntax !== 'code' ? 'error' : 'warning'
    context.vars.push({ nodeId: node.id, parameter, name: key, severity })
  }
  const found = reads.flatMap((read) => {
    if (read.of === 'nodes') return checkNodeRead(node, read, text, context)
    return read.of === 'variables' ? checkVariableRead(read, text, context) : []
  })
  const failing = reads.filter(({ required }) => required).map(({ of }) => of)
  const names = yield* namesIn(text)
  return [...found, ...checkScope({ node, kind, text, order: context.order, failing, names })].map(report)
}

interface Finding {
  readonly severity: ProblemSeverity
  readonly message: string
}

function checkNodeRead(
  node: GraphNode,
  { key, required }: StaticRead,
  { syntax, isLive }: NodeText,
  { order, idByName, nodeNames, names, ambiguous }: ReferenceContext,
): readonly Finding[] {
  const read = `\`nodes[${JSON.stringify(key)}]\``
  const id = idByName.get(key)
  if (id === undefined) {
    const similar = names.find(key, nodeNames)
    const fix =
      similar === undefined
        ? 'Use the id or name of a node of this workflow.'
        : `Did you mean \`nodes[${JSON.stringify(similar)}]\`?`
    // Code can ask whether there is such a node; an expression fails.
    return [
      {
        severity: syntax === 'code' ? 'warning' : 'error',
        message: `No node has the id or name \`${key}\`. ${fix}`,
      },
    ]
  }
  if (ambiguous.has(key) && id !== key) {
    const message = `Several nodes have the name "${key}", and ${read} is the first of them. Use an id, or give the nodes different names.`
    return [{ severity: 'warning', message }]
  }
  const relation = order.relationOf(id, node.id)
  if (relation === 'before' || (relation === 'inside loop' && isLive && order.isInBody(id, node.id)))
    return []
  const optional = `write \`nodes[${JSON.stringify(key)}]?.output\``
  if (relation === 'beside') {
    if (!required) return []
    const message = `${read} may not have run yet, because no edge leads from it to this node. Connect them, or ${optional} if its output can be missing.`
    return [{ severity: 'warning', message }]
  }
  const severity = required && syntax !== 'code' ? 'error' : 'warning'
  const reason =
    relation === 'self'
      ? `${read} is this node itself, which has no output yet.`
      : relation === 'after'
        ? `${read} cannot have run yet, because it comes after this node.`
        : `${read} runs inside the loop "${order.loopOf(id) ?? ''}", and its output can be read only there.`
  const fix =
    relation === 'inside loop' ? 'Read the results of the loop instead.' : 'Read a node that runs earlier.'
  return [{ severity, message: `${reason} ${fix}` }]
}

function checkVariableRead(
  { key, required }: StaticRead,
  { syntax }: NodeText,
  { variables, names }: ReferenceContext,
): readonly Finding[] {
  if (Object.hasOwn(variables, key)) return []
  const similar = names.find(key, Object.keys(variables))
  const fix =
    similar === undefined
      ? `Add it to the variables of the workflow.`
      : `Did you mean \`variables.${similar}\`?`
  const message = `The workflow has no variable \`${key}\`. ${fix}`
  return [{ severity: required && syntax !== 'code' ? 'error' : 'warning', message }]
}

interface ScopeCheck {
  readonly node: GraphNode
  readonly kind: NodeKind
  readonly text: NodeText
  readonly order: GraphOrder
  /** The names whose members are read without `?.`. */
  readonly failing: readonly string[]
  /** The names of the scope that the text reads. */
  readonly names: readonly string[]
}

/** `item` and `index` have a value only in a loop, `event` only in the condition of a wait. */
function checkScope({
  node: { id },
  kind,
  text: { isLive, parameter },
  order,
  failing,
  names,
}: ScopeCheck): readonly Finding[] {
  const hasItem =
    order.loopOf(id) !== undefined ||
    (isLive && kind.isLoop === true) ||
    kind.itemExpressions?.includes(parameter) === true
  const wrong = names.filter(
    (name) => ((name === 'item' || name === 'index') && !hasItem) || (name === 'event' && !isLive),
  )
  return wrong.map((name) => ({
    severity: failing.includes(name) ? 'error' : 'warning',
    message:
      name === 'event'
        ? '`event` exists only in the `match` of a `wait` node, and is missing here. Use `input` or `previous`.'
        : `\`${name}\` exists only in the body of a loop, and is missing here. Put the node behind the handle "each" of a loop, or use \`previous\`.`,
  }))
}

function* namesIn({ text, syntax }: NodeText): Interruptible<readonly string[]> {
  if (syntax === 'code' || (syntax !== 'condition' && !text.includes('{{'))) return []
  if (syntax === 'condition') {
    const compiled = yield* compileConditionStepwise(text)
    return compiled.ok ? compiled.condition.references.names : []
  }
  const compiled = yield* compileTemplateStepwise(text)
  return compiled.ok ? compiled.template.references.names : []
}

/** One read for each key: the one that fails if there is nothing to read, if there are both. */
function unique(reads: readonly StaticRead[]): readonly StaticRead[] {
  const byKey = new Map<string, StaticRead>()
  for (const read of reads) {
    const name = `${read.of} ${read.key}`
    if (byKey.get(name)?.required !== true) byKey.set(name, read)
  }
  return [...byKey.values()]
}
