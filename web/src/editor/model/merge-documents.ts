import {
  edgeKey,
  GROUP_TYPE,
  type GraphDocument,
  type GraphEdge,
  type GraphNode,
  type JsonValue,
} from '../../graph/types.ts'
import { withBridges, withoutBridges } from './reconnect.ts'
import { isObject, sameJson } from './same-json.ts'

/** What both sides changed, each differently. */
export interface MergeConflict {
  /** Identifies the conflict for as long as it exists. */
  readonly id: string
  readonly subject: 'node' | 'edge' | 'variable'
  /** The id of the node, the key of the edge or the name of the variable. */
  readonly key: string
  /** The member that both changed; empty if one side removed what the other side changed. */
  readonly path: readonly (string | number)[]
  /** Undefined: absent. */
  readonly base: unknown
  readonly mine: unknown
  readonly theirs: unknown
}

export type MergeChoice = 'mine' | 'theirs'

/** How a merge settles a conflict: `base` takes neither side. */
type MergeAnswer = MergeChoice | 'base'

export interface MergeResult {
  readonly document: GraphDocument
  /** In the order of the document. Until they are settled, the document has my values. */
  readonly conflicts: readonly MergeConflict[]
}

/**
 * Merges what two sides made of one document.
 *
 * 1. What one side changed is taken over; what both changed alike is no conflict.
 * 2. Nodes are matched by id, edges by what they connect, variables by name; members are merged one by one, at any depth.
 * 3. Positions never conflict: mine win. A node that one side removed and the other only moved is removed.
 * 4. An edge whose end the merge removed is removed as well.
 * 5. A node that one side removed, and that stays, keeps its edges. The edges that replaced it go.
 */
export function mergeDocuments(
  base: GraphDocument,
  mine: GraphDocument,
  theirs: GraphDocument,
  choose: (conflictId: string) => MergeAnswer | undefined = () => undefined,
): MergeResult {
  const conflicts: MergeConflict[] = []
  const settle: Settle = (conflict) => {
    const choice = choose(conflict.id)
    if (choice === undefined) conflicts.push(conflict)
    return conflict[choice ?? 'mine']
  }
  const nodes = mergeList<GraphNode>(
    { base: base.nodes, mine: mine.nodes, theirs: theirs.nodes },
    { subject: 'node', keyOf: (node) => node.id, isSameEntry: isSameNode, settle },
  )
  const idsOf = (side: GraphDocument) => new Set(side.nodes.map(({ id }) => id))
  const [baseIds, mineIds, theirIds] = [idsOf(base), idsOf(mine), idsOf(theirs)]
  const restored = new Set(
    nodes.map(({ id }) => id).filter((id) => baseIds.has(id) && !(mineIds.has(id) && theirIds.has(id))),
  )
  const ids = new Set(nodes.map(({ id }) => id))
  const edgesOf = (side: GraphDocument, other: GraphDocument) => {
    const edges = withBridges(side, ids, restored)
    return withoutBridges(base, { ...side, edges }, other, restored)
  }
  const hasBoth = (ids: ReadonlySet<string>, { source, target }: GraphEdge) =>
    ids.has(source) && ids.has(target)
  // Each side removed one of its ends.
  const lost = base.edges.filter(
    (edge) => hasBoth(restored, edge) && !hasBoth(mineIds, edge) && !hasBoth(theirIds, edge),
  )
  const merged = mergeList<GraphEdge>(
    restored.size === 0
      ? { base: base.edges, mine: mine.edges, theirs: theirs.edges }
      : {
          // They were removed only because of the node.
          base: base.edges.filter((edge) => !isCut(edge, restored)),
          mine: [...lost, ...edgesOf(mine, theirs)],
          theirs: edgesOf(theirs, mine),
        },
    { subject: 'edge', keyOf: edgeKey, isSameEntry: sameJson, settle },
  )
  const removed = new Set(
    [...base.nodes, ...mine.nodes, ...theirs.nodes].map(({ id }) => id).filter((id) => !ids.has(id)),
  )
  const edges = merged.some((edge) => isCut(edge, removed))
    ? merged.filter((edge) => !isCut(edge, removed))
    : merged
  const variables = mergeVariables(base.variables, mine.variables, theirs.variables, settle)
  const isMine = nodes === mine.nodes && edges === mine.edges && variables === mine.variables
  return { document: isMine ? mine : { nodes, edges, variables }, conflicts }
}

type Settle = (conflict: MergeConflict) => unknown

function isCut(edge: GraphEdge, removed: ReadonlySet<string>): boolean {
  return removed.has(edge.source) || removed.has(edge.target)
}

/** A node that was only moved counts as unchanged. */
function isSameNode(a: GraphNode, b: GraphNode): boolean {
  return sameJson({ ...a, position: null }, { ...b, position: null })
}

interface Sides<T> {
  readonly base: T
  readonly mine: T
  readonly theirs: T
}

interface ListRules<T> {
  readonly subject: 'node' | 'edge'
  keyOf(entry: T): string
  isSameEntry(a: T, b: T): boolean
  readonly settle: Settle
}

