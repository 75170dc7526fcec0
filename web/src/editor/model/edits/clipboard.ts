import { current, isDraft } from 'immer'
import {
  GROUP_TYPE,
  type GraphDocument,
  type GraphEdge,
  type GraphNode,
  type JsonValue,
  type Position,
} from '../../../graph/types.ts'
import { readDocument } from '../definition.ts'
import { findOtherProduct } from '../other-products.ts'
import { isObject } from '../same-json.ts'
import { builtInRules, type RulesOf } from './expression-rules.ts'
import { boundsOf } from './geometry.ts'
import { membersOf } from './groups.ts'
import { type DocumentDraft, newNodeId, type NodeDraft, nodeIds, takenNames, uniqueName } from './names.ts'
import { renameReferences } from './rename-node.ts'

/** Nodes to paste, with the edges among them. */
export interface Clipboard {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
  /** Of a whole workflow: those that the document lacks are added. */
  readonly variables: Readonly<Record<string, JsonValue>>
}

export type ClipboardProblem = 'not-json' | 'no-nodes' | 'other-product' | 'too-many'
export type ParsedClipboard =
  | { readonly ok: true; readonly clipboard: Clipboard }
  | { readonly ok: false; readonly problem: ClipboardProblem }

/** The most nodes that a workflow can have. */
const MAX_NODES = 1_000

const MARK = 'millrace'

/** Nodes as text for the system clipboard. Groups come along with all their nodes. */
export function toClipboard(document: GraphDocument, ids: Iterable<string>): string {
  const { nodes, edges } = pickNodes(document, ids)
  return JSON.stringify({ [MARK]: 'nodes', nodes, edges }, null, 2)
}

function pickNodes(document: GraphDocument, ids: Iterable<string>): Clipboard {
  const chosen = new Set(ids)
  for (const node of document.nodes) {
    if (node.type === GROUP_TYPE && chosen.has(node.id)) for (const id of membersOf(node)) chosen.add(id)
  }
  return {
    nodes: document.nodes.filter(({ id }) => chosen.has(id)),
    edges: document.edges.filter(({ source, target }) => chosen.has(source) && chosen.has(target)),
    variables: {},
  }
}

/** Reads copied nodes, an exported workflow, a response of the API, a list of nodes or a single node. */
export function parseClipboard(text: string): ParsedClipboard {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { ok: false, problem: 'not-json' }
  }
  const source = findDefinition(value)
  if (source === undefined) return { ok: false, problem: 'no-nodes' }
  const nodes = source.nodes.filter(isObject)
  if (nodes.length === 0) return { ok: false, problem: 'no-nodes' }
  // What was copied here is pasted as it is, however unfinished.
  if (source[MARK] !== 'nodes') {
    if (isOtherProduct(source, nodes)) return { ok: false, problem: 'other-product' }
    if (nodes.some(({ type }) => typeof type !== 'string' || type === ''))
      return { ok: false, problem: 'no-nodes' }
  }
  if (nodes.length > MAX_NODES) return { ok: false, problem: 'too-many' }
  const edges = Array.isArray(source.edges) ? source.edges.filter(isObject) : []
  const variables = isObject(source.variables) ? source.variables : {}
  return { ok: true, clipboard: readDocument({ nodes, edges, variables }) }
}

interface Source {
  readonly nodes: readonly unknown[]
  readonly edges?: unknown
  readonly variables?: unknown
  readonly [MARK]?: unknown
}

function findDefinition(value: unknown): Source | undefined {
  if (Array.isArray(value)) return { nodes: value as unknown[] }
  if (!isObject(value)) return undefined
  if (Array.isArray(value['nodes'])) return value as unknown as Source
  if (isObject(value['data']) && Array.isArray(value['data']['nodes']))
    return value['data'] as unknown as Source
  return typeof value['type'] === 'string' ? { nodes: [value] } : undefined
}

/** Other products also export `nodes`, but connect them differently and use their own types. */
function isOtherProduct(source: Source, nodes: readonly Record<string, unknown>[]): boolean {
  if (findOtherProduct(source) !== undefined || findOtherProduct(nodes) !== undefined) return true
  return nodes.some(({ type }) => typeof type === 'string' && /[./@]/.test(type))
}

export interface PasteOptions {
  /** The top left corner; without it, the nodes appear beside their originals. */
  readonly at?: Position
  readonly rulesOf?: RulesOf
}

const OFFSET = 40

/** Pastes nodes under new ids and unique names; references among them follow. Returns the new ids. */
export function pasteNodes(draft: DocumentDraft, clipboard: Clipboard, options: PasteOptions = {}): string[] {
  const taken = nodeIds(draft)
  const names = takenNames(draft.nodes)
  const ids = new Map<string, string>()
  const renamed = new Map<string, string>()
  const pasted = clipboard.nodes.map((original) => {
    const node = structuredClone(original) as NodeDraft
    node.id = newNodeId(node.type, taken)
    taken.add(node.id)
    ids.set(original.id, node.id)
    renamed.set(original.id, node.id)
    return node
  })
  for (const node of pasted) {
    if (node.name === undefined) continue
    const name = uniqueName(node.name, names)
    names.add(name)
    if (name !== node.name && !ids.has(node.name) && !renamed.has(node.name)) renamed.set(node.name, name)
    node.name = name
  }
  setPositions(pasted, options.at)
  for (const group of pasted.filter(({ type }) => type === GROUP_TYPE)) {
    const members = membersOf(group).flatMap((id) => ids.get(id) ?? [])
    group.data = { ...group.data, node_ids: members }
  }
  renameReferences(draft, renamed, options.rulesOf ?? builtInRules, pasted)
  draft.nodes.push(...pasted)
  for (const edge of clipboard.edges) {
    const [source, target] = [ids.get(edge.source), ids.get(edge.target)]
    if (source === undefined || target === undefined) continue
    const { id: _, ...rest } = structuredClone(edge)
    draft.edges.push({ ...rest, source, target })
  }
  for (const [name, value] of Object.entries(clipboard.variables)) {
    if (!Object.hasOwn(draft.variables, name)) Object.assign(draft.variables, { [name]: value })
  }
  return pasted.map(({ id }) => id)
}

function setPositions(nodes: readonly NodeDraft[], at: Position | undefined): void {
  const bounds = boundsOf(nodes)
  const corner = { x: bounds?.left ?? 0, y: bounds?.top ?? 0 }
  const by = at === undefined ? { x: OFFSET, y: OFFSET } : { x: at.x - corner.x, y: at.y - corner.y }
  for (const node of nodes) {
    if (node.type === GROUP_TYPE && node.position === undefined) continue
    const { x, y } = node.position ?? corner
    node.position = { x: x + by.x, y: y + by.y }
  }
}

/** Copies nodes beside themselves. Returns the new ids. */
export function duplicateNodes(draft: DocumentDraft, ids: Iterable<string>, rulesOf?: RulesOf): string[] {
  const document = isDraft(draft) ? current(draft) : draft
  return pasteNodes(draft, pickNodes(document, ids), rulesOf === undefined ? {} : { rulesOf })
}
