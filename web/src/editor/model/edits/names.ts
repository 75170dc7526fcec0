import { type Draft, original } from 'immer'
import type { GraphDocument, GraphNode } from '../../../graph/types.ts'

/** A document that an edit may change. */
export type DocumentDraft = Draft<GraphDocument>
export type NodeDraft = Draft<GraphNode>

export function findNode(draft: DocumentDraft, id: string): NodeDraft | undefined {
  // Looking at a node of a draft makes a draft of the node: the original is searched first.
  const known = original(draft)?.nodes.findIndex((node) => node.id === id) ?? -1
  const node = known === -1 ? undefined : draft.nodes[known]
  return node?.id === id ? node : draft.nodes.find((one) => one.id === id)
}

const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

/**
 * A readable id that no other tab or person assigns as well: a merge matches nodes by id, so equal ids would make two
 * different nodes look like one.
 */
export function newNodeId(type: string, taken: ReadonlySet<string>): string {
  const stem = type.replaceAll(/\W+/g, '_') || 'node'
  for (;;) {
    const bytes = crypto.getRandomValues(new Uint8Array(5))
    const id = `${stem}_${Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('')}`
    if (!taken.has(id)) return id
  }
}

export function nodeIds(draft: DocumentDraft): Set<string> {
  return new Set(draft.nodes.map(({ id }) => id))
}

/** Names and ids of all nodes but one. Expressions find a node by either, so no two nodes may share one. */
export function takenNames(nodes: readonly { id: string; name?: string }[], except?: string): Set<string> {
  const others = nodes.filter(({ id }) => id !== except)
  return new Set(others.flatMap(({ id, name }) => (name === undefined ? [id] : [id, name])))
}

/** `Fetch order`, or if it is taken `Fetch order 2` and so on. */
export function uniqueName(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted
  const stem = wanted.replace(/ \d+$/, '')
  let count = 2
  while (taken.has(`${stem} ${count}`)) count += 1
  return `${stem} ${count}`
}

/** The node that an expression means by a key: an id takes precedence over a name, and the first name over a later one. */
export function indexKeys(nodes: readonly { id: string; name?: string }[]): Map<string, string> {
  const ids = new Map<string, string>()
  for (const { id, name } of nodes) {
    if (name !== undefined && name !== '' && !ids.has(name)) ids.set(name, id)
  }
  for (const { id } of nodes) ids.set(id, id)
  return ids
}
