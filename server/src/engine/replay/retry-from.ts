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

export interface RetryRequest {
  /** The version of the new run. */
  readonly version: CompiledVersion
  /** The version of the run that is retried. */
  readonly original: CompiledVersion
  readonly input: JsonObject
  readonly triggerNodeId: string | null
  readonly entries: readonly JournalEntry[]
  /** `failed`: repeats what failed and what never ran. A node: also repeats that node and everything after it. */
  readonly from: 'failed' | { readonly nodeId: string }
}

/**
 * Selects the journal entries of an ended run that a retry keeps.
 *
 * 1. A failure that ended the run is repeated, and so is the loop around it; finished iterations of that loop are kept.
 * 2. From a node on: every iteration loses that node and everything after it, the results of the loops around it, and
 *    everything after those.
 * 3. Of a step without a result nothing is kept, except that a loop was opened, and its items: repeating it then does the
 *    same work.
 * 4. What is kept must be valid in the version of the new run: a node that no longer exists, has another type, or is not
 *    ready at that point is repeated or not run at all.
 * 5. Pinned test data, and steps that changed state only for a test, are kept only if the new run is a test as well.
 */
export function keepForRetry(request: RetryRequest): readonly JournalEntry[] {
  const { version, original, entries, from } = request
  const cut = from === 'failed' ? NO_CUT : cutAt(version, from.nodeId)
  const uncaught = findUncaught(entries, cut)
  const isSame = (id: string) => version.nodes.get(id)?.node.type === original.nodes.get(id)?.node.type

  const iterations = new ReplayedIterations(version, request)
  const kept = new Set<JournalEntry>()
  const finished = new Set<string>()
  for (const entry of entries) {
    const { nodeId } = entry
    if (!version.nodes.has(nodeId) || !isSame(nodeId) || cut.dropped.has(nodeId)) continue
    if (isOnlyTested(entry) && !version.isTest) continue
    if (isResult(entry) ? cut.reopened.has(nodeId) || uncaught.has(entry) : entry.status !== 'opened')
      continue
    if (!iterations.expects(entry)) continue
    iterations.add(entry)
    kept.add(entry)
    if (isResult(entry)) finished.add(stepKeyOf(entry))
  }
  return entries.filter((entry) => kept.has(entry) || (isAttempt(entry) && finished.has(stepKeyOf(entry))))
}

interface Cut {
  /** Nodes whose entries are all dropped. */
  readonly dropped: ReadonlySet<string>
  /** Loops that continue: their result is dropped. */
  readonly reopened: ReadonlySet<string>
}

const NO_CUT: Cut = { dropped: new Set(), reopened: new Set() }

function cutAt(version: CompiledVersion, nodeId: string): Cut {
  const dropped = new Set<string>()
  const reopened = new Set<string>()
  let scope = scopeOf(version, nodeId)
  for (const id of reachableFrom(scope.graph, [nodeId])) dropped.add(id)
  while (scope.loopId !== undefined) {
    const { loopId } = scope
    reopened.add(loopId)
    scope = scopeOf(version, loopId)
    for (const id of reachableFrom(scope.graph, targetsOf(scope.graph, loopId))) dropped.add(id)
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

/** The given nodes and everything reachable from them. */
function reachableFrom(graph: GraphIndex, from: readonly string[]): ReadonlySet<string> {
  const successors = new Map([...graph.outgoing.keys()].map((id) => [id, targetsOf(graph, id)]))
  return reach(from, successors)
}

function targetsOf(graph: GraphIndex, nodeId: string): readonly string[] {
  return (graph.outgoing.get(nodeId) ?? []).map(({ target }) => target)
}

/** Failures that nothing caught: not the node, not a loop that collects errors, and not a loop whose result is kept. */
function findUncaught(entries: readonly JournalEntry[], cut: Cut): ReadonlySet<JournalEntry> {
  const results = new Map<string, StepRecord>()
  const loops = new Map<string, StepOpened>()
  for (const entry of entries) {
    if (isResult(entry)) results.set(stepKeyOf(entry), entry)
    else if (entry.status === 'opened') loops.set(stepKeyOf(entry), entry)
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

function isOnlyTested(entry: JournalEntry): boolean {
  return isResult(entry) && (entry.pinned === true || entry.untaken !== undefined)
}

function isAttempt({ status }: JournalEntry): boolean {
  return status === 'begun' || status === 'retrying' || status === 'waiting'
}

/** Identifies the step of an entry within its run. */
export function stepKeyOf({ iteration, nodeId }: JournalEntry): string {
  return stepKey(iteration ?? '', nodeId)
}

/**
 * The nodes that a run with this trigger can reach when it keeps these entries. A kept result has already chosen its
 * handle; in the body of a loop the next iteration may choose another one.
 */
export function possibleNodes(
  version: CompiledVersion,
  triggerNodeId: string | null,
  kept: readonly JournalEntry[],
): ReadonlySet<string> {
  const chosen = new Map(
    kept
      .filter(isResult)
      .flatMap((record) => (record.iteration === undefined ? [[record.nodeId, record.handle] as const] : [])),
  )
  const successors = new Map<string, string[]>()
  for (const graph of [version.graph, ...version.bodies.values()]) {
    for (const [id, edges] of graph.outgoing) {
      const followed = edges.filter(({ handle }) => !chosen.has(id) || chosen.get(id) === handle)
      successors.set(id, [...(successors.get(id) ?? []), ...followed.map(({ target }) => target)])
    }
  }
  return reach(version.rootsOf(triggerNodeId).taken, successors)
}
