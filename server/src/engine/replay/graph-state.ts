import type { GraphEdge, JsonValue, StepRecord } from '#domain/index.ts'
import type { GraphIndex, Roots } from '../compile/index-graph.ts'

/** How a graph starts: with its own first nodes, or with an output from the loop around it. */
export type GraphStart =
  | { readonly roots: Roots; readonly input: JsonValue }
  | { readonly source: string; readonly handle: string; readonly output: JsonValue }

/**
 * The state of one pass through a graph, derived from its records alone: the same records always give the same state.
 *
 * 1. An edge is open until its source is resolved; then it is taken or skipped, for good.
 * 2. A node is resolved when all its incoming edges are: ready if at least one was taken, otherwise skipped together with its
 *    own edges. A node with `join: first` is ready as soon as one edge is taken.
 * 3. A node becomes ready once.
 */
export class GraphState {
  readonly #graph: GraphIndex
  readonly #start: GraphStart
  readonly #records = new Map<string, StepRecord>()
  /** Number of open incoming edges, for nodes with several of which at least one is resolved. */
  readonly #open = new Map<string, number>()
  readonly #takenFrom = new Map<string, string[]>()
  #ready: string[] = []
  /** Number of ready nodes without a record, whether handed out or not. */
  #unfinished = 0

  constructor(graph: GraphIndex, start: GraphStart) {
    this.#graph = graph
    this.#start = start
    if ('roots' in start) {
      for (const id of start.roots.taken) this.#makeReady(id)
      for (const id of start.roots.skipped) this.#resolveEdges(id, null)
    } else this.#resolveEdges(start.source, start.handle)
  }

  /** Nodes that can run now; each is handed out once. */
  takeReady(): readonly string[] {
    if (this.#ready.length === 0) return NONE
    const ready = this.#ready
    this.#ready = []
    return ready
  }

  /** After a replay: nodes that the records cover are not handed out again. */
  dropReady(isKnown: (nodeId: string) => boolean): void {
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

  /** Nothing is running, and nothing will. */
  get isFinished(): boolean {
    return this.#unfinished === 0
  }

  /** What a node receives from the nodes before it: one output as it is, several as an object by node id. */
  previousOf(nodeId: string): JsonValue {
    const sources = this.#takenFrom.get(nodeId)
    if (sources === undefined) return 'input' in this.#start ? this.#start.input : null
    const [first] = sources
    if (sources.length === 1 && first !== undefined) return this.#outputOf(first)
    return Object.fromEntries(this.#inOrder(nodeId, sources).map((id) => [id, this.#outputOf(id)]))
  }

  /** The outputs of all taken edges to the node, in the order in which the edges are defined. */
  inputsOf(nodeId: string): readonly JsonValue[] {
    const sources = this.#takenFrom.get(nodeId)
    if (sources === undefined) return [this.previousOf(nodeId)]
    return this.#inOrder(nodeId, sources).map((id) => this.#outputOf(id))
  }

  /** True when no edge of the node was taken: it is a last node. */
  isLast(record: StepRecord): boolean {
    const edges = this.#graph.outgoing.get(record.nodeId) ?? []
    return !edges.some((edge) => edge.handle === record.handle)
  }

  #outputOf(nodeId: string): JsonValue {
    const record = this.#records.get(nodeId)
    if (record !== undefined) return record.output
    return 'source' in this.#start && this.#start.source === nodeId ? this.#start.output : null
  }

  /** By definition, not by completion: which branch finishes first varies between runs. */
  #inOrder(nodeId: string, sources: readonly string[]): readonly string[] {
    const defined = new Set((this.#graph.incoming.get(nodeId) ?? []).map(({ source }) => source))
    return [...defined].filter((id) => sources.includes(id))
  }

  /** Uses its own stack: a long chain of skipped nodes must not overflow the call stack. */
  #resolveEdges(nodeId: string, handle: string | null): void {
    const resolved: { id: string; handle: string | null }[] = [{ id: nodeId, handle }]
    for (let source = resolved.pop(); source !== undefined; source = resolved.pop()) {
      for (const edge of this.#graph.outgoing.get(source.id) ?? []) {
        const isFirst = edge.handle === source.handle && this.#take(edge)
        const open = this.#closeOneTo(edge.target)
        const joinsFirst = this.#graph.nodes.get(edge.target)?.join === 'first'
        if (joinsFirst) {
          if (isFirst) this.#makeReady(edge.target)
          else if (open === 0 && !this.#takenFrom.has(edge.target))
            resolved.push({ id: edge.target, handle: null })
        } else if (open === 0) {
          if (this.#takenFrom.has(edge.target)) this.#makeReady(edge.target)
          else resolved.push({ id: edge.target, handle: null })
        }
      }
    }
  }

  /** Resolves one edge to the node, and returns how many are still open. */
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

  /** True when it is the first edge taken to its target. With `join: first`, later ones are ignored. */
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
