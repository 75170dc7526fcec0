import type { JsonObject, JsonValue } from '../json.ts'
import { findCycle } from './find-cycle.ts'
import {
  type Graph,
  type GraphEdge,
  type GraphNode,
  type GraphProblem,
  MAIN_HANDLE,
  MAX_NODES,
  type OnError,
} from './graph.ts'

/**
 * Reads what a person or a program drew. Lenient in spelling (`from`/`to`, `config` or `parameters`), strict in meaning:
 * whatever cannot run is listed, all of it at once.
 */
export function readGraph(drawing: { nodes: readonly JsonObject[]; edges: readonly JsonObject[] }): Graph {
  if (drawing.nodes.length > MAX_NODES) {
    const message = `The workflow has ${drawing.nodes.length} nodes; at most ${MAX_NODES} can run.`
    return { nodes: [], edges: [], problems: [{ nodeId: null, message }] }
  }
  const problems: GraphProblem[] = []
  const drawnIds = new Set<string>()
  const nodes = readNodes(drawing.nodes, drawnIds, problems)
  const readable = new Set(nodes.map((node) => node.id))
  // An edge of a node that is drawn and cannot be read is no problem of its own.
  const edges = readEdges(drawing.edges, drawnIds, problems).filter(
    ({ source, target }) => readable.has(source) && readable.has(target),
  )
  const cycle = findCycle(nodes, edges)
  if (cycle !== undefined) {
    problems.push({
      nodeId: cycle[0] ?? null,
      message: `The nodes ${cycle.map((id) => `"${id}"`).join(' → ')} form a circle. Use a \`loop\` or \`for_each\` node to repeat steps.`,
    })
  }
  return { nodes, edges, problems }
}

function readNodes(drawn: readonly JsonObject[], seen: Set<string>, problems: GraphProblem[]): GraphNode[] {
  const nodes: GraphNode[] = []
  for (const [index, raw] of drawn.entries()) {
    const id = readText(raw['id'])
    if (id === undefined) {
      problems.push({ nodeId: null, message: `Node number ${index + 1} has no \`id\`.` })
      continue
    }
    if (seen.has(id)) {
      problems.push({ nodeId: id, message: `Two nodes have the id "${id}".` })
      continue
    }
    seen.add(id)
    const node = readNode(id, raw, problems)
    if (node !== undefined) nodes.push(node)
  }
  return nodes
}

function readNode(id: string, raw: JsonObject, problems: GraphProblem[]): GraphNode | undefined {
  const type = readText(raw['type'])
  if (type === undefined) problems.push({ nodeId: id, message: `Node "${id}" has no \`type\`.` })
  const data = raw['data'] ?? raw['config'] ?? raw['parameters'] ?? {}
  if (!isObject(data))
    problems.push({ nodeId: id, message: `The \`data\` of node "${id}" is not an object.` })
  const onError = raw['on_error'] ?? 'fail'
  if (!isOnError(onError)) {
    problems.push({
      nodeId: id,
      parameter: 'on_error',
      message: `\`on_error\` of node "${id}" must be "fail", "continue" or "branch".`,
    })
  }
  if (type === undefined || !isObject(data) || !isOnError(onError)) return undefined
  return { id, type, name: readText(raw['name']), data, disabled: raw['disabled'] === true, onError }
}

function readEdges(
  drawn: readonly JsonObject[],
  ids: ReadonlySet<string>,
  problems: GraphProblem[],
): GraphEdge[] {
  const edges: GraphEdge[] = []
  for (const [index, raw] of drawn.entries()) {
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

function describeDangling(
  index: number,
  source: string | undefined,
  target: string | undefined,
  ids: ReadonlySet<string>,
): string {
  const edge = `Edge number ${index + 1}`
  if (source === undefined) return `${edge} has no \`source\`.`
  if (target === undefined) return `${edge} has no \`target\`.`
  const unknown = ids.has(source) ? target : source
  return `${edge} ("${source}" → "${target}") names the node "${unknown}", which does not exist.`
}

function readText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isOnError(value: JsonValue): value is OnError {
  return value === 'fail' || value === 'continue' || value === 'branch'
}
