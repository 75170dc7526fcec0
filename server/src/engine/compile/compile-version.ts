import type { Validator } from 'typebox/compile'
import {
  compileSchema,
  type Definition,
  ERROR_HANDLE,
  type GraphEdge,
  type GraphNode,
  type GraphProblem,
  type JsonObject,
  type JsonValue,
  MAIN_HANDLE,
  readGraph,
  type WorkflowVersion,
} from '#domain/index.ts'
import { findSimilar, finish, type Interruptible } from '@millrace/expressions'
import type { NodeCatalogue, NodeKind } from '#ports/index.ts'
import { type Concurrency, readConcurrency } from './read-concurrency.ts'
import { checkNode } from './check-node.ts'
import { type CompiledParameters, compileParameters } from './compile-parameters.ts'
import { nodesUntil } from './keep-until.ts'
import { stepKey } from './iteration-path.ts'
import { findVariableReads, type VariableReads } from './variable-reads.ts'
import { chooseRoots, type GraphIndex, indexGraph, type Roots } from './index-graph.ts'

export interface CompiledNode {
  readonly node: GraphNode
  readonly kind: NodeKind
  /** The key of its step outside of loops. */
  readonly key: string
  readonly parameters: CompiledParameters
  readonly validator: Validator
  /** The handle that is taken while the node is disabled. */
  readonly handleWhenDisabled: string
  /** In a test version: the result that the node has without running. */
  readonly pinned: PinnedResult | undefined
  /** Whether an edge leaves from the handle. */
  hasEdge(handle: string): boolean
}

export interface PinnedResult {
  readonly output: JsonValue
  readonly handle: string
}

/** A definition compiled for running, once per version; all its executions share it. */
export interface CompiledVersion {
  readonly id: string
  readonly workflowId: string
  readonly variables: JsonObject
  /** The variables of the account that it reads. */
  readonly vars: VariableReads
  /** The nodes outside of loops. */
  readonly graph: GraphIndex
  /** The body of each loop, by the loop's id. */
  readonly bodies: ReadonlyMap<string, GraphIndex>
  readonly nodes: ReadonlyMap<string, CompiledNode>
  /** All edges between valid nodes, without those that only lead back to a loop. */
  readonly edges: readonly GraphEdge[]
  /** Where a run starts that this trigger fired; null: a run by API or by hand. */
  rootsOf(triggerNodeId: string | null): Roots
  /** Concurrency limits by trigger; empty for most workflows. */
  readonly concurrency: ReadonlyMap<string, Concurrency>
  /** How long a run may be active; undefined: the default limit. */
  readonly activeLimitMs: number | undefined
  /** Node ids by name and by id, for expressions. An id takes precedence over a name. */
  readonly idByName: ReadonlyMap<string, string>
  readonly nodeNames: readonly string[]
  /** Everything that keeps the version from running: with any problem, it cannot run. All of them are errors. */
  readonly problems: readonly GraphProblem[]
  /** The version has few nodes, all instant: a run can be computed before it is accepted. */
  readonly isInstant: boolean
  /** A test version: its runs use pinned outputs. */
  readonly isTest: boolean
}

/** Above this number, even instant nodes take noticeable time. */
const MAX_INSTANT_NODES = 100

/** What a node counts for besides its expressions, in characters of an expression. */
const NODE_WEIGHT = 200

export function compileVersion(version: WorkflowVersion, catalogue: NodeCatalogue): CompiledVersion {
  return finish(compileVersionStepwise(version, catalogue))
}

/** As `compileVersion`, interruptible after each node and each expression. */
export function* compileVersionStepwise(
  version: WorkflowVersion,
  catalogue: NodeCatalogue,
): Interruptible<CompiledVersion> {
  const isTest = version.test !== undefined
  const graph = readVersion(version, catalogue)
  const isTrigger = (type: string) => catalogue.find(type)?.family === 'trigger'
  const problems = [...graph.problems]
  const nodes = new Map<string, CompiledNode>()
  for (const node of graph.nodes) {
    const kind = catalogue.find(node.type)
    if (kind === undefined) {
      problems.push({ nodeId: node.id, parameter: 'type', message: describeUnknownKind(node, catalogue) })
      continue
    }
    const isPinned = isTest && node.pinned !== undefined
    const compiled = yield* compileParameters(isPinned ? { ...node, data: {} } : node, kind)
    if (!compiled.ok) problems.push(...compiled.problems)
    // A disabled or pinned node does not run, so it may be incomplete.
    if (!node.disabled && !isPinned) {
      const { isConstant } = compiled.ok ? compiled.parameters : compiled
      problems.push(...checkNode(node, kind, isConstant))
    }
    if (compiled.ok) {
      nodes.set(node.id, {
        node,
        kind,
        key: stepKey('', node.id),
        parameters: compiled.parameters,
        validator: compileSchema(kind.parameters),
        handleWhenDisabled: handleWhenDisabled(kind, node.data),
        pinned: isTest ? pinnedResult(node, kind) : undefined,
        hasEdge: (handle) => graph.edges.some((edge) => edge.source === node.id && edge.handle === handle),
      })
    }
    yield NODE_WEIGHT
  }
  problems.push(...findUnknownHandles(graph.edges, nodes))
  const triggers = graph.nodes.filter((node) => isTrigger(node.type))
  const idByName = indexNames(graph.nodes)
  const index = indexGraph(graph.top)
  return {
    id: version.id,
    workflowId: version.workflowId,
    variables: version.variables,
    vars: findVariableReads(graph.nodes.map(({ data }) => data)),
    graph: index,
    bodies: new Map([...graph.bodies].map(([id, scope]) => [id, indexGraph(scope)])),
    nodes,
    edges: graph.edges,
    rootsOf: memoizeRoots(index, isTrigger),
    concurrency: readConcurrencies(triggers, problems),
    activeLimitMs: readActiveLimit(triggers),
    idByName,
    nodeNames: [...idByName.keys()],
    problems,
    isInstant:
      nodes.size <= MAX_INSTANT_NODES &&
      nodes.values().every(({ node, kind }) => kind.isInstant === true || node.disabled),
    isTest,
  }
}

