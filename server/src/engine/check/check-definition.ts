import type { Definition, GraphNode, GraphProblem, JsonObject, JsonValue } from '#domain/index.ts'
import type { NodeCatalogue, NodeKind } from '#ports/index.ts'
import { compileVersion } from '../compile/compile-version.ts'
import { checkFlow } from './check-flow.ts'
import { checkEdgeMembers, checkNodeMembers, checkParameterNames } from './check-members.ts'
import { checkReferences } from './check-references.ts'
import { checkTexts } from './check-texts.ts'
import { allNodes, GraphOrder } from './graph-order.ts'
import { textsOf } from './node-texts.ts'

export interface CheckedDefinition {
  /** The enabled nodes of known types. */
  readonly nodes: readonly CheckedNode[]
  /** Whether a run would be refused before its first node. */
  readonly isRefused: boolean
  /** Those that keep the version from running come first. */
  readonly problems: readonly GraphProblem[]
}

export interface CheckedNode {
  readonly node: GraphNode
  readonly kind: NodeKind
}

/**
 * Finds everything about a definition that can be known without running it and without knowing the account. A definition
 * that `isRefused` does not run; other errors fail the step that they concern.
 */
export function checkDefinition(definition: Definition, catalogue: NodeCatalogue): CheckedDefinition {
  const version = compileVersion({ id: '', workflowId: '', ...definition }, catalogue)
  const nodes = allNodes(version)
  const names = nodes.flatMap(({ name }) => name ?? [])
  const context = {
    order: new GraphOrder(version),
    variables: definition.variables,
    idByName: version.idByName,
    ambiguous: new Set(names.filter((name, index) => names.indexOf(name) !== index)),
  }
  // A disabled node does not run, so it may be incomplete.
  const checked = nodes.flatMap((node): readonly CheckedNode[] => {
    const kind = catalogue.find(node.type)
    return kind === undefined || node.disabled ? [] : [{ node, kind }]
  })
  const further = checked.flatMap(({ node, kind }): readonly GraphProblem[] => {
    const texts = textsOf(node, kind)
    const findings = kind.review?.(node.data) ?? []
    return [
      ...checkParameterNames(node, kind),
      ...checkTexts(node, texts),
      ...checkReferences(node, kind, texts, context),
      ...findings.map(({ severity, parameter, message }) => ({
        severity,
        nodeId: node.id,
        parameter,
        message: `In node "${node.id}" ${message}`,
      })),
    ]
  })
  const found = [
    ...version.problems,
    ...definition.nodes.flatMap((raw) => checkNodeMembers(raw, kindOf(raw, catalogue))),
    ...checkEdgeMembers(definition.edges),
    ...further,
    ...checkFlow(version, catalogue),
    ...checkVariables(definition.variables),
  ]
  return { nodes: checked, isRefused: version.problems.length > 0, problems: withoutRepeats(found) }
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
  if (typeof value === 'string') return /\{\{[^]*\}\}/.test(value)
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((one) => containsExpression(one as JsonValue))
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
