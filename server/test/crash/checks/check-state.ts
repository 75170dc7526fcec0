import type { JsonObject, StepRecord } from '#domain/index.ts'
import type { CrashHistory, StoredExecution, Violation } from './history.ts'

/** Nodes of the workflows under load that use state. */
const COUNTERS = new Set(['count_run', 'count_again'])
const ONLY_NEW = 'fresh'

/**
 * What is stored is what the recorded steps say: they counted 1, 2, 3 … without a gap or a repetition, and passed on every
 * item once.
 */
export function checkState({ stored, state }: CrashHistory): Violation[] {
  const steps = stored.flatMap((execution) => completedSteps(execution))
  const counted = steps
    .filter(({ nodeId }) => COUNTERS.has(nodeId))
    .map(({ output }) => (output as JsonObject)['value'] as number)
    .sort((a, b) => a - b)
  const passed = steps
    .filter(({ nodeId }) => nodeId === ONLY_NEW)
    .flatMap(({ output }) => output as readonly number[])
  const violations: Violation[] = []
  const report = (detail: string) => violations.push({ rule: 'state', detail })
  const wrong = counted.findIndex((value, index) => value !== index + 1)
  if (wrong >= 0) report(`The steps counted ${counted[wrong]} where ${wrong + 1} comes next.`)
  if (state.counter !== counted.length)
    report(`The counter is ${state.counter} after ${counted.length} steps.`)
  const twice = passed.filter((item, index) => passed.indexOf(item) !== index)
  if (twice.length > 0) report(`Items that were passed on twice: ${twice.join(', ')}.`)
  const skipped = state.items.filter((item) => !passed.includes(Number(item)))
  if (skipped.length > 0) report(`Items that are remembered and were never passed on: ${skipped.join(', ')}.`)
  if (state.items.length < new Set(passed).size) report('An item was passed on and is not remembered.')
  return violations
}

function completedSteps({ journal }: StoredExecution): readonly StepRecord[] {
  return journal.flatMap(({ steps }) =>
    steps.filter((entry): entry is StepRecord => entry.status === 'completed'),
  )
}
