import {
  EACH_HANDLE,
  ERROR_HANDLE,
  type GraphEdge,
  type GraphNode,
  type GraphProblem,
  reach,
} from '#domain/index.ts'
import type { NodeCatalogue, NodeKind } from '#ports/index.ts'
import { type CompiledVersion, handleWhenDisabled } from '../compile/compile-version.ts'
import { allNodes, targetsBySource } from './graph-order.ts'

/** Finds nodes that no run reaches, nodes that no trigger leads to, triggers in the middle, and loops without a body. */
export function checkFlow(
  version: Pick<CompiledVersion, 'graph' | 'bodies' | 'edges'>,
  catalogue: NodeCatalogue,
): readonly GraphProblem[] {
  const nodes = allNodes(version)
  const isTrigger = ({ type }: GraphNode) => catalogue.find(type)?.family === 'trigger'
  const targets = new Set(version.edges.map(({ target }) => target))
  return [
    ...nodes.filter((node) => isTrigger(node) && targets.has(node.id)).map(describeEnteredTrigger),
    ...findLoose(nodes, targets, isTrigger),
    ...findUnreachable(version, catalogue),
    ...findEmptyLoops(nodes, version.edges, catalogue),
    ...findMissingResponses(nodes, version.edges, catalogue),
    ...findUselessResponses(nodes, version.edges, catalogue),
  ]
}

function describeEnteredTrigger({ id, type }: GraphNode): GraphProblem {
  return {
    // A `start` node in the middle only passes its input on.
    ...(type === 'start' && { severity: 'warning' }),
    nodeId: id,
    message: `An edge leads to trigger node "${id}". Remove it: a run can only begin at a trigger.`,
  }
}

/** Without a trigger, every first node is a start by intention. */
function findLoose(
  nodes: readonly GraphNode[],
  targets: ReadonlySet<string>,
  isTrigger: (node: GraphNode) => boolean,
): readonly GraphProblem[] {
  if (!nodes.some(isTrigger)) return []
  return nodes
    .filter((node) => !targets.has(node.id) && !isTrigger(node) && !node.disabled)
    .map(({ id }) => ({
      severity: 'warning',
      nodeId: id,
      message: `No edge leads to node "${id}", so it starts with every run, next to the trigger. Connect it, or delete it.`,
    }))
}

function findUnreachable(
  { edges, graph, bodies }: Pick<CompiledVersion, 'graph' | 'bodies' | 'edges'>,
  catalogue: NodeCatalogue,
): readonly GraphProblem[] {
  const nodes = allNodes({ graph, bodies })
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const obstacleOf = (edge: GraphEdge) => {
    const source = byId.get(edge.source)
    const kind = source && catalogue.find(source.type)
    return source === undefined || kind === undefined ? undefined : findObstacle(edge, source, kind)
  }
  const targets = new Set(edges.map(({ target }) => target))
  const starts = nodes.filter(({ id }) => !targets.has(id)).map(({ id }) => id)
  const possible = edges.filter((edge) => obstacleOf(edge) === undefined)
  const reached = reach(starts, targetsBySource(possible))
  // Nodes in a cycle are unreachable too, and the cycle itself is a problem already.
  const reachable = reach(starts, targetsBySource(edges))
  return nodes
    .filter(({ id }) => !reached.has(id) && reachable.has(id))
    .map(({ id }) => {
      const reason = edges.filter(({ target }) => target === id).map(obstacleOf)
      const first = reason.find((one) => one !== undefined)
      return {
        severity: 'warning',
        nodeId: id,
        message: `Node "${id}" never runs: ${first ?? 'no node before it ever leads to it. Fix those, or delete it.'}`,
      }
    })
}

/** Why an edge is never taken; undefined if it can be. */
function findObstacle({ handle }: GraphEdge, source: GraphNode, kind: NodeKind): string | undefined {
  const { id, disabled, onError, data } = source
  if (disabled) {
    if (handle === handleWhenDisabled(kind, data)) return undefined
    return `node "${id}" is disabled and never continues at "${handle}". Enable it, or connect another handle.`
  }
  if (handle === ERROR_HANDLE) {
    if (onError === 'branch') return undefined
    return `\`on_error\` of node "${id}" is "${onError}", so it never continues at "error". Set \`on_error\` to "branch".`
  }
  if (kind.alwaysFails !== true || onError === 'continue') return undefined
  return `node "${id}" always fails. Set \`on_error\` of "${id}" to "continue", or remove the edge.`
}

function findEmptyLoops(
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[],
  catalogue: NodeCatalogue,
): readonly GraphProblem[] {
  return nodes
    .filter(({ id, type, disabled }) => {
      if (disabled || catalogue.find(type)?.isLoop !== true) return false
      return !edges.some(({ source, handle }) => source === id && handle === EACH_HANDLE)
    })
    .map(({ id }) => ({
      severity: 'warning',
      nodeId: id,
      message: `Loop "${id}" repeats nothing: no edge leaves from its handle "each". Connect the nodes to repeat.`,
    }))
}

/** A request waits for a response that no node gives. */
function findMissingResponses(
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[],
  catalogue: NodeCatalogue,
): readonly GraphProblem[] {
  const successors = targetsBySource(edges)
  const responding = nodes.filter(
    ({ type, disabled }) => !disabled && catalogue.find(type)?.responds === true,
  )
  return nodes
    .filter(({ id, data, type, disabled }) => {
      const waits = catalogue.find(type)?.family === 'trigger' && data['respond'] === 'respond_node'
      if (!waits || disabled) return false
      const after = reach([id], successors)
      return !responding.some((node) => after.has(node.id))
    })
    .map(({ id }) => ({
      severity: 'warning',
      nodeId: id,
      parameter: 'respond',
      message: `Node "${id}" answers with the response of a \`respond\` node, but none comes after it, so senders wait in vain. Add one, or set \`respond\` to "last_node" or "at_once".`,
    }))
}

/** A webhook that answers at once leads to a response, and no other trigger that leads there waits for it. */
function findUselessResponses(
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[],
  catalogue: NodeCatalogue,
): readonly GraphProblem[] {
  const responding = nodes.filter(
    ({ type, disabled }) => !disabled && catalogue.find(type)?.responds === true,
  )
  if (responding.length === 0) return []
  const successors = targetsBySource(edges)
  const webhooks = nodes
    .filter(({ type, disabled }) => !disabled && type === 'webhook')
    .map(({ id, data }) => ({ id, respond: data['respond'] ?? 'at_once', after: reach([id], successors) }))
  return responding.flatMap(({ id }): readonly GraphProblem[] => {
    const before = webhooks.filter(({ after }) => after.has(id))
    const [first] = before
    if (first === undefined || before.some(({ respond }) => respond !== 'at_once')) return []
    return [
      {
        severity: 'warning',
        nodeId: id,
        message: `The response of node "${id}" is never sent: node "${first.id}" answers at once, before it runs. Set \`respond\` of "${first.id}" to "respond_node", or delete node "${id}".`,
      },
    ]
  })
}
