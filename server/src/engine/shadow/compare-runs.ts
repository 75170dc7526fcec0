import type { ExecutionError } from '@millrace/contract/execution.ts'
import { type Execution, isEqualJson, type JsonObject, type StepRecord } from '#domain/index.ts'
import type { ExecutionEnd } from '#ports/index.ts'
import type { CompiledVersion } from '../compile/compile-version.ts'
import { stepKeyOf } from '../replay/retry-from.ts'
import type { RecordedRun } from './recorded-run.ts'

/** How a run ended. */
export interface RunEnd {
  readonly status: 'completed' | 'failed'
  readonly output: JsonObject
  readonly error: ExecutionError | null
}

/** A step that does not have the same result in both runs. */
export interface StepDifference {
  readonly key: string
  readonly nodeId: string
  readonly iteration: string | undefined
  /** Undefined when the original run did not have the step. */
  readonly before: StepRecord | undefined
  /** Undefined when the shadow run did not have the step. */
  readonly after: StepRecord | undefined
}

export interface Comparison {
  readonly before: RunEnd
  /** Undefined when the end is not known. */
  readonly after: RunEnd | undefined
  /** True when the run ends in the same way and does the same to the outside. */
  readonly isSame: boolean
  /** In the order of the shadow run, followed by steps that it does not have. */
  readonly differences: readonly StepDifference[]
}

interface Before {
  readonly execution: Execution
  readonly recorded: RecordedRun
  readonly version: CompiledVersion
}

interface After {
  readonly end: ExecutionEnd | undefined
  readonly steps: readonly StepRecord[]
  readonly version: CompiledVersion
  /** False: steps may be missing because it is not known how the run would continue. */
  readonly isComplete: boolean
}

/** Compares a recorded run with its shadow run, step by step. */
export function compareRuns(before: Before, after: After): Comparison {
  const { execution, recorded } = before
  const differences = listDifferences(recorded, after)
  const end = after.isComplete ? after.end : undefined
  const was: RunEnd = {
    status: execution.status === 'completed' ? 'completed' : 'failed',
    output: execution.output,
    error: execution.error,
  }
  const isVisible = (step: StepDifference) =>
    hasEffect(before.version, step.nodeId) ||
    hasEffect(after.version, step.nodeId) ||
    recorded.find(step.key)?.hasWaited === true
  return {
    before: was,
    after: end && { status: end.status, output: end.output, error: end.error },
    isSame: end !== undefined && isSameEnd(was, end) && !differences.some(isVisible),
    differences,
  }
}

function listDifferences(recorded: RecordedRun, after: After): readonly StepDifference[] {
  const differences: StepDifference[] = []
  const seen = new Set<string>()
  for (const record of after.steps) {
    const key = stepKeyOf(record)
    seen.add(key)
    const was = recorded.find(key)?.result
    if (was === undefined || !isSameResult(was, record)) differences.push(difference(key, was, record))
  }
  // Steps that an incomplete run does not have are missing only if their node is.
  for (const [key, was] of recorded.results()) {
    if (seen.has(key)) continue
    if (after.isComplete || !after.version.nodes.has(was.nodeId)) {
      differences.push(difference(key, was, undefined))
    }
  }
  return differences
}

function difference(
  key: string,
  before: StepRecord | undefined,
  after: StepRecord | undefined,
): StepDifference {
  const { nodeId, iteration } = (after ?? before) as StepRecord
  return { key, nodeId, iteration, before, after }
}

function isSameResult(left: StepRecord, right: StepRecord): boolean {
  return (
    left.status === right.status && left.handle === right.handle && isEqualJson(left.output, right.output)
  )
}

function isSameEnd(left: RunEnd, right: RunEnd): boolean {
  return (
    left.status === right.status &&
    isEqualJson(left.output, right.output) &&
    left.error?.code === right.error?.code &&
    left.error?.message === right.error?.message &&
    left.error?.node_id === right.error?.node_id
  )
}

function hasEffect(version: CompiledVersion, nodeId: string): boolean {
  return version.nodes.get(nodeId)?.kind.hasEffect === true
}
