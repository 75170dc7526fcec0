import type { GraphEdge, GraphNode } from './graph.ts'

/** The nodes of one cycle in order, with the first repeated at the end; undefined if there is no cycle. */
export function findCycle(
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[],
): readonly string[] | undefined {
  const successors = new Map<string, string[]>()
  for (const { source, target } of edges) {
    const known = successors.get(source)
    if (known === undefined) successors.set(source, [target])
    else known.push(target)
  }
  const done = new Set<string>()
  for (const { id } of nodes) {
    const cycle = done.has(id) ? undefined : walk(id, successors, done)
    if (cycle !== undefined) return cycle
  }
  return undefined
}

/** Depth-first search with an explicit stack, so that a chain of a thousand nodes does not recurse a thousand calls deep. */
function walk(start: string, successors: ReadonlyMap<string, readonly string[]>, done: Set<string>) {
  const path: { id: string; next: number }[] = [{ id: start, next: 0 }]
  const onPath = new Set([start])
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const target = successors.get(top.id)?.[top.next]
    top.next += 1
    if (target === undefined) {
      done.add(top.id)
      onPath.delete(top.id)
      path.pop()
    } else if (onPath.has(target)) {
      const ids = path.map((entry) => entry.id)
      return [...ids.slice(ids.indexOf(target)), target]
    } else if (!done.has(target)) {
      path.push({ id: target, next: 0 })
      onPath.add(target)
    }
  }
  return undefined
}
