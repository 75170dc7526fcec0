import type { StepRecord } from '#domain/index.ts'
import { iterationPath, splitIterationPath, stepKey } from '#engine/compile/iteration-path.ts'
import type { GeneratedNode, GeneratedWorkflow, Port } from '#test/simulation/workload/generated-workflow.ts'

/** The recorded state of a run, by the key of the step. */
export interface Recorded {
  readonly results: ReadonlyMap<string, StepRecord>
  readonly opened: ReadonlySet<string>
}

/**
 * Whether a step may start, derived from the workflow definition and the results alone. This is a simple reimplementation
 * on purpose: it shares nothing with the engine but the names of iterations.
 */
export function mayStart(
  workflow: GeneratedWorkflow,
  recorded: Recorded,
  iteration: string,
  nodeId: string,
): boolean {
  const node = workflow.nodesById.get(nodeId)
  if (node === undefined || !isIterationOpen(workflow, recorded, iteration, node)) return false
  if (node.incoming.length === 0) return true
  const edges = new Set(node.incoming.map((port) => stateOfEdge(workflow, recorded, iteration, node, port)))
  return edges.has('taken') && (node.join === 'first' || !edges.has('open'))
}

type EdgeState = 'open' | 'taken' | 'skipped'

function stateOfEdge(
  workflow: GeneratedWorkflow,
  recorded: Recorded,
  iteration: string,
  node: GeneratedNode,
  { source, handle }: Port,
): EdgeState {
  if (source === node.loop) return 'taken'
  const result = recorded.results.get(stepKey(iteration, source))
  if (result !== undefined) return result.handle === handle ? 'taken' : 'skipped'
  return isSkipped(workflow, recorded, iteration, source) ? 'skipped' : 'open'
}

function isSkipped(
  workflow: GeneratedWorkflow,
  recorded: Recorded,
  iteration: string,
  nodeId: string,
): boolean {
  const node = workflow.nodesById.get(nodeId)
  if (node === undefined || node.incoming.length === 0) return false
  return node.incoming.every((port) => stateOfEdge(workflow, recorded, iteration, node, port) === 'skipped')
}

/** All enclosing loops have started and not ended. An iteration of a `loop` starts after the one before has finished. */
function isIterationOpen(
  workflow: GeneratedWorkflow,
  recorded: Recorded,
  iteration: string,
  node: GeneratedNode,
): boolean {
  if (node.loop === null) return iteration === ''
  if (iteration === '') return false
  const { loopKey, index } = splitIterationPath(iteration)
  const outer = enclosingIteration(loopKey)
  const loop = workflow.nodesById.get(node.loop)
  if (loop === undefined || stepKey(outer, loop.id) !== loopKey) return false
  if (!recorded.opened.has(loopKey) || recorded.results.has(loopKey)) return false
  if (hasFailed(workflow, recorded, iteration, loop.id)) return false
  if (!isIterationOpen(workflow, recorded, outer, loop)) return false
  if (!loop.id.startsWith('loop') || index === 0) return true
  return isIterationFinished(workflow, recorded, iterationPath(outer, loop.id, index - 1), loop.id)
}

/** A failure that no node of the iteration handles ends the iteration. */
function hasFailed(
  workflow: GeneratedWorkflow,
  recorded: Recorded,
  iteration: string,
  loopId: string,
): boolean {
  return [...workflow.nodesById.values()].some(
    ({ id, loop }) => loop === loopId && recorded.results.get(stepKey(iteration, id))?.handle === null,
  )
}

function isIterationFinished(
  workflow: GeneratedWorkflow,
  recorded: Recorded,
  iteration: string,
  loopId: string,
): boolean {
  return [...workflow.nodesById.values()]
    .filter(({ loop }) => loop === loopId)
    .every(
      ({ id }) =>
        recorded.results.has(stepKey(iteration, id)) || isSkipped(workflow, recorded, iteration, id),
    )
}

/** `a[0]/b` belongs to the iteration `a[0]`. */
function enclosingIteration(key: string): string {
  return key.slice(0, Math.max(0, key.lastIndexOf('/')))
}
