import type { GraphEdge, GraphNode } from './graph.ts'

/**
 * Cycles of the graph, each as its nodes in order with the first repeated at the end. Several, so that fixing one does not reveal the
 * next: each is searched without the last edge of those before.
 */
export function findCycles(
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[],
  max: number,
): readonly (readonly string[])[] {
  const successors = new Map<string, Set<string>>()
  for (const { source, target } of edges) {
    const known = successors.get(source)
    if (known === undefined) successors.set(source, new Set([target]))
    else known.add(target)
  }
  const cycles: (readonly string[])[] = []
  // With fewer edges, nodes from which no cycle can be reached stay what they are.
  const done = new Set<string>()
  for (const { id } of nodes) {
    while (cycles.length < max && !done.has(id)) {
      const cycle = walk(id, successors, done)
      if (cycle === undefined) break
      cycles.push(cycle)
      const [source = '', target = ''] = cycle.slice(-2)
      successors.get(source)?.delete(target)
    }
  }
  return cycles
}

/** Depth-first search with an explicit stack, so that a chain of a thousand nodes does not recurse a thousand calls deep. */
function walk(start: string, successors: ReadonlyMap<string, ReadonlySet<string>>, done: Set<string>) {
  const step = (id: string) => ({ id, targets: (successors.get(id) ?? NONE).values() })
  const path = [step(start)]
  const onPath = new Set([start])
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const { value: target } = top.targets.next()
    if (target === undefined) {
      done.add(top.id)
      onPath.delete(top.id)
      path.pop()
    } else if (onPath.has(target)) {
      const ids = path.map((entry) => entry.id)
      return [...ids.slice(ids.indexOf(target)), target]
    } else if (!done.has(target)) {
      path.push(step(target))
      onPath.add(target)
    }
  }
  return undefined
}

const NONE: ReadonlySet<string> = new Set()
