import { type GraphDocument, handleOf } from '../types.ts'

/**
 * The nodes that each loop repeats: everything reachable from its handle `each`. A node inside of two nested loops
 * belongs to both.
 */
export function findLoopBodies(
  document: GraphDocument,
  isLoop: (type: string) => boolean,
): ReadonlyMap<string, ReadonlySet<string>> {
  const loops = document.nodes.filter((node) => isLoop(node.type))
  if (loops.length === 0) return new Map()
  const next = new Map<string, string[]>()
  const bodyStarts = new Map<string, string[]>()
  for (const edge of document.edges) {
    push(next, edge.source, edge.target)
    if (handleOf(edge) === 'each') push(bodyStarts, edge.source, edge.target)
  }
  const bodies = new Map<string, ReadonlySet<string>>()
  for (const loop of loops) {
    const body = new Set<string>()
    const waiting = [...(bodyStarts.get(loop.id) ?? [])]
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (id === loop.id || body.has(id)) continue
      body.add(id)
      waiting.push(...(next.get(id) ?? []))
    }
    bodies.set(loop.id, body)
  }
  return bodies
}

function push(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}
