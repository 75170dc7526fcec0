import type { Validator } from 'typebox/compile'
import {
  compileSchema,
  ERROR_HANDLE,
  type GraphEdge,
  type GraphNode,
  type GraphProblem,
  type JsonObject,
  MAIN_HANDLE,
  readGraph,
  type WorkflowVersion,
} from '#domain/index.ts'
import type { NodeCatalogue, NodeKind } from '#ports/index.ts'
import { type Concurrency, readConcurrency } from './read-concurrency.ts'
import { checkNode } from './check-node.ts'
import { type CompiledParameters, compileParameters } from './compile-parameters.ts'
import { stepKey } from './iteration-path.ts'
import { chooseRoots, type GraphIndex, indexGraph, type Roots } from './index-graph.ts'

export interface CompiledNode {
  readonly node: GraphNode
  readonly kind: NodeKind
  /** Of its step outside of loops. */
  readonly key: string
  readonly parameters: CompiledParameters
  readonly validator: Validator
  /** The output that is taken while the node is disabled. */
  readonly handleWhenDisabled: string
  /** Whether an edge leaves from the handle. */
  hasEdge(handle: string): boolean
}

/** A definition made ready to run: done once per version, then shared by all its executions. */
export interface CompiledVersion {
  readonly id: string
  readonly workflowId: string
  readonly variables: JsonObject
  /** What is not inside of a loop. */
  readonly graph: GraphIndex
  /** What each loop repeats, by the loop's id. */
  readonly bodies: ReadonlyMap<string, GraphIndex>
  readonly nodes: ReadonlyMap<string, CompiledNode>
  /** Where a run begins that this trigger fired; null: one by API or by hand. */
  rootsOf(triggerNodeId: string | null): Roots
  /** How many runs may go on at the same time, by the trigger that says so; empty for most. */
  readonly concurrency: ReadonlyMap<string, Concurrency>
  /** How long a run may be active; undefined: as usual. */
  readonly activeLimitMs: number | undefined
  /** Ids by the names people gave, for expressions; an id wins over a name. */
  readonly idByName: ReadonlyMap<string, string>
  readonly nodeNames: readonly string[]
  /** Everything that keeps it from running. Not empty: it cannot run. */
  readonly problems: readonly GraphProblem[]
  /** Few nodes, of which none takes time: a run is over as it begins. */
  readonly isInstant: boolean
}

/** More nodes than these take time by their number. */
const MOST_INSTANT_NODES = 100

export function compileVersion(version: WorkflowVersion, catalogue: NodeCatalogue): CompiledVersion {
  const graph = readGraph(version, (node) => catalogue.find(node.type)?.isLoop === true)
  const isTrigger = (type: string) => catalogue.find(type)?.group === 'trigger'
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
      // What is disabled does not run: it may be half-finished.
      if (!node.disabled) problems.push(...checkNode(node, kind, compiled.parameters))
      nodes.set(node.id, {
        node,
        kind,
        key: stepKey('', node.id),
        parameters: compiled.parameters,
        validator: compileSchema(kind.parameters),
        handleWhenDisabled: handleWhenDisabled(kind, node.data),
        hasEdge: (handle) => graph.edges.some((edge) => edge.source === node.id && edge.handle === handle),
      })
    } else problems.push(...compiled.problems)
  }
  problems.push(...findUnknownHandles(graph.edges, nodes))
  const triggers = graph.nodes.filter((node) => isTrigger(node.type))
  const idByName = indexNames(graph.nodes)
  const index = indexGraph(graph.top)
  return {
    id: version.id,
    workflowId: version.workflowId,
    variables: version.variables,
    graph: index,
    bodies: new Map([...graph.bodies].map(([id, scope]) => [id, indexGraph(scope)])),
    nodes,
    rootsOf: rememberRoots(index, isTrigger),
    concurrency: readConcurrencies(triggers, problems),
    activeLimitMs: readActiveLimit(triggers),
    idByName,
    nodeNames: [...idByName.keys()],
    problems,
    isInstant:
      nodes.size <= MOST_INSTANT_NODES &&
      nodes.values().every(({ node, kind }) => kind.isInstant === true || node.disabled),
  }
}

/** The same for every run of a version. */
function rememberRoots(graph: GraphIndex, isTrigger: (type: string) => boolean): CompiledVersion['rootsOf'] {
  const known = new Map<string | null, Roots>()
  return (triggerNodeId) => {
    const roots = known.get(triggerNodeId) ?? chooseRoots(graph, isTrigger, triggerNodeId)
    known.set(triggerNodeId, roots)
    return roots
  }
}

function readConcurrencies(
  triggers: readonly GraphNode[],
  problems: GraphProblem[],
): ReadonlyMap<string, Concurrency> {
  const read = new Map<string, Concurrency>()
  for (const node of triggers) {
    const concurrency = node.disabled ? undefined : readConcurrency(node, problems)
    if (concurrency !== undefined) read.set(node.id, concurrency)
  }
  return read
}

/** Triggers say how long their runs may take; of several the longest time holds. */
function readActiveLimit(triggers: readonly GraphNode[]): number | undefined {
  const seconds = triggers
    .map(({ data }) => data['timeout_seconds'])
    .filter((value) => typeof value === 'number')
  return seconds.length === 0 ? undefined : Math.max(...seconds) * 1_000
}

/** The outputs a node has, as it is drawn. */
function handlesOf({ handles }: NodeKind, data: JsonObject): readonly string[] {
  return typeof handles === 'function' ? handles(data) : handles
}

function handleWhenDisabled({ handleWhenDisabled: handle }: NodeKind, data: JsonObject): string {
  return (typeof handle === 'function' ? handle(data) : handle) ?? MAIN_HANDLE
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
    const handles = handlesOf(compiled.kind, compiled.node.data)
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
