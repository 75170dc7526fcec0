import type { JsonObject } from '#domain/index.ts'

/** An output of a node, where an edge to the next node begins. */
export interface Port {
  readonly source: string
  readonly handle: string
}

/** A node as the oracle needs it: its position in the graph. */
export interface GeneratedNode {
  readonly id: string
  /** The loop whose body contains it; null outside of loops. */
  readonly loop: string | null
  readonly join: 'all' | 'first'
  /** Number of failed attempts after which the node has failed. */
  readonly attempts: number
  readonly incoming: Port[]
}

/** A workflow definition under construction, with what the oracle knows about it by construction. */
export class GeneratedWorkflow {
  readonly nodes: JsonObject[] = []
  readonly edges: JsonObject[] = []
  readonly nodesById = new Map<string, GeneratedNode>()
  /** Why the output may depend on timing; undefined if the same input always produces the same output. */
  raceReason: string | undefined

  add(
    type: string,
    node: JsonObject & { readonly data: JsonObject },
    from: readonly Port[],
    loop: string | null,
  ): string {
    const id = `${type}${this.nodes.length}`
    // The oracle compares the node that makes a call with the key of the call.
    const data = type === 'effect' ? { ...node.data, node: id } : node.data
    this.nodes.push({ id, type, ...node, data })
    const join = node.data['join'] === 'first' ? 'first' : 'all'
    const retry = (node['retry'] ?? {}) as JsonObject
    const attempts = (retry['max_attempts'] ?? 1) as number
    this.nodesById.set(id, { id, loop, join, attempts, incoming: [] })
    for (const port of from) this.connect(port, id)
    return id
  }

  connect(port: Port, target: string): void {
    const node = this.nodesById.get(target)
    if (node === undefined) throw new Error(`There is no node ${target}.`)
    if (node.incoming.some(({ source, handle }) => source === port.source && handle === port.handle)) return
    node.incoming.push(port)
    this.edges.push({ source: port.source, target, sourceHandle: port.handle })
  }
}
