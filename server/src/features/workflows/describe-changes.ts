import { isDeepStrictEqual } from 'node:util'
import { MAX_LISTED_NODES } from '@millrace/contract/workflow-version.ts'
import type { Definition, DefinitionChanges, JsonObject } from '#domain/index.ts'

/** An id can be as long as a whole definition, which would bloat lists of versions. */
const MAX_LISTED_ID_LENGTH = 200

/** Computed once, when a version is saved: comparing whole definitions for every list would cost too much. */
export function describeChanges(before: Definition, after: Definition): DefinitionChanges {
  const old = sortNodes(before.nodes)
  const now = sortNodes(after.nodes)
  const added = [...now.byId.keys()].filter((id) => !old.byId.has(id))
  const removed = [...old.byId.keys()].filter((id) => !now.byId.has(id))
  const changed = [...now.byId]
    .filter(([id, node]) => old.byId.has(id) && !isDeepStrictEqual(old.byId.get(id), node))
    .map(([id]) => id)
  return {
    nodesAdded: listable(added),
    nodesRemoved: listable(removed),
    nodesChanged: listable(changed),
    edgesChanged: !isDeepStrictEqual(before.edges, after.edges),
    variablesChanged: !isDeepStrictEqual(before.variables, after.variables),
    complete:
      [added, removed, changed].every((ids) => listable(ids).length === ids.length) &&
      isDeepStrictEqual(old.others, now.others) &&
      isDeepStrictEqual(orderOf(old, now), orderOf(now, old)),
  }
}

interface SortedNodes {
  readonly byId: ReadonlyMap<string, JsonObject>
  /** Nodes without an id, or with the id of another node. */
  readonly others: readonly JsonObject[]
}

function sortNodes(nodes: readonly JsonObject[]): SortedNodes {
  const byId = new Map<string, JsonObject>()
  const others: JsonObject[] = []
  for (const node of nodes) {
    const { id } = node
    if (typeof id === 'string' && id !== '' && !byId.has(id)) byId.set(id, node)
    else others.push(node)
  }
  return { byId, others }
}

/** The ids in both, in the order of the first. */
function orderOf(one: SortedNodes, other: SortedNodes): string[] {
  return [...one.byId.keys()].filter((id) => other.byId.has(id))
}

function listable(ids: readonly string[]): string[] {
  return ids.filter((id) => id.length <= MAX_LISTED_ID_LENGTH).slice(0, MAX_LISTED_NODES)
}
