import type { StepRecord } from '#domain/index.ts'
import { iterationPath, splitIterationPath, stepKey } from '#engine/compile/iteration-path.ts'
import type { DrawnNode, Drawing, Port } from '#test/simulation/workload/generated-workflow.ts'

/** What is recorded of a run, by the key of the step. */
export interface Recorded {
  readonly results: ReadonlyMap<string, StepRecord>
  readonly opened: ReadonlySet<string>
}

/**
 * Whether a step may begin: told from the drawing and the results alone, as simply as can be. It shares nothing with the
 * engine's own walk but the names of iterations.
 */
export function mayBegin(drawing: Drawing, recorded: Recorded, iteration: string, nodeId: string): boolean {
  const node = drawing.drawn.get(nodeId)
  if (node === undefined || !isIterationOpen(drawing, recorded, iteration, node)) return false
  if (node.incoming.length === 0) return true
  const edges = new Set(node.incoming.map((port) => judgeEdge(drawing, recorded, iteration, node, port)))
  return edges.has('taken') && (node.join === 'first' || !edges.has('open'))
}

type Edge = 'open' | 'taken' | 'skipped'

function judgeEdge(
  drawing: Drawing,
  recorded: Recorded,
  iteration: string,
  node: DrawnNode,
  { source, handle }: Port,
): Edge {
  if (source === node.loop) return 'taken'
  const result = recorded.results.get(stepKey(iteration, source))
  if (result !== undefined) return result.handle === handle ? 'taken' : 'skipped'
  return isSkipped(drawing, recorded, iteration, source) ? 'skipped' : 'open'
}

function isSkipped(drawing: Drawing, recorded: Recorded, iteration: string, nodeId: string): boolean {
  const node = drawing.drawn.get(nodeId)
  if (node === undefined || node.incoming.length === 0) return false
  return node.incoming.every((port) => judgeEdge(drawing, recorded, iteration, node, port) === 'skipped')
}

/** The loop around has begun and is not over, and so for all around it; a pass of a `loop` follows the one before. */
function isIterationOpen(drawing: Drawing, recorded: Recorded, iteration: string, node: DrawnNode): boolean {
  if (node.loop === null) return iteration === ''
  if (iteration === '') return false
  const { loopKey, index } = splitIterationPath(iteration)
  const around = enclosingIteration(loopKey)
  const loop = drawing.drawn.get(node.loop)
  if (loop === undefined || stepKey(around, loop.id) !== loopKey) return false
  if (!recorded.opened.has(loopKey) || recorded.results.has(loopKey)) return false
  if (hasFailed(drawing, recorded, iteration, loop.id)) return false
  if (!isIterationOpen(drawing, recorded, around, loop)) return false
  if (!loop.id.startsWith('loop') || index === 0) return true
  return isIterationFinished(drawing, recorded, iterationPath(around, loop.id, index - 1), loop.id)
}

/** A failure that nothing in the pass catches ends it. */
function hasFailed(drawing: Drawing, recorded: Recorded, iteration: string, loopId: string): boolean {
  return [...drawing.drawn.values()].some(
    ({ id, loop }) => loop === loopId && recorded.results.get(stepKey(iteration, id))?.handle === null,
  )
}

function isIterationFinished(
  drawing: Drawing,
  recorded: Recorded,
  iteration: string,
  loopId: string,
): boolean {
  return [...drawing.drawn.values()]
    .filter(({ loop }) => loop === loopId)
    .every(
      ({ id }) => recorded.results.has(stepKey(iteration, id)) || isSkipped(drawing, recorded, iteration, id),
    )
}

/** `a[0]/b` stands in the iteration `a[0]`. */
function enclosingIteration(key: string): string {
  return key.slice(0, Math.max(0, key.lastIndexOf('/')))
}