/** The triggers that a run can start from; the one that a run without a trigger starts from comes first. */
export function findTriggers(definition: Definition, catalogue: NodeCatalogue): readonly string[] {
  const graph = readVersion({ id: '', workflowId: '', ...definition }, catalogue)
  const isTrigger = (type: string) => catalogue.find(type)?.family === 'trigger'
  const { trigger, skipped } = chooseRoots(indexGraph(graph.top), isTrigger, null)
  return trigger === undefined ? skipped : [trigger, ...skipped]
}

function readVersion(version: WorkflowVersion, catalogue: NodeCatalogue): ReturnType<typeof readGraph> {
  const read = (definition: Pick<WorkflowVersion, 'nodes' | 'edges'>) =>
    readGraph(
      definition,
      (node) => catalogue.find(node.type)?.isLoop === true,
      (node) => catalogue.find(node.type)?.family === 'annotation',
    )
  const until = version.test?.until ?? null
  if (until === null) return read(version)
  const needed = nodesUntil(read(version), until)
  const has = (id: JsonValue | undefined) => typeof id === 'string' && needed.has(id)
  return read({
    nodes: version.nodes.filter(({ id }) => has(id)),
    edges: version.edges.filter(
      (edge) => has(edge['source'] ?? edge['from']) && has(edge['target'] ?? edge['to']),
    ),
  })
}

/** A node with several handles continues at the one that its pin names, or else as if it were disabled. */
function pinnedResult({ pinned, data }: GraphNode, kind: NodeKind): PinnedResult | undefined {
  if (pinned === undefined) return undefined
  const handles = handlesOf(kind, data)
  const wanted = [pinned.handle, handleWhenDisabled(kind, data)].find(
    (handle) => handle !== undefined && handles.includes(handle),
  )
  return { output: pinned.output, handle: wanted ?? handles[0] ?? MAIN_HANDLE }
}

/** The roots are the same for every run of a version. */
function memoizeRoots(graph: GraphIndex, isTrigger: (type: string) => boolean): CompiledVersion['rootsOf'] {
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

/** Triggers may limit the active time of runs; with several triggers, the longest limit applies. */
function readActiveLimit(triggers: readonly GraphNode[]): number | undefined {
  const seconds = triggers
    .map(({ data }) => data['timeout_seconds'])
    .filter((value) => typeof value === 'number')
  return seconds.length === 0 ? undefined : Math.max(...seconds) * 1_000
}

/** The handles of a node with these parameters. */
function handlesOf({ handles }: NodeKind, data: JsonObject): readonly string[] {
  return typeof handles === 'function' ? handles(data) : handles
}

export function handleWhenDisabled({ handleWhenDisabled: handle }: NodeKind, data: JsonObject): string {
  return (typeof handle === 'function' ? handle(data) : handle) ?? MAIN_HANDLE
}

/** An edge from a handle that the node does not have would never be taken, without any notice. */
function findUnknownHandles(
  edges: readonly GraphEdge[],
  nodes: ReadonlyMap<string, CompiledNode>,
): readonly GraphProblem[] {
  const problems: GraphProblem[] = []
  for (const { source, target, handle } of edges) {
    const compiled = nodes.get(source)
    if (compiled === undefined) continue
    const handles = handlesOf(compiled.kind, compiled.node.data)
    // The handle `error` is allowed with any `on_error`: users change that setting and keep their edges.
    if (handle === ERROR_HANDLE || handles.includes(handle)) continue
    problems.push({
      nodeId: source,
      message:
        `The edge from "${source}" to "${target}" leaves from the handle "${handle}", which the node does not have. ` +
        `Its handles are: ${handles.join(', ')}.`,
    })
  }
  return problems
}

function describeUnknownKind(node: GraphNode, catalogue: NodeCatalogue): string {
  const similar = findSimilar(node.type, catalogue.types)
  const fix =
    similar === undefined ? `Known types: ${catalogue.types.join(', ')}.` : `Did you mean "${similar}"?`
  return `Node "${node.id}" has the unknown type "${node.type}". ${fix}`
}

function indexNames(nodes: readonly GraphNode[]): Map<string, string> {
  const ids = new Map<string, string>()
  for (const node of nodes) if (node.name !== undefined && !ids.has(node.name)) ids.set(node.name, node.id)
  for (const node of nodes) ids.set(node.id, node.id)
  return ids
}
