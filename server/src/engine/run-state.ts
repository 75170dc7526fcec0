import type { GraphEdge, GraphNode } from '#domain/graph/graph.ts'
import type { JsonObject, JsonValue } from '#domain/json.ts'
import type { StepRecord } from '#domain/step.ts'

/** The graph as the engine walks it. */
export interface GraphIndex {
  readonly nodes: ReadonlyMap<string, GraphNode>
  readonly incoming: ReadonlyMap<string, readonly GraphEdge[]>
  readonly outgoing: ReadonlyMap<string, readonly GraphEdge[]>
  /** The nodes a run begins with, in the order of the drawing. */
  readonly roots: readonly string[]
  /** Triggers that did not fire. */
  readonly skippedRoots: readonly string[]
}

/**
 * How far a run has come, derived from its records alone: the same records always give the same state.
 *
 * 1. An edge is open until its source is decided; then it is taken or skipped, for good.
 * 2. A node is decided when all its incoming edges are: ready if one was taken, skipped otherwise, with all its edges.
 * 3. A node becomes ready once.
 */
export class RunState {
  readonly #graph: GraphIndex
  readonly #records = new Map<string, StepRecord>()
  readonly #open = new Map<string, number>()
  readonly #takenFrom = new Map<string, string[]>()
  #ready: string[] = []

  constructor(graph: GraphIndex, records: readonly StepRecord[]) {
    this.#graph = graph
    for (const [id, edges] of graph.incoming) this.#open.set(id, edges.length)
    this.#ready.push(...graph.roots)
    for (const id of graph.skippedRoots) this.#resolveEdges(id, null)
    for (const record of records) this.record(record)
    this.#ready = this.#ready.filter((id) => !this.#records.has(id))
  }

  /** Nodes that can run now; each is handed out once. */
  takeReady(): readonly string[] {
    const ready = this.#ready
    this.#ready = []
    return ready
  }

  record(record: StepRecord): void {
    this.#records.set(record.nodeId, record)
    this.#resolveEdges(record.nodeId, record.handle)
  }

  find(nodeId: string): StepRecord | undefined {
    return this.#records.get(nodeId)
  }

  /** In the order in which they were recorded. */
  records(): Iterable<StepRecord> {
    return this.#records.values()
  }

  get count(): number {
    return this.#records.size
  }

  /** What a node gets from before: one output as it is, several as an object by node id. */
  previousOf(nodeId: string, input: JsonObject): JsonValue {
    const sources = this.#takenFrom.get(nodeId)
    if (sources === undefined) return input
    const [first] = sources
    if (sources.length === 1 && first !== undefined) return this.#records.get(first)?.output ?? null
    return Object.fromEntries(sources.map((source) => [source, this.#records.get(source)?.output ?? null]))
  }

  /** True when no edge of the node is taken: a last node. */
  isLast(record: StepRecord): boolean {
    const edges = this.#graph.outgoing.get(record.nodeId) ?? []
    return !edges.some((edge) => edge.handle === record.handle)
  }

  /** Walks with a stack of its own: a long chain of skipped nodes must not be a deep chain of calls. */
  #resolveEdges(nodeId: string, handle: string | null): void {
    const decided: { id: string; handle: string | null }[] = [{ id: nodeId, handle }]
    for (let source = decided.pop(); source !== undefined; source = decided.pop()) {
      for (const edge of this.#graph.outgoing.get(source.id) ?? []) {
        if (edge.handle === source.handle) this.#take(edge)
        const open = (this.#open.get(edge.target) ?? 1) - 1
        this.#open.set(edge.target, open)
        if (open > 0) continue
        if (this.#takenFrom.has(edge.target)) this.#ready.push(edge.target)
        else decided.push({ id: edge.target, handle: null })
      }
    }
  }

  #take(edge: GraphEdge): void {
    const sources = this.#takenFrom.get(edge.target)
    if (sources === undefined) this.#takenFrom.set(edge.target, [edge.source])
    else if (!sources.includes(edge.source)) sources.push(edge.source)
  }
}