function mergeList<T extends GraphNode | GraphEdge>(
  sides: Sides<readonly T[]>,
  rules: ListRules<T>,
): readonly T[] {
  if (sides.mine === sides.theirs || sides.base === sides.theirs) return sides.mine
  const index = (list: readonly T[]) => new Map(list.map((entry) => [rules.keyOf(entry), entry]))
  const [base, mine, theirs] = [index(sides.base), index(sides.mine), index(sides.theirs)]
  const merged = new Map<string, T>()
  for (const key of orderKeys([...base.keys()], [...mine.keys()], [...theirs.keys()])) {
    const entry = mergeEntry(
      key,
      { base: base.get(key), mine: mine.get(key), theirs: theirs.get(key) },
      rules,
    )
    if (entry !== undefined) merged.set(key, entry)
  }
  const result = [...merged.values()]
  const isMine = result.length === sides.mine.length && result.every((entry, at) => entry === sides.mine[at])
  return isMine ? sides.mine : result
}

/** Takes the order of the side that changed it, and inserts what only the other side has after its predecessor there. */
function orderKeys(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  const baseKeys = new Set(base)
  const kept = mine.filter((key) => baseKeys.has(key))
  const keptSet = new Set(kept)
  const isOrderMine = kept.join('\n') !== base.filter((key) => keptSet.has(key)).join('\n')
  const [leading, other] = isOrderMine ? [mine, theirs] : [theirs, mine]
  const order = [...leading]
  const known = new Set(order)
  let previous: string | undefined
  for (const key of other) {
    if (!known.has(key)) {
      order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, key)
      known.add(key)
    }
    previous = key
  }
  return order
}

function mergeEntry<T extends GraphNode | GraphEdge>(
  key: string,
  { base, mine, theirs }: Sides<T | undefined>,
  rules: ListRules<T>,
): T | undefined {
  if (mine === undefined && theirs === undefined) return undefined
  const conflict = {
    id: `${rules.subject}:${key}`,
    subject: rules.subject,
    key,
    path: [],
    base,
    mine,
    theirs,
  }
  if (mine === undefined || theirs === undefined) {
    const present = (mine ?? theirs) as T
    if (base === undefined) return present
    return rules.isSameEntry(base, present) ? undefined : (rules.settle(conflict) as T | undefined)
  }
  // Keeping the object of an equal entry keeps its card from being rendered again.
  if (mine === theirs || base === theirs || sameJson(mine, theirs)) return mine
  if (base === mine) return theirs
  const merge: MemberMerge = { ...conflict, settle: rules.settle }
  if (rules.subject === 'node' && (mine as GraphNode).type === GROUP_TYPE) merge.setAt = 'data/node_ids'
  return mergeObject({ base: base ?? {}, mine, theirs }, [], merge) as T
}

interface MemberMerge {
  readonly id: string
  readonly subject: MergeConflict['subject']
  readonly key: string
  readonly settle: Settle
  /** The member whose list is a set. */
  setAt?: string
}

type Path = readonly (string | number)[]

function mergeObject(
  sides: Sides<Record<string, unknown>>,
  path: Path,
  merge: MemberMerge,
): Record<string, unknown> {
  const { base, mine, theirs } = sides
  const result: Record<string, unknown> = {}
  for (const name of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const value = mergeValue(
      { base: own(base, name), mine: own(mine, name), theirs: own(theirs, name) },
      [...path, name],
      merge,
    )
    if (value !== undefined) define(result, name, value)
  }
  if (sameJson(result, mine)) return mine
  return sameJson(result, theirs) ? theirs : result
}

function mergeValue({ base, mine, theirs }: Sides<unknown>, path: Path, merge: MemberMerge): unknown {
  if (sameJson(base, theirs) || sameJson(mine, theirs)) return mine
  if (sameJson(base, mine)) return theirs
  if (merge.subject === 'node' && path[0] === 'position') return mine ?? theirs
  if (path.join('/') === merge.setAt && [mine, theirs].every((side) => Array.isArray(side))) {
    return mergeSet(Array.isArray(base) ? base : [], mine as unknown[], theirs as unknown[])
  }
  if (isObject(mine) && isObject(theirs)) {
    return mergeObject({ base: isObject(base) ? base : {}, mine, theirs }, path, merge)
  }
  const lists = [base, mine, theirs]
  if (lists.every((side) => Array.isArray(side)) && new Set(lists.map((side) => side.length)).size === 1) {
    const [before, left, right] = lists as [unknown[], unknown[], unknown[]]
    return left.map((entry, index) =>
      mergeValue({ base: before[index], mine: entry, theirs: right[index] }, [...path, index], merge),
    )
  }
  const { subject, key, settle } = merge
  return settle({ id: [merge.id, ...path].join('/'), subject, key, path, base, mine, theirs })
}

function mergeSet(base: readonly unknown[], mine: readonly unknown[], theirs: readonly unknown[]): unknown[] {
  const kept = mine.filter((entry) => theirs.includes(entry) || !base.includes(entry))
  return [...kept, ...theirs.filter((entry) => !mine.includes(entry) && !base.includes(entry))]
}

function mergeVariables(
  base: GraphDocument['variables'],
  mine: GraphDocument['variables'],
  theirs: GraphDocument['variables'],
  settle: Settle,
): GraphDocument['variables'] {
  if (mine === theirs || base === theirs) return mine
  if (base === mine) return theirs
  const result: Record<string, unknown> = {}
  for (const name of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const sides = { base: own(base, name), mine: own(mine, name), theirs: own(theirs, name) }
    const value = mergeValue(sides, [], { id: `variable:${name}`, subject: 'variable', key: name, settle })
    if (value !== undefined) define(result, name, value)
  }
  return sameJson(result, mine) ? mine : (result as Record<string, JsonValue>)
}

function own(object: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

/** Assigning to `__proto__` would change the prototype instead. */
function define(object: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
}
