import type { Scope } from '@millrace/expressions'

export type JsonValue = Scope['input']

/** The members of a graph that decide what an expression can read. */
export interface ScopeGraph {
  readonly nodes: readonly {
    readonly id: string
    readonly type: string
    readonly name?: string
    readonly data?: Readonly<Record<string, JsonValue>>
    readonly pinned_output?: JsonValue
  }[]
  readonly edges: readonly {
    readonly source: string
    readonly target: string
    readonly sourceHandle?: string
  }[]
  readonly variables: Readonly<Record<string, JsonValue>>
  /** The variables of the account, as far as they are known. */
  readonly vars?: Readonly<Record<string, JsonValue>>
}

interface LoopPosition {
  readonly id: string
  /** The list of a `for_each`, as written; undefined for a `loop`. */
  readonly items: JsonValue | undefined
  /** The nodes that run once per iteration. */
  readonly body: readonly string[]
  readonly at: ScopePosition
}

/** Where in a graph an expression stands. Plain data, because it travels to a worker. */
export interface ScopePosition {
  readonly workflowId: string
  readonly nodeId: string
  readonly incoming: readonly { readonly source: string; readonly handle: string }[]
  /** Ids of the nodes that run before this one, the nearest first. */
  readonly earlier: readonly string[]
  /** All nodes, for `nodes["…"]`. */
  readonly names: readonly { readonly id: string; readonly name: string | undefined }[]
  readonly variables: JsonValue
  readonly vars: JsonValue
  /** Pinned outputs, by node id. */
  readonly pinned: Readonly<Record<string, JsonValue>>
  /** The innermost loop around the node. */
  readonly loop: LoopPosition | undefined
}

const EACH = 'each'
const handleOf = (edge: { readonly sourceHandle?: string }) => edge.sourceHandle ?? 'main'

/** `isLoop` says which types of nodes run the nodes behind their handle `each` repeatedly. */
export function positionOf(
  graph: ScopeGraph,
  nodeId: string,
  { workflowId, isLoop }: { readonly workflowId: string; readonly isLoop: (type: string) => boolean },
): ScopePosition {
  const edges = graph.edges.filter(({ target }) => target === nodeId)
  const loop = innermostLoop(graph, nodeId, isLoop)
  return {
    workflowId,
    nodeId,
    incoming: edges.map((edge) => ({ source: edge.source, handle: handleOf(edge) })),
    earlier: nodesBefore(graph, nodeId),
    names: graph.nodes.map(({ id, name }) => ({ id, name })),
    variables: graph.variables,
    vars: graph.vars ?? {},
    pinned: Object.fromEntries(
      graph.nodes.flatMap(({ id, pinned_output: pinned }) => (pinned === undefined ? [] : [[id, pinned]])),
    ),
    loop: loop && {
      id: loop.node.id,
      items: loop.node.data?.['items'],
      body: loop.body,
      at: positionOf(graph, loop.node.id, { workflowId, isLoop }),
    },
  }
}

function nodesBefore(graph: ScopeGraph, nodeId: string): readonly string[] {
  const sources = new Map<string, string[]>()
  for (const { source, target } of graph.edges) sources.set(target, [...(sources.get(target) ?? []), source])
  const known = new Set(graph.nodes.map(({ id }) => id))
  const found = new Set<string>()
  const queue = [...(sources.get(nodeId) ?? [])]
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    if (id === nodeId || found.has(id) || !known.has(id)) continue
    found.add(id)
    queue.push(...(sources.get(id) ?? []))
  }
  return [...found]
}

function innermostLoop(graph: ScopeGraph, nodeId: string, isLoop: (type: string) => boolean) {
  const loops = graph.nodes
    .filter((node) => node.id !== nodeId && isLoop(node.type))
    .map((node) => ({ node, body: bodyOf(graph, node.id) }))
    .filter(({ node, body }) => body.includes(nodeId) && !body.includes(node.id))
  return loops.toSorted((a, b) => a.body.length - b.body.length)[0]
}

/** The nodes behind the handle `each` of a loop. */
function bodyOf(graph: ScopeGraph, loopId: string): readonly string[] {
  const targets = Map.groupBy(graph.edges, ({ source }) => source)
  const found = new Set<string>()
  const queue = (targets.get(loopId) ?? [])
    .filter((edge) => handleOf(edge) === EACH)
    .map(({ target }) => target)
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    if (id === loopId || found.has(id)) continue
    found.add(id)
    queue.push(...(targets.get(id) ?? []).map(({ target }) => target))
  }
  return [...found]
}

/** How expressions call a node: by its name if it is unique, otherwise by its id. */
export function nodeKey({ names }: ScopePosition, nodeId: string): string {
  const name = names.find(({ id }) => id === nodeId)?.name
  if (name === undefined || name === '') return nodeId
  const isUnique = names.filter((one) => one.name === name || one.id === name).length === 1
  return isUnique ? name : nodeId
}
