import {
  isResult,
  type JournalEntry,
  type JsonObject,
  reach,
  type StepOpened,
  type StepRecord,
} from '#domain/index.ts'
import type { CompiledVersion } from '../compile/compile-version.ts'
import { splitIterationPath, stepKey } from '../compile/iteration-path.ts'
import type { GraphIndex } from '../compile/index-graph.ts'
import { ReplayedIterations } from './replayed-iterations.ts'

export interface Repetition {
  /** The version the new run is on. */
  readonly version: CompiledVersion
  /** The version the journal was written on. */
  readonly original: CompiledVersion
  readonly input: JsonObject
  readonly triggerNodeId: string | null
  readonly entries: readonly JournalEntry[]
  /** What failed is done again, with all that was not done; or also a node, with everything behind it. */
  readonly from: 'failed' | { readonly nodeId: string }
}

/**
 * What a new run takes over from the journal of one that ended.
 *
 * 1. A failure that ended the run is done again, and so is the loop around it; items of that loop that are through stay.
 * 2. From a node on: in every item, without that node and what is behind it, without the result of the loops around it,
 *    and without what is behind those.
 * 3. Of a step without a result nothing is kept, but that a loop was opened and with which items: what is done again then
 *    does the same work.
 * 4. Whatever is left must make sense on the version of the new run: a node that is gone, of another type now, or not
 *    ready at that point any more is done again, or not at all.
 */
export function keepForRetry(repetition: Repetition): readonly JournalEntry[] {
  const { version, original, entries, from } = repetition
  const cut = from === 'failed' ? NO_CUT : cutAt(version, from.nodeId)
  const uncaught = findUncaught(entries, cut)
  const isSame = (id: string) => version.nodes.get(id)?.node.type === original.nodes.get(id)?.node.type

  const iterations = new ReplayedIterations(version, repetition)
  const kept = new Set<JournalEntry>()
  const finished = new Set<string>()
  for (const entry of entries) {
    const { nodeId } = entry
    if (!version.nodes.has(nodeId) || !isSame(nodeId) || cut.dropped.has(nodeId)) continue
    if (isResult(entry) ? cut.reopened.has(nodeId) || uncaught.has(entry) : entry.status !== 'opened')
      continue
    if (!iterations.expects(entry)) continue
    iterations.add(entry)
    kept.add(entry)
    if (isResult(entry)) finished.add(keyOf(entry))
  }
  return entries.filter((entry) => kept.has(entry) || (isAttempt(entry) && finished.has(keyOf(entry))))
}

interface Cut {
  /** Nodes of which nothing is kept. */
  readonly dropped: ReadonlySet<string>
  /** Loops that go on: their result is not kept. */
  readonly reopened: ReadonlySet<string>
}

const NO_CUT: Cut = { dropped: new Set(), reopened: new Set() }

function cutAt(version: CompiledVersion, nodeId: string): Cut {
  const dropped = new Set<string>()
  const reopened = new Set<string>()
  let scope = scopeOf(version, nodeId)
  for (const id of behind(scope.graph, [nodeId])) dropped.add(id)
  while (scope.loopId !== undefined) {
    const { loopId } = scope
    reopened.add(loopId)
    scope = scopeOf(version, loopId)
    for (const id of behind(scope.graph, targetsOf(scope.graph, loopId))) dropped.add(id)
  }
  return { dropped, reopened }
}

function scopeOf(
  version: CompiledVersion,
  nodeId: string,
): { graph: GraphIndex; loopId: string | undefined } {
  for (const [loopId, graph] of version.bodies) if (graph.nodes.has(nodeId)) return { graph, loopId }
  return { graph: version.graph, loopId: undefined }
}

/** The given nodes and all that can be reached from them. */
function behind(graph: GraphIndex, from: readonly string[]): ReadonlySet<string> {
  const successors = new Map([...graph.outgoing.keys()].map((id) => [id, targetsOf(graph, id)]))
  return reach(from, successors)
}

function targetsOf(graph: GraphIndex, nodeId: string): readonly string[] {
  return (graph.outgoing.get(nodeId) ?? []).map(({ target }) => target)
}

/** Failures that nothing caught: neither the node, nor a loop that collects them, nor a loop whose result is kept. */
function findUncaught(entries: readonly JournalEntry[], cut: Cut): ReadonlySet<JournalEntry> {
  const results = new Map<string, StepRecord>()
  const loops = new Map<string, StepOpened>()
  for (const entry of entries) {
    if (isResult(entry)) results.set(keyOf(entry), entry)
    else if (entry.status === 'opened') loops.set(keyOf(entry), entry)
  }
  const isUncaught = (record: StepRecord): boolean => {
    if (record.handle !== null) return false
    if (record.iteration === undefined) return true
    const { loopKey } = splitIterationPath(record.iteration)
    if (loops.get(loopKey)?.collectErrors === true) return false
    const loop = results.get(loopKey)
    return (
      loop === undefined || cut.dropped.has(loop.nodeId) || cut.reopened.has(loop.nodeId) || isUncaught(loop)
    )
  }
  return new Set([...results.values()].filter(isUncaught))
}

function isAttempt({ status }: JournalEntry): boolean {
  return status === 'begun' || status === 'retrying' || status === 'waiting'
}

function keyOf({ iteration, nodeId }: JournalEntry): string {
  return stepKey(iteration ?? '', nodeId)
}
