import type { StepOutline, Timeline } from '@millrace/contract/execution-timeline.ts'
import { hasEnded } from '../../run/follow-run.ts'
import { RUN_INPUT } from './compare-search.ts'

export type DifferenceKind =
  | 'only_a'
  | 'only_b'
  | 'type'
  | 'status'
  | 'handle'
  | 'error'
  | 'output'
  | 'input'
  | 'attempts'

/** A step of both runs, or of one of them. The first row stands for the input of the runs and has no steps. */
export interface AlignedStep {
  readonly key: string
  readonly a: StepOutline | undefined
  readonly b: StepOutline | undefined
  readonly differences: readonly DifferenceKind[]
  /** Whether a run that has not ended may still decide it. */
  readonly isOpen: boolean
}

interface Sides<T> {
  readonly a: T
  readonly b: T
}

export interface Comparison {
  readonly rows: readonly AlignedStep[]
  /** How many steps differ. */
  readonly different: number
  /** The first step that differs; the input, if only that does. */
  readonly first: AlignedStep | undefined
}

const FINAL: readonly string[] = ['completed', 'failed', 'aborted'] satisfies StepOutline['status'][]

/**
 * Aligns the steps of two runs by node and iteration path. Steps of both are in the order of run A; a step that only run B has
 * follows the step that came before it there.
 */
export function compareRuns(a: Timeline, b: Timeline): Comparison {
  const ofB = new Map(b.steps.map((step) => [step.key, step]))
  const keysOfA = new Set(a.steps.map(({ key }) => key))
  const onlyInB = new Map<string, StepOutline[]>()
  let before = ''
  for (const step of b.steps) {
    if (keysOfA.has(step.key)) {
      before = step.key
      continue
    }
    const known = onlyInB.get(before)
    if (known === undefined) onlyInB.set(before, [step])
    else known.push(step)
  }
  const inputs = { a: a.input_hash, b: b.input_hash }
  const open = { a: !hasEnded(a.execution), b: !hasEnded(b.execution) }
  const rows = [inputRow(a, b)]
  const addOnlyB = (after: string) => {
    for (const step of onlyInB.get(after) ?? [])
      rows.push(alignedStep({ a: undefined, b: step }, open, inputs))
  }
  addOnlyB('')
  for (const step of a.steps) {
    rows.push(alignedStep({ a: step, b: ofB.get(step.key) }, open, inputs))
    addOnlyB(step.key)
  }
  const steps = rows.slice(1)
  const first = steps.find(isDifferent) ?? rows.find(isDifferent)
  return { rows, different: steps.filter(isDifferent).length, first }
}

export function isDifferent({ differences }: AlignedStep): boolean {
  return differences.length > 0
}

function inputRow(a: Timeline, b: Timeline): AlignedStep {
  const isEqual = a.input_hash === b.input_hash
  return { key: RUN_INPUT, a: undefined, b: undefined, differences: isEqual ? [] : ['input'], isOpen: false }
}

function alignedStep(
  { a, b }: Sides<StepOutline | undefined>,
  open: Sides<boolean>,
  inputs: Sides<string | undefined>,
): AlignedStep {
  const key = a?.key ?? b?.key ?? ''
  if (a === undefined || b === undefined) {
    const isOpen = a === undefined ? open.a : open.b
    const kind = a === undefined ? 'only_b' : 'only_a'
    return { key, a, b, differences: isOpen ? [] : [kind], isOpen }
  }
  if (!FINAL.includes(a.status) || !FINAL.includes(b.status)) {
    // Both may wait for ever at the same step: that is no difference.
    const isOpen = (!FINAL.includes(a.status) && open.a) || (!FINAL.includes(b.status) && open.b)
    return { key, a, b, differences: isOpen || a.status === b.status ? [] : ['status'], isOpen }
  }
  return { key, a, b, differences: differencesOf(a, b, inputs), isOpen: false }
}

function differencesOf(a: StepOutline, b: StepOutline, inputs: Sides<string | undefined>): DifferenceKind[] {
  // A trigger hands the input of the run on: that the inputs differ is said once.
  const isInput = a.output_hash === inputs.a && b.output_hash === inputs.b
  const kinds: DifferenceKind[] = []
  if (a.type !== b.type) kinds.push('type')
  if (a.status !== b.status) kinds.push('status')
  if (a.handle !== b.handle) kinds.push('handle')
  if (a.error?.code !== b.error?.code || a.error?.message !== b.error?.message) kinds.push('error')
  if (!isInput && (a.output_hash ?? null) !== (b.output_hash ?? null)) kinds.push('output')
  if (a.attempts !== b.attempts) kinds.push('attempts')
  return kinds
}
