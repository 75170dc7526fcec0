import {
  edgeKey,
  type GraphDocument,
  type GraphEdge,
  type GraphNode,
  type JsonValue,
} from '../../graph/types.ts'
import { builtInRules, renameInParameters, type RulesOf } from './edits/expression-rules.ts'
import { isObject, sameJson } from './same-json.ts'

/** A member that differs. Undefined: absent. */
export interface MemberChange {
  readonly path: readonly (string | number)[]
  readonly before: unknown
  readonly after: unknown
}

export interface NodeDiff {
  /** The id in the newer document; of a removed node, in the older one. */
  readonly id: string
  readonly kind: 'added' | 'removed' | 'changed' | 'moved'
  readonly before: GraphNode | undefined
  readonly after: GraphNode | undefined
  /** Without the position. Empty for nodes that were added, removed or only moved. */
  readonly changes: readonly MemberChange[]
}

export interface DocumentDiff {
  readonly nodes: readonly NodeDiff[]
  readonly edgesAdded: readonly GraphEdge[]
  readonly edgesRemoved: readonly GraphEdge[]
  readonly variables: readonly MemberChange[]
  /** Whether a run can notice a difference: positions, notes and groups make none. */
  readonly isEmpty: boolean
}

/**
 * What changed from one document to another.
 *
 * 1. Nodes are matched by id. A node that got another id is found by its type and its name or parameters.
 * 2. References that follow a new name are not changes, so a rename is one change, not a rewiring of the graph.
 */
export function diffDocuments(
  before: GraphDocument,
  after: GraphDocument,
  rulesOf: RulesOf = builtInRules,
): DocumentDiff {
  const pairs = matchNodes(before.nodes, after.nodes)
  const renamed = listRenames(before.nodes, pairs)
  const afterIds = new Set(pairs.values().map((node) => node.id))
  const nodes: NodeDiff[] = []
  for (const node of after.nodes) {
    if (!afterIds.has(node.id)) {
      nodes.push({ id: node.id, kind: 'added', before: undefined, after: node, changes: [] })
    }
  }
  for (const node of before.nodes) {
    const next = pairs.get(node.id)
    if (next === undefined) {
      nodes.push({ id: node.id, kind: 'removed', before: node, after: undefined, changes: [] })
      continue
    }
    const changes = diffNode(node, next, renamed, rulesOf)
    const isMoved = !sameJson(node.position, next.position)
    if (changes.length === 0 && !isMoved) continue
    nodes.push({
      id: next.id,
      kind: changes.length > 0 ? 'changed' : 'moved',
      before: node,
      after: next,
      changes,
    })
  }
  const idOf = (id: string) => pairs.get(id)?.id ?? id
  const mapped = before.edges.map((edge) => ({
    ...edge,
    source: idOf(edge.source),
    target: idOf(edge.target),
  }))
  const edgesAdded = withoutKeys(after.edges, mapped)
  const edgesRemoved = withoutKeys(mapped, after.edges)
  const variables = diffMembers(before.variables, after.variables, [])
  const isEmpty =
    nodes.every(({ kind }) => kind === 'moved') &&
    edgesAdded.length + edgesRemoved.length + variables.length === 0
  return { nodes: inOrder(nodes, after), edgesAdded, edgesRemoved, variables, isEmpty }
}

/** The node of the newer document for each id of the older one. */
function matchNodes(before: readonly GraphNode[], after: readonly GraphNode[]): Map<string, GraphNode> {
  const byId = new Map(after.map((node) => [node.id, node]))
  const pairs = new Map<string, GraphNode>()
  for (const { id } of before) {
    const same = byId.get(id)
    if (same !== undefined) pairs.set(id, same)
  }
  const matched = new Set(pairs.values())
  for (const node of before) {
    if (pairs.has(node.id)) continue
    const candidates = after.filter((other) => !matched.has(other) && other.type === node.type)
    const named = candidates.filter(({ name }) => name !== undefined && name === node.name)
    const alike =
      named.length > 0
        ? named
        : candidates.filter(({ data }) => data !== undefined && sameJson(data, node.data))
    const [only, ...others] = alike
    if (only === undefined || others.length > 0) continue
    pairs.set(node.id, only)
    matched.add(only)
  }
  return pairs
}

function listRenames(
  before: readonly GraphNode[],
  pairs: ReadonlyMap<string, GraphNode>,
): Map<string, string> {
  const renamed = new Map<string, string>()
  for (const { id, name } of before) {
    const next = pairs.get(id)
    if (next === undefined) continue
    if (next.id !== id) renamed.set(id, next.id)
    if (name !== undefined && name !== next.name) renamed.set(name, next.name ?? next.id)
  }
  return renamed
}

function diffNode(
  before: GraphNode,
  after: GraphNode,
  renamed: ReadonlyMap<string, string>,
  rulesOf: RulesOf,
): MemberChange[] {
  const data =
    renamed.size === 0 ? before.data : renameInParameters(before, (key) => renamed.get(key), rulesOf)
  const { position: _, id: __, ...left } = { ...before, data: (data ?? {}) as Record<string, JsonValue> }
  const { position: ___, id: ____, ...right } = { ...after, data: after.data ?? {} }
  return diffMembers(left, right, [])
}

function diffMembers(before: unknown, after: unknown, path: readonly (string | number)[]): MemberChange[] {
  if (sameJson(before, after)) return []
  if (isObject(before) && isObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)])
    return [...names].flatMap((name) => diffMembers(before[name], after[name], [...path, name]))
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return before.flatMap((entry, index) => diffMembers(entry, after[index], [...path, index]))
  }
  return [{ path, before, after }]
}

function withoutKeys(edges: readonly GraphEdge[], others: readonly GraphEdge[]): GraphEdge[] {
  const keys = new Set(others.map(edgeKey))
  return edges.filter((edge) => !keys.has(edgeKey(edge)))
}

/** In the order of the newer document; removed nodes last. */
function inOrder(nodes: readonly NodeDiff[], after: GraphDocument): NodeDiff[] {
  const order = new Map(after.nodes.map(({ id }, index) => [id, index]))
  const at = ({ kind, id }: NodeDiff) => (kind === 'removed' ? after.nodes.length : (order.get(id) ?? 0))
  return nodes.toSorted((a, b) => at(a) - at(b))
}
