import type { Validator } from 'typebox/compile'
import { compileSchema } from '#ports/schema-compiler.ts'
import { ERROR_HANDLE, type GraphEdge, type GraphNode, type GraphProblem } from '#domain/graph/graph.ts'
import { readGraph } from '#domain/graph/read-graph.ts'
import type { JsonObject } from '#domain/json.ts'
import type { WorkflowVersion } from '#domain/workflow.ts'
import type { NodeCatalogue, NodeKind } from '#ports/node-kind.ts'
import { type CompiledParameters, compileParameters } from './compile-parameters.ts'
import { indexGraph } from './index-graph.ts'
import type { GraphIndex } from './run-state.ts'

export interface CompiledNode {
  readonly node: GraphNode
  readonly kind: NodeKind
  readonly parameters: CompiledParameters
  readonly validator: Validator
}

/** A definition made ready to run: done once per version, then shared by all its executions. */
export interface CompiledVersion {
  readonly id: string
  readonly workflowId: string
  readonly variables: JsonObject
  readonly graph: GraphIndex
  readonly nodes: ReadonlyMap<string, CompiledNode>
  /** Ids by the names people gave, for expressions; an id wins over a name. */
  readonly idByName: ReadonlyMap<string, string>
  readonly nodeNames: readonly string[]
  /** Everything that keeps it from running. Not empty: it cannot run. */
  readonly problems: readonly GraphProblem[]
}

export function compileVersion(version: WorkflowVersion, catalogue: NodeCatalogue): CompiledVersion {
  const graph = readGraph(version)
  const problems = [...graph.problems]
  const nodes = new Map<string, CompiledNode>()
  for (const node of graph.nodes) {
    const kind = catalogue.find(node.type)
    if (kind === undefined) {
      problems.push({ nodeId: node.id, message: describeUnknownKind(node, catalogue) })
      continue
    }
    const compiled = compileParameters(node, kind)
    if (compiled.ok) {
      nodes.set(node.id, {
        node,
        kind,
        parameters: compiled.parameters,
        validator: compileSchema(kind.parameters),
      })
    } else problems.push(...compiled.problems)
  }
  problems.push(...findUnknownHandles(graph.edges, nodes))
  const idByName = indexNames(graph.nodes)
  return {
    id: version.id,
    workflowId: version.workflowId,
    variables: version.variables,
    graph: indexGraph(graph, (type) => catalogue.find(type)?.group === 'trigger'),
    nodes,
    idByName,
    nodeNames: [...idByName.keys()],
    problems,
  }
}

/** An edge from an output that a node does not have would silently never be taken. */
function findUnknownHandles(
  edges: readonly GraphEdge[],
  nodes: ReadonlyMap<string, CompiledNode>,
): readonly GraphProblem[] {
  const problems: GraphProblem[] = []
  for (const { source, target, handle } of edges) {
    const compiled = nodes.get(source)
    if (compiled === undefined) continue
    const { handles } = compiled.kind
    // The output for errors is there whatever `on_error` says: people change that and keep their edges.
    if (handle === ERROR_HANDLE || handles.includes(handle)) continue
    problems.push({
      nodeId: source,
      message:
        `The edge from "${source}" to "${target}" leaves from the output "${handle}", which the node does not have. ` +
        `Its outputs: ${handles.join(', ')}.`,
    })
  }
  return problems
}

function describeUnknownKind(node: GraphNode, catalogue: NodeCatalogue): string {
  return `Node "${node.id}" has the unknown type "${node.type}". Known types: ${catalogue.types.join(', ')}.`
}

function indexNames(nodes: readonly GraphNode[]): Map<string, string> {
  const ids = new Map<string, string>()
  for (const node of nodes) if (node.name !== undefined && !ids.has(node.name)) ids.set(node.name, node.id)
  for (const node of nodes) ids.set(node.id, node.id)
  return ids
}
