import { GROUP_TYPE, isAnnotation, NOTE_TYPE, type Position } from '../../../graph/types.ts'
import { type DocumentDraft, newNodeId, type NodeDraft, nodeIds } from './names.ts'

export function membersOf(group: { readonly data?: Readonly<Record<string, unknown>> }): string[] {
  const members = group.data?.['node_ids']
  return Array.isArray(members) ? members.filter((id) => typeof id === 'string') : []
}

/** Puts nodes into a new group. A node is in one group at most. Returns the id of the group. */
export function groupNodes(draft: DocumentDraft, ids: Iterable<string>, title: string): string | undefined {
  const known = new Set(draft.nodes.filter((node) => !isAnnotation(node)).map(({ id }) => id))
  const members = [...new Set(ids)].filter((id) => known.has(id))
  if (members.length === 0) return undefined
  removeFromGroups(draft, new Set(members))
  const id = newNodeId(GROUP_TYPE, nodeIds(draft))
  draft.nodes.push({ id, type: GROUP_TYPE, data: { title, node_ids: members, collapsed: false } })
  return id
}

/** Removes groups; their nodes remain. */
export function ungroupNodes(draft: DocumentDraft, groupIds: Iterable<string>): void {
  const ids = new Set(groupIds)
  draft.nodes = draft.nodes.filter(({ id, type }) => type !== GROUP_TYPE || !ids.has(id))
}

export function addNote(
  draft: DocumentDraft,
  note: { readonly text: string; readonly position: Position; readonly color?: string },
): string {
  const id = newNodeId(NOTE_TYPE, nodeIds(draft))
  const data = { text: note.text, width: 240, height: 160, color: note.color ?? 'yellow' }
  draft.nodes.push({ id, type: NOTE_TYPE, position: { ...note.position }, data })
  return id
}

/** Takes nodes out of their groups. A group without nodes disappears. */
export function removeFromGroups(draft: DocumentDraft, ids: ReadonlySet<string>): void {
  const emptied = new Set<string>()
  for (const group of draft.nodes.filter(({ type }) => type === GROUP_TYPE)) {
    const members = membersOf(group)
    const kept = members.filter((id) => !ids.has(id))
    if (kept.length === members.length) continue
    setMembers(group, kept)
    if (kept.length === 0) emptied.add(group.id)
  }
  if (emptied.size > 0) draft.nodes = draft.nodes.filter(({ id }) => !emptied.has(id))
}

/** A node that is inserted beside another one joins its group. */
export function joinGroupOf(draft: DocumentDraft, neighbourIds: readonly string[], id: string): void {
  const group = draft.nodes.find((node) => {
    if (node.type !== GROUP_TYPE) return false
    const members = membersOf(node)
    return neighbourIds.length > 0 && neighbourIds.every((neighbour) => members.includes(neighbour))
  })
  if (group !== undefined) setMembers(group, [...membersOf(group), id])
}

export function replaceGroupMember(draft: DocumentDraft, id: string, nextId: string): void {
  for (const group of draft.nodes.filter(({ type }) => type === GROUP_TYPE)) {
    const members = membersOf(group)
    if (members.includes(id))
      setMembers(
        group,
        members.map((one) => (one === id ? nextId : one)),
      )
  }
}

function setMembers(group: NodeDraft, members: readonly string[]): void {
  group.data = { ...group.data, node_ids: [...members] }
}
