import { endOf, startOf } from '../step-times.ts'
import type { StepOutline } from '@millrace/contract/execution-timeline.ts'
import { iterationOf, splitIteration } from '../iteration-path.ts'

export interface StepNode {
  readonly kind: 'step'
  readonly id: string
  readonly step: StepOutline
  /** The iterations, if the step is a loop. */
  readonly iterations: readonly IterationNode[]
}

export interface IterationNode {
  readonly kind: 'iteration'
  readonly id: string
  readonly path: string
  readonly index: number
  readonly steps: StepNode[]
  status: StepOutline['status']
  from: number
  /** Null while a step of it is open. */
  to: number | null
  failed: number
}

export type TimelineNode = StepNode | IterationNode

export interface TimelineTree {
  readonly roots: readonly TimelineNode[]
  readonly steps: ReadonlyMap<string, StepNode>
  readonly iterations: ReadonlyMap<string, IterationNode>
  /** Loops with iterations, in the order in which they started. */
  readonly loops: readonly StepNode[]
}

interface MutableStep extends StepNode {
  readonly iterations: IterationNode[]
}

/** Arranges steps as a tree: a loop contains its iterations, and an iteration contains its steps. */
export function buildTree(steps: readonly StepOutline[]): TimelineTree {
  const nodes = new Map<string, MutableStep>()
  for (const step of steps) {
    nodes.set(step.key, { kind: 'step', id: step.key, step, iterations: [] })
  }
  const iterations = new Map<string, IterationNode>()
  const roots: TimelineNode[] = []
  for (const node of nodes.values()) {
    const path = iterationOf(node.step)
    if (path === '') {
      roots.push(node)
      continue
    }
    const known = iterations.get(path) ?? addIteration(path, { nodes, iterations, roots, first: node.step })
    known.steps.push(node)
    extend(known, node.step)
  }
  const loops = [...nodes.values()].filter((node) => node.iterations.length > 0)
  for (const loop of loops) loop.iterations.sort((a, b) => a.index - b.index)
  return { roots, steps: nodes, iterations, loops }
}

function addIteration(
  path: string,
  context: {
    nodes: ReadonlyMap<string, MutableStep>
    iterations: Map<string, IterationNode>
    roots: TimelineNode[]
    first: StepOutline
  },
): IterationNode {
  const { loopKey, index } = splitIteration(path)
  const iteration: IterationNode = {
    kind: 'iteration',
    id: path,
    path,
    index,
    steps: [],
    status: 'completed',
    from: startOf(context.first),
    to: 0,
    failed: 0,
  }
  context.iterations.set(path, iteration)
  const loop = context.nodes.get(loopKey)
  if (loop === undefined) context.roots.push(iteration)
  else loop.iterations.push(iteration)
  return iteration
}

const URGENCY: Record<StepOutline['status'], number> = {
  completed: 0,
  aborted: 1,
  failed: 2,
  waiting: 3,
  retrying: 4,
  running: 5,
}

function extend(iteration: IterationNode, step: StepOutline): void {
  if (URGENCY[step.status] > URGENCY[iteration.status]) iteration.status = step.status
  if (step.status === 'failed') iteration.failed++
  iteration.from = Math.min(iteration.from, startOf(step))
  if (step.ended_at === null && step.status !== 'aborted') iteration.to = null
  else if (iteration.to !== null && step.ended_at !== null) {
    iteration.to = Math.max(iteration.to, endOf(step) ?? 0)
  }
}

export interface TimelineRow {
  readonly id: string
  readonly depth: number
  readonly node: TimelineNode
  /** The step that the row selects: the only step of an iteration stands for the iteration. */
  readonly step: StepOutline | undefined
  readonly iteration: IterationNode | undefined
  readonly canOpen: boolean
  readonly isOpen: boolean
  readonly position: number
  readonly siblings: number
}

export interface RowOptions {
  /** Rows that the user opened or closed. Others are open if they are small. */
  readonly toggled: ReadonlyMap<string, boolean>
  /** Whether to show a step. Its ancestors are shown and opened as well. */
  readonly filter: ((step: StepOutline) => boolean) | undefined
}

/** Loops with more iterations are folded at first. */
const OPEN_ITERATIONS = 12

/** The rows of the tree that are visible. */
export function rowsOf(tree: TimelineTree, { toggled, filter }: RowOptions): TimelineRow[] {
  const rows: TimelineRow[] = []
  const matching = filter === undefined ? undefined : matchesIn(tree, filter)
  const isShown = (node: TimelineNode) => matching === undefined || matching.has(node.id)
  const add = (nodes: readonly TimelineNode[], depth: number) => {
    const shown = matching === undefined ? nodes : nodes.filter(isShown)
    for (const [index, node] of shown.entries()) {
      const only = node.kind === 'iteration' && node.steps.length === 1 ? node.steps[0] : undefined
      const step = node.kind === 'step' ? node.step : only?.step
      const children: readonly TimelineNode[] =
        node.kind === 'step' ? node.iterations : only === undefined ? node.steps : only.iterations
      const canOpen = children.length > 0
      const isOpen = canOpen && (toggled.get(node.id) ?? (matching !== undefined || opensAtFirst(node)))
      const iteration = node.kind === 'iteration' ? node : undefined
      const position = { position: index + 1, siblings: shown.length }
      rows.push({ id: node.id, depth, node, step, iteration, canOpen, isOpen, ...position })
      if (isOpen) add(children, depth + 1)
    }
  }
  add(tree.roots, 0)
  return rows
}

function opensAtFirst(node: TimelineNode): boolean {
  return node.kind === 'step' && node.iterations.length <= OPEN_ITERATIONS
}

function matchesIn(tree: TimelineTree, filter: (step: StepOutline) => boolean): Set<string> {
  const shown = new Set<string>()
  for (const { step } of tree.steps.values()) {
    if (!filter(step)) continue
    shown.add(step.key)
    for (let path = iterationOf(step); path !== '' && !shown.has(path);) {
      shown.add(path)
      const { loopKey } = splitIteration(path)
      shown.add(loopKey)
      const loop = tree.steps.get(loopKey)
      path = loop === undefined ? '' : iterationOf(loop.step)
    }
  }
  return shown
}

/** The rows to open so that a step becomes visible. */
export function ancestorsOf(tree: TimelineTree, key: string): string[] {
  const ids: string[] = []
  let step = tree.steps.get(key)?.step
  while (step !== undefined) {
    const path = iterationOf(step)
    if (path === '') break
    const { loopKey } = splitIteration(path)
    ids.push(path, loopKey)
    step = tree.steps.get(loopKey)?.step
  }
  return ids
}
