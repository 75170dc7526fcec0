import type { Definition, GraphNode, GraphProblem, JsonObject, JsonValue } from '#domain/index.ts'
import type { NodeCatalogue, NodeKind } from '#ports/index.ts'
import type { Interruptible } from '@millrace/expressions'
import { type CompiledVersion, compileVersionStepwise } from '../compile/compile-version.ts'
import { checkFlow } from './check-flow.ts'
import { checkEdgeMembers, checkNodeMembers, checkParameterNames } from './check-members.ts'
import { checkReferences, type ReferenceContext, type VariableRead } from './check-references.ts'
import { checkNames, checkText } from './check-texts.ts'
import { allNodes, GraphOrder } from './graph-order.ts'
import { NameSuggester } from './name-suggester.ts'
import { textsOf } from './node-texts.ts'

export interface CheckedDefinition {
  /** The enabled nodes of known types. */
  readonly nodes: readonly CheckedNode[]
  /** Whether a run would be refused before its first node. */
  readonly isRefused: boolean
  /** Which variables of the account the enabled nodes read. */
  readonly vars: readonly VariableRead[]
  /** Those that keep the version from running come first. */
  readonly problems: readonly GraphProblem[]
}

export interface CheckedNode {
  readonly node: GraphNode
  readonly kind: NodeKind
}

/** Further problems would not be read. */
const MAX_PROBLEMS = 500
/** What a node counts for besides its texts, in characters. */
const NODE_WEIGHT = 200

/**
 * Finds everything about a definition that can be known without running it and without knowing the account. A definition
 * that `isRefused` does not run; other errors fail the step that they concern. Interruptible after each node and each text.
 */
export function* checkDefinition(
  definition: Definition,
  catalogue: NodeCatalogue,
): Interruptible<CheckedDefinition> {
  const version = yield* compileVersionStepwise({ id: '', workflowId: '', ...definition }, catalogue)
  const nodes = allNodes(version)
  const names = new NameSuggester()
  const context: ReferenceContext = {
    ...describeNames(nodes, version),
    variables: definition.variables,
    vars: [],
    names,
  }
  // A disabled node does not run, so it may be incomplete.
  const checked = nodes.flatMap((node): readonly CheckedNode[] => {
    const kind = catalogue.find(node.type)
    return kind === undefined || node.disabled ? [] : [{ node, kind }]
  })
  const found: GraphProblem[] = [...version.problems]
  for (const raw of definition.nodes) found.push(...checkNodeMembers(raw, kindOf(raw, catalogue), names))
  found.push(...checkEdgeMembers(definition.edges, names))
  for (const one of checked) {
    if (found.length > MAX_PROBLEMS) break
    yield* checkNodeTexts(one, context, found)
    yield NODE_WEIGHT
  }
  found.push(...checkFlow(version, catalogue), ...checkVariables(definition.variables))
  return {
    nodes: checked,
    isRefused: version.problems.length > 0,
    vars: context.vars,
    problems: shorten(withoutRepeats(found)),
  }
}

function describeNames(nodes: readonly GraphNode[], version: CompiledVersion) {
  const seen = new Set<string>()
  const ambiguous = new Set<string>()
  for (const { name } of nodes) {
    if (name === undefined) continue
    if (seen.has(name)) ambiguous.add(name)
    seen.add(name)
  }
  const { idByName, nodeNames } = version
  return { order: new GraphOrder(version), idByName, nodeNames, ambiguous }
}

function* checkNodeTexts(
  { node, kind }: CheckedNode,
  context: ReferenceContext,
  found: GraphProblem[],
): Interruptible<void> {
  const texts = textsOf(node, kind)
  found.push(...checkParameterNames(node, kind, context.names))
  for (const text of texts) {
    found.push(...checkText(node.id, text))
    yield text.text.length
  }
  found.push(...checkNames(node))
  for (const text of texts) {
    if (found.length > MAX_PROBLEMS) return
    found.push(...(yield* checkReferences(node, kind, text, context)))
    yield text.text.length
  }
  for (const { severity, parameter, message } of kind.review?.(node.data) ?? []) {
    found.push({ severity, nodeId: node.id, parameter, message: `In node "${node.id}" ${message}` })
  }
}

/** Errors are kept before warnings. */
function shorten(problems: readonly GraphProblem[]): readonly GraphProblem[] {
  if (problems.length <= MAX_PROBLEMS) return problems
  const isWarning = ({ severity }: GraphProblem) => severity === 'warning'
  const sorted = [...problems.filter((one) => !isWarning(one)), ...problems.filter(isWarning)]
  const message = `There are more than ${MAX_PROBLEMS} problems. Fix these first.`
  return [...sorted.slice(0, MAX_PROBLEMS), { severity: 'warning', nodeId: null, message }]
}

function kindOf({ type }: JsonObject, catalogue: NodeCatalogue) {
  return typeof type === 'string' ? catalogue.find(type) : undefined
}

/** Variables are data: nothing evaluates them. */
function checkVariables(variables: JsonObject): readonly GraphProblem[] {
  return Object.entries(variables)
    .filter(([, value]) => containsExpression(value))
    .map(([name]) => ({
      severity: 'warning',
      nodeId: null,
      parameter: `variables.${name}`,
      message: `The variable \`${name}\` contains an expression, but variables are never evaluated. Write the expression where the value is needed, or use a \`set\` node.`,
    }))
}

function containsExpression(value: JsonValue): boolean {
  if (typeof value === 'string') {
    const start = value.indexOf('{{')
    return start !== -1 && value.includes('}}', start + 2)
  }
  return (
    typeof value === 'object' && value !== null && Object.values(value).some((one) => containsExpression(one))
  )
}

/** An error about a parameter says more than a warning about the same one. */
function withoutRepeats(problems: readonly GraphProblem[]): readonly GraphProblem[] {
  const at = ({ nodeId, parameter }: GraphProblem) => JSON.stringify([nodeId, parameter])
  const failing = new Set(
    problems.filter(({ severity, parameter }) => severity !== 'warning' && parameter !== undefined).map(at),
  )
  const isNew = new Set<string>()
  return problems.filter((problem) => {
    if (problem.severity === 'warning' && failing.has(at(problem))) return false
    const key = `${at(problem)} ${problem.message}`
    if (isNew.has(key)) return false
    isNew.add(key)
    return true
  })
}
