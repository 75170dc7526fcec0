import { type GraphEdge, type GraphNode, reach } from '#domain/index.ts'
import type { CompiledVersion } from '../compile/compile-version.ts'

/**
 * How a node relates to the node that reads its output. `beside`: neither leads to the other. `inside loop`: it runs in the
 * body of a loop that the reader is not part of.
 */
export type Relation = 'self' | 'before' | 'after' | 'beside' | 'inside loop'

/** Which nodes run before which, as far as the edges decide it. */
export class GraphOrder {
  readonly #successors: ReadonlyMap<string, readonly string[]>
  readonly #loopOf = new Map<string, string>()
  readonly #after = new Map<string, ReadonlySet<string>>()

  constructor({ edges, bodies }: Pick<CompiledVersion, 'edges' | 'bodies'>) {
    this.#successors = targetsBySource(edges)
    for (const [loopId, { nodes }] of bodies) for (const id of nodes.keys()) this.#loopOf.set(id, loopId)
  }

  relationOf(id: string, reader: string): Relation {
    if (id === reader) return 'self'
    const loop = this.#loopOf.get(id)
    if (loop !== undefined && !this.isInBody(reader, loop)) return 'inside loop'
    if (this.#nodesAfter(id).has(reader)) return 'before'
    return this.#nodesAfter(reader).has(id) ? 'after' : 'beside'
  }

  /** The innermost loop whose body contains the node. */
  loopOf(id: string): string | undefined {
    return this.#loopOf.get(id)
  }

  /** Whether the node is in the body of the loop, or in that of a loop in it. */
  isInBody(id: string, loopId: string): boolean {
    for (let loop = this.#loopOf.get(id); loop !== undefined; loop = this.#loopOf.get(loop)) {
      if (loop === loopId) return true
    }
    return false
  }

  #nodesAfter(id: string): ReadonlySet<string> {
    const known = this.#after.get(id)
    if (known !== undefined) return known
    const after = reach([...(this.#successors.get(id) ?? [])], this.#successors)
    this.#after.set(id, after)
    return after
  }
}

export function targetsBySource(edges: readonly GraphEdge[]): ReadonlyMap<string, readonly string[]> {
  const targets = new Map<string, string[]>()
  for (const { source, target } of edges) {
    const known = targets.get(source)
    if (known === undefined) targets.set(source, [target])
    else known.push(target)
  }
  return targets
}

/** All nodes of a version, those in loops included. */
export function allNodes({ graph, bodies }: Pick<CompiledVersion, 'graph' | 'bodies'>): readonly GraphNode[] {
  return [graph, ...bodies.values()].flatMap(({ nodes }) => [...nodes.values()])
}
