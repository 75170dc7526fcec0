import type { JsonObject } from '../shared/json.ts'
import { findCycles } from './find-cycles.ts'
import {
  type Graph,
  type GraphEdge,
  type GraphNode,
  type GraphProblem,
  MAIN_HANDLE,
  MAX_NODES,
} from './graph.ts'
import { readNode, readText } from './read-node.ts'
import { type SplitGraph, splitLoops } from './split-loops.ts'

/**
 * Reads the graph of a workflow definition. Lenient in spelling (`from`/`to`, `config` or `parameters`), strict in meaning:
 * lists every problem that prevents the graph from running. Annotations are no part of the graph.
 */
export function readGraph(
  definition: { nodes: readonly JsonObject[]; edges: readonly JsonObject[] },
  isLoop: (node: GraphNode) => boolean,
  isAnnotation: (node: GraphNode) => boolean = () => false,
): Graph & SplitGraph {
  if (definition.nodes.length > MAX_NODES) {
    const message = `The workflow has ${definition.nodes.length} nodes. The maximum is ${MAX_NODES}.`
    const empty = { nodes: [], edges: [] }
    return { ...empty, top: empty, bodies: new Map(), problems: [{ nodeId: null, message }] }
  }
  const problems: GraphProblem[] = []
  const ids = new Set<string>()
  const all = readNodes(definition.nodes, ids, problems)
  const annotations = new Set(all.filter(isAnnotation).map(({ id }) => id))
  const nodes = all.filter(({ id }) => !annotations.has(id))
  const readable = new Set(nodes.map((node) => node.id))
  // An edge of an invalid node is not a separate problem.
  const edgesRead = readEdges(definition.edges, ids, problems)
  problems.push(...findAnnotatedEdges(edgesRead, annotations))
  const validEdges = edgesRead.filter(({ source, target }) => readable.has(source) && readable.has(target))
  const { edges, top, bodies, problems: loopProblems } = splitLoops(nodes, validEdges, isLoop)
  const cycles = findCycles(nodes, edges, MAX_CYCLES)
  for (const cycle of cycles) {
    problems.push({
      nodeId: cycle[0] ?? null,
      message: `The nodes ${cycle.map((id) => `"${id}"`).join(' → ')} form a cycle. To repeat steps, use a \`loop\` or \`for_each\` node.`,
    })
  }
  if (cycles.length === 0) problems.push(...loopProblems)
  return { nodes, edges, top, bodies, problems }
}

/** More of them help nobody. */
const MAX_CYCLES = 20

function readNodes(raws: readonly JsonObject[], seen: Set<string>, problems: GraphProblem[]): GraphNode[] {
  const nodes: GraphNode[] = []
  for (const [index, raw] of raws.entries()) {
    const id = readText(raw['id'])
    if (id === undefined) {
      problems.push({
        nodeId: null,
        message: `Node number ${index + 1} has no \`id\`. Give it a text that no other node has.`,
      })
      continue
    }
    if (seen.has(id)) {
      problems.push({
        nodeId: id,
        parameter: 'id',
        message: `Two nodes have the id "${id}". Give one of them another id.`,
      })
      continue
    }
    seen.add(id)
    const node = readNode(id, raw, problems)
    if (node !== undefined) nodes.push(node)
  }
  return nodes
}

function readEdges(
  raws: readonly JsonObject[],
  ids: ReadonlySet<string>,
  problems: GraphProblem[],
): GraphEdge[] {
  const edges: GraphEdge[] = []
  for (const [index, raw] of raws.entries()) {
    const source = readText(raw['source'] ?? raw['from'])
    const target = readText(raw['target'] ?? raw['to'])
    const missing = [source, target].filter((end) => end === undefined || !ids.has(end))
    if (source === undefined || target === undefined || missing.length > 0) {
      problems.push({ nodeId: null, message: describeDangling(index, source, target, ids) })
      continue
    }
    edges.push({ source, target, handle: readText(raw['sourceHandle']) ?? MAIN_HANDLE })
  }
  return edges
}

function findAnnotatedEdges(
  edges: readonly GraphEdge[],
  annotations: ReadonlySet<string>,
): readonly GraphProblem[] {
  return edges.flatMap(({ source, target }) => {
    const end = [source, target].find((id) => annotations.has(id))
    if (end === undefined) return []
    const message = `The edge from "${source}" to "${target}" connects "${end}", which never runs. Remove the edge.`
    return [{ nodeId: end, message }]
  })
}

function describeDangling(
  index: number,
  source: string | undefined,
  target: string | undefined,
  ids: ReadonlySet<string>,
): string {
  const edge = `Edge number ${index + 1}`
  if (source === undefined) return `${edge} has no \`source\`. Set it to the id of the node that it leaves.`
  if (target === undefined) return `${edge} has no \`target\`. Set it to the id of the node that it leads to.`
  const unknown = [...new Set([source, target].filter((id) => !ids.has(id)))]
  const start = `${edge} ("${source}" → "${target}") refers to`
  if (unknown.length > 1) {
    return `${start} the nodes "${source}" and "${target}", which do not exist. Remove the edge, or add the nodes.`
  }
  return `${start} the node "${unknown.join()}", which does not exist. Remove the edge, or add the node.`
}
