import { produce } from 'immer'
import type { GraphDocument } from '../../graph/types.ts'
import { type DocumentDraft, findNode, type NodeDraft, takenNames, uniqueName } from './edits/names.ts'
import { sameJson } from './same-json.ts'

/** Makes the references in these nodes follow their new names. */
export type FollowNames = (
  draft: DocumentDraft,
  renamed: ReadonlyMap<string, string>,
  nodes: readonly NodeDraft[],
) => void

/**
 * After a merge, two nodes may have one name: two people added a node of the same type at the same time. Mine gets a
 * number, and my references to it follow. References in nodes that I did not change mean the other node.
 */
export function separateNames(
  merged: GraphDocument,
  theirs: GraphDocument,
  follow: FollowNames,
): GraphDocument {
  const others = new Map(theirs.nodes.map((node) => [node.id, node]))
  const theirNames = new Map(theirs.nodes.flatMap(({ id, name }) => (name === undefined ? [] : [[name, id]])))
  const clashing = merged.nodes.filter(({ id, name }) => {
    const owner = name === undefined ? undefined : theirNames.get(name)
    return (
      owner !== undefined &&
      owner !== id &&
      merged.nodes.some((node) => node.id === owner && node.name === name)
    )
  })
  if (clashing.length === 0) return merged
  const isMine = (id: string) =>
    !sameJson(
      others.get(id),
      merged.nodes.find((node) => node.id === id),
    )
  return produce(merged, (draft) => {
    const renamed = new Map<string, string>()
    for (const { id, name = '' } of clashing) {
      const node = findNode(draft, id)
      if (node === undefined) continue
      node.name = uniqueName(name, takenNames(draft.nodes, id))
      renamed.set(name, node.name)
    }
    const touched = draft.nodes.filter(({ id }) => isMine(id))
    follow(draft, renamed, touched)
  })
}
