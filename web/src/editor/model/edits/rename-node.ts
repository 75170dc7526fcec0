import { current, isDraft } from 'immer'
import { builtInRules, renameInParameters, type RulesOf } from './expression-rules.ts'
import { replaceGroupMember } from './groups.ts'
import { type DocumentDraft, findNode, indexKeys, type NodeDraft, takenNames, uniqueName } from './names.ts'

/**
 * Renames a node and every reference to it. If another node has the name, a number is added. An empty name removes it;
 * references then use the id. Returns the new name.
 */
export function renameNode(
  draft: DocumentDraft,
  id: string,
  name: string,
  rulesOf: RulesOf = builtInRules,
): string {
  const node = findNode(draft, id)
  if (node === undefined) return name
  const wanted = name.trim()
  const next = wanted === '' ? '' : uniqueName(wanted, takenNames(draft.nodes, id))
  const old = node.name
  if (next === (old ?? '')) return next
  // A name that is another node's id or name never meant this node.
  const meant = old !== undefined && indexKeys(draft.nodes).get(old) === id && old !== id
  if (next === '') delete node.name
  else node.name = next
  if (meant) renameReferences(draft, new Map([[old, next === '' ? id : next]]), rulesOf)
  return next
}

/** Changes the id of a node, and with it all edges, groups and references. Does nothing if the id is taken. */
export function changeNodeId(
  draft: DocumentDraft,
  id: string,
  nextId: string,
  rulesOf: RulesOf = builtInRules,
): boolean {
  const node = findNode(draft, id)
  if (node === undefined || nextId === '' || takenNames(draft.nodes, id).has(nextId)) return false
  node.id = nextId
  for (const edge of draft.edges) {
    if (edge.source === id) edge.source = nextId
    if (edge.target === id) edge.target = nextId
  }
  replaceGroupMember(draft, id, nextId)
  renameReferences(draft, new Map([[id, nextId]]), rulesOf)
  return true
}

/** Renames references in some nodes; in all of them by default. */
export function renameReferences(
  draft: DocumentDraft,
  renamed: ReadonlyMap<string, string>,
  rulesOf: RulesOf,
  nodes: readonly NodeDraft[] = draft.nodes,
): void {
  for (const node of nodes) {
    // Reads a snapshot, because reading a draft creates a proxy for every object in it.
    const plain = isDraft(node) ? current(node) : node
    const data = renameInParameters(plain, (key) => renamed.get(key), rulesOf)
    if (data !== plain.data) node.data = data as NodeDraft['data'] & object
  }
}
