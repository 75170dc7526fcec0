import type { JsonObject } from '#domain/index.ts'

/** An output from which the next node is reached. */
export interface Port {
  readonly source: string
  readonly handle: string
}

/** A node as the oracle needs it: where it stands, and what leads to it. */
export interface DrawnNode {
  readonly id: string
  /** The loop whose body it is in; null at the top. */
  readonly loop: string | null
  readonly join: 'all' | 'first'
  /** How often it is tried before it has failed. */
  readonly attempts: number
  readonly incoming: Port[]
}

/** A workflow under construction, and what is known of it by construction. */
export class Drawing {
  readonly nodes: JsonObject[] = []
  readonly edges: JsonObject[] = []
  readonly drawn = new Map<string, DrawnNode>()
  /** Why its output may depend on what came first; undefined: the same input always gives the same output. */
  racy: string | undefined

  add(
    type: string,
    node: JsonObject & { readonly data: JsonObject },
    from: readonly Port[],
    loop: string | null,
  ): string {
    const id = `${type}${this.nodes.length}`
    // What is called from outside tells where it was called from.
    const data = type === 'effect' ? { ...node.data, node: id } : node.data
    this.nodes.push({ id, type, ...node, data })
    const join = node.data['join'] === 'first' ? 'first' : 'all'
    const retry = (node['retry'] ?? {}) as JsonObject
    const attempts = (retry['max_attempts'] ?? 1) as number
    this.drawn.set(id, { id, loop, join, attempts, incoming: [] })
    for (const port of from) this.connect(port, id)
    return id
  }

  connect(port: Port, target: string): void {
    const node = this.drawn.get(target)
    if (node === undefined) throw new Error(`There is no node ${target}.`)
    if (node.incoming.some(({ source, handle }) => source === port.source && handle === port.handle)) return
    node.incoming.push(port)
    this.edges.push({ source: port.source, target, sourceHandle: port.handle })
  }
}
