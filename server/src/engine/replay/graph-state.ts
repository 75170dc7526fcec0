import type { GraphEdge, JsonValue, StepRecord } from '#domain/index.ts'
import type { GraphIndex, Roots } from '../compile/index-graph.ts'

/** Where a graph begins: with nodes of its own, or with an output that comes in from the loop around it. */
export type Beginning =
  | { readonly roots: Roots; readonly input: JsonValue }
  | { readonly source: string; readonly handle: string; readonly output: JsonValue }

/**
 * How far a run of one graph has come, derived from its records alone: the same records always give the same state.
 *
 * 1. An edge is open until its source is decided; then it is taken or skipped, for good.
 * 2. A node is decided when all its incoming edges are: ready if one was taken, skipped otherwise, with all its edges. One
 *    that joins at the first is ready with the first edge taken.
 * 3. A node becomes ready once.
 */
export class RunState {
  readonly #graph: GraphIndex
  readonly #beginning: Beginning
  readonly #records = new Map<string, StepRecord>()
  /** Edges that are still open, for nodes to which several lead, once one of them is decided. */
  readonly #open = new Map<string, number>()
  readonly #takenFrom = new Map<string, string[]>()
  #ready: string[] = []
  /** Ready nodes that were handed out or wait for it, and have no record yet. */
  #unfinished = 0

  constructor(graph: GraphIndex, beginning: Beginning) {
    this.#graph = graph
    this.#beginning = beginning
    if ('roots' in beginning) {
      for (const id of beginning.roots.taken) this.#makeReady(id)
      for (const id of beginning.roots.skipped) this.#resolveEdges(id, null)
    } else this.#resolveEdges(beginning.source, beginning.handle)
  }

  /** Nodes that can run now; each is handed out once. */
  takeReady(): readonly string[] {
    if (this.#ready.length === 0) return NONE
    const ready = this.#ready
    this.#ready = []
    return ready
  }

  /** After records were replayed: what they tell of is not handed out any more. */
  forgetReady(isKnown: (nodeId: string) => boolean): void {
    this.#ready = this.#ready.filter((id) => !isKnown(id))
  }

  record(record: StepRecord): void {
    this.#records.set(record.nodeId, record)
    this.#unfinished -= 1
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

  /** Nothing runs, and nothing more will. */
  get isFinished(): boolean {
    return this.#unfinished === 0
  }

  /** What a node gets from before: one output as it is, several as an object by node id. */
  previousOf(nodeId: string): JsonValue {
    const sources = this.#takenFrom.get(nodeId)
    if (sources === undefined) return 'input' in this.#beginning ? this.#beginning.input : null
    const [first] = sources
    if (sources.length === 1 && first !== undefined) return this.#outputOf(first)
    return Object.fromEntries(this.#inOrder(nodeId, sources).map((id) => [id, this.#outputOf(id)]))
  }

  /** The outputs behind all edges taken to the node, in the order in which they are drawn. */
  inputsOf(nodeId: string): readonly JsonValue[] {
    const sources = this.#takenFrom.get(nodeId)
    if (sources === undefined) return [this.previousOf(nodeId)]
    return this.#inOrder(nodeId, sources).map((id) => this.#outputOf(id))
  }

  /** True when no edge of the node is taken: a last node. */
  isLast(record: StepRecord): boolean {
    const edges = this.#graph.outgoing.get(record.nodeId) ?? []
    return !edges.some((edge) => edge.handle === record.handle)
  }

  #outputOf(nodeId: string): JsonValue {
    const record = this.#records.get(nodeId)
    if (record !== undefined) return record.output
    return 'source' in this.#beginning && this.#beginning.source === nodeId ? this.#beginning.output : null
  }

  /** Which branch came first depends on the weather; how it is drawn does not. */
  #inOrder(nodeId: string, sources: readonly string[]): readonly string[] {
    const drawn = new Set((this.#graph.incoming.get(nodeId) ?? []).map(({ source }) => source))
    return [...drawn].filter((id) => sources.includes(id))
  }

  /** Walks with a stack of its own: a long chain of skipped nodes must not be a deep chain of calls. */
  #resolveEdges(nodeId: string, handle: string | null): void {
    const decided: { id: string; handle: string | null }[] = [{ id: nodeId, handle }]
    for (let source = decided.pop(); source !== undefined; source = decided.pop()) {
      for (const edge of this.#graph.outgoing.get(source.id) ?? []) {
        const isFirst = edge.handle === source.handle && this.#take(edge)
        const open = this.#closeOneTo(edge.target)
        const joinsFirst = this.#graph.nodes.get(edge.target)?.join === 'first'
        if (joinsFirst) {
          if (isFirst) this.#makeReady(edge.target)
          else if (open === 0 && !this.#takenFrom.has(edge.target))
            decided.push({ id: edge.target, handle: null })
        } else if (open === 0) {
          if (this.#takenFrom.has(edge.target)) this.#makeReady(edge.target)
          else decided.push({ id: edge.target, handle: null })
        }
      }
    }
  }

  /** How many edges to the node are open still. */
  #closeOneTo(nodeId: string): number {
    const all = this.#graph.incomingCounts.get(nodeId) ?? 1
    if (all === 1) return 0
    const open = (this.#open.get(nodeId) ?? all) - 1
    this.#open.set(nodeId, open)
    return open
  }

  #makeReady(nodeId: string): void {
    this.#ready.push(nodeId)
    this.#unfinished += 1
  }

  /** True when it is the first edge taken to its target. What comes after the first is ignored where the first is enough. */
  #take(edge: GraphEdge): boolean {
    const sources = this.#takenFrom.get(edge.target)
    if (sources === undefined) {
      this.#takenFrom.set(edge.target, [edge.source])
      return true
    }
    const joinsFirst = this.#graph.nodes.get(edge.target)?.join === 'first'
    if (!joinsFirst && !sources.includes(edge.source)) sources.push(edge.source)
    return false
  }
}

const NONE: readonly string[] = []
