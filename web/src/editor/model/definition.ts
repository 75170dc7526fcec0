import {
  edgeKey,
  type GraphDocument,
  type GraphEdge,
  type GraphNode,
  type JsonValue,
} from '../../graph/types.ts'
import { isObject, sameJson } from './same-json.ts'

/** A definition as the service stores it: anything goes, because an unfinished workflow can be saved. */
export interface Definition {
  readonly nodes: readonly Readonly<Record<string, unknown>>[]
  readonly edges: readonly Readonly<Record<string, unknown>>[]
  readonly variables: Readonly<Record<string, unknown>>
}

/**
 * Reads a definition for the editor, with the leniency of the engine (`from`/`to`, `config`, `parameters`). Nodes without
 * a usable id get one that depends only on the definition, so that reading it twice gives the same document.
 */
export function readDocument(definition: Definition): GraphDocument {
  return {
    nodes: readNodes(definition.nodes),
    edges: readEdges(definition.edges),
    variables: definition.variables as Record<string, JsonValue>,
  }
}

/**
 * The definition to save. Nodes and edges that are as `base` has them are written exactly as `base` spells them.
 */
export function writeDefinition(document: GraphDocument, base: Definition): Definition {
  const before = readDocument(base)
  if (sameJson(before, document)) return base
  const connected = new Set(document.edges.flatMap(({ source, target }) => [source, target]))
  const rawNodes = new Map(before.nodes.map((node, index) => [node.id, { node, raw: base.nodes[index] }]))
  const rawEdges = new Map<string, { edge: GraphEdge; raws: Readonly<Record<string, unknown>>[] }>()
  for (const raw of base.edges) {
    const edge = readEdge(raw)
    const known = rawEdges.get(edgeKey(edge))
    if (known === undefined) rawEdges.set(edgeKey(edge), { edge, raws: [raw] })
    else known.raws.push(raw)
  }
  return {
    nodes: document.nodes.map((node) => {
      const known = rawNodes.get(node.id)
      if (known?.raw === undefined || !sameJson(known.node, node)) return node
      // An id that the editor assigned is stored as soon as an edge needs it.
      return known.raw['id'] !== node.id && connected.has(node.id) ? node : known.raw
    }),
    edges: document.edges.flatMap((edge) => {
      const known = rawEdges.get(edgeKey(edge))
      return known !== undefined && sameJson(known.edge, edge) ? known.raws : [edge]
    }),
    variables: document.variables,
  }
}

function readNodes(raws: Definition['nodes']): GraphNode[] {
  const own = new Set(raws.map((raw) => raw['id']))
  const used = new Set<string>()
  return raws.map((raw, index) => {
    const node = readNode(raw)
    if (node.id === '' || used.has(node.id)) node.id = findFreeId(node.id, index, used, own)
    used.add(node.id)
    return node
  })
}

function findFreeId(id: string, index: number, ...taken: readonly ReadonlySet<unknown>[]): string {
  const stem = id === '' ? `node_${index + 1}` : id
  let free = id === '' ? stem : `${stem}_2`
  for (let count = 2; taken.some((ids) => ids.has(free)); count += 1) free = `${stem}_${count}`
  return free
}

function readNode(raw: Readonly<Record<string, unknown>>): GraphNode {
  const { config, parameters, ...rest } = raw
  const node: GraphNode = { ...rest, id: readText(raw['id']), type: readText(raw['type']) }
  if (raw['data'] === undefined || raw['data'] === null) {
    const data = config ?? parameters
    if (isObject(data)) node.data = data as Record<string, JsonValue>
    else delete node.data
  } else {
    if (!isObject(raw['data'])) node.data = {}
    if (config !== undefined) node['config'] = config
    if (parameters !== undefined) node['parameters'] = parameters
  }
  if (typeof raw['name'] !== 'string') delete node.name
  const position = readPosition(raw['position'])
  if (position === undefined) delete node.position
  else if (position !== raw['position']) node.position = position
  return node
}

function readPosition(value: unknown): { x: number; y: number } | undefined {
  const [x, y] = Array.isArray(value) ? (value as unknown[]) : isObject(value) ? [value['x'], value['y']] : []
  if (typeof x !== 'number' || typeof y !== 'number' || !Number.isFinite(x) || !Number.isFinite(y)) return
  return isObject(value) ? (value as { x: number; y: number }) : { x, y }
}

function readEdges(raws: Definition['edges']): GraphEdge[] {
  const edges = new Map<string, GraphEdge>()
  for (const raw of raws) {
    const edge = readEdge(raw)
    if (!edges.has(edgeKey(edge))) edges.set(edgeKey(edge), edge)
  }
  return [...edges.values()]
}

function readEdge(raw: Readonly<Record<string, unknown>>): GraphEdge {
  const { from, to, ...rest } = raw
  const edge: GraphEdge = {
    ...rest,
    source: readText(raw['source'] ?? from),
    target: readText(raw['target'] ?? to),
  }
  if (typeof raw['sourceHandle'] !== 'string') delete edge.sourceHandle
  if (typeof raw['id'] !== 'string') delete edge.id
  return edge
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
