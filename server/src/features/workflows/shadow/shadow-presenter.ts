import type {
  ShadowDifference,
  ShadowOutcome,
  ShadowResult,
  ShadowRun,
  ShadowStep,
  ValueChange,
} from '@millrace/contract/workflow-shadow.ts'
import {
  type ExecutionOverview,
  type JsonValue,
  listDifferences,
  measureJson,
  type StepRecord,
} from '#domain/index.ts'
import type * as engine from '#engine/index.ts'
import { timestamp } from '../../shared/timestamps.ts'

const MAX_LISTED = 50
const MAX_CHANGES = 5
const MAX_EXCERPT = 120
/** Characters of one output. */
const MAX_OUTPUT = 64 * 1024
/** Characters of all outputs of a response. */
const MAX_RESPONSE = 4 * 1024 * 1024

/** How much of the outputs a response still includes. */
export class OutputBudget {
  #left: number

  /** Without `isWanted`, a response includes no outputs. */
  constructor(isWanted: boolean) {
    this.#left = isWanted ? MAX_RESPONSE : 0
  }

  include(output: JsonValue): { readonly output?: JsonValue } {
    if (this.#left <= 0) return {}
    const size = measureJson(output, MAX_OUTPUT)
    if (size > MAX_OUTPUT) return {}
    this.#left -= size
    return { output }
  }
}

/** A run that was not tried, because it could not be, or because nothing would run. */
export interface UntriedRun {
  readonly result: Extract<ShadowResult, 'changed' | 'failed'>
  readonly message: string
  readonly before: engine.RunEnd
}

export function presentUntried(
  run: ExecutionOverview,
  { result, message, before }: UntriedRun,
  budget: OutputBudget,
): ShadowRun {
  return {
    ...facts(run),
    result,
    message,
    before: presentEnd(before, budget),
    after: null,
    changes: [],
    differences: [],
    difference_count: 0,
    unanswered: [],
    unanswered_count: 0,
  }
}

export function presentShadowRun(
  run: ExecutionOverview,
  { before, after, isSame, differences, unanswered }: engine.ShadowRun,
  budget: OutputBudget,
): ShadowRun {
  return {
    ...facts(run),
    result: unanswered.length > 0 ? 'unknown' : isSame ? 'same' : 'changed',
    message: null,
    before: presentEnd(before, budget),
    after: after === undefined ? null : presentEnd(after, budget),
    changes: after === undefined ? [] : presentChanges(before.output, after.output),
    differences: differences.slice(0, MAX_LISTED).map((one) => presentDifference(one, budget)),
    difference_count: differences.length,
    unanswered: unanswered.slice(0, MAX_LISTED).map(({ nodeId, iteration, reason, parameters }) => ({
      node_id: nodeId,
      iteration: iteration ?? null,
      reason,
      parameters: [...parameters],
    })),
    unanswered_count: unanswered.length,
  }
}

function facts({ id, startedAt, versionNumber }: ExecutionOverview) {
  return { execution_id: id, started_at: timestamp(startedAt), version_number: versionNumber }
}

function presentEnd({ status, error, output }: engine.RunEnd, budget: OutputBudget): ShadowOutcome {
  return { status, error, ...budget.include(output) }
}

function presentDifference(
  { nodeId, iteration, before, after }: engine.StepDifference,
  budget: OutputBudget,
): ShadowDifference {
  return {
    node_id: nodeId,
    iteration: iteration ?? null,
    before: before === undefined ? null : presentStep(before, budget),
    after: after === undefined ? null : presentStep(after, budget),
    changes: before === undefined || after === undefined ? [] : presentChanges(before.output, after.output),
  }
}

function presentStep({ status, handle, error, output }: StepRecord, budget: OutputBudget): ShadowStep {
  return { status, handle, error, ...budget.include(output) }
}

function presentChanges(before: JsonValue, after: JsonValue): ValueChange[] {
  return listDifferences(before, after, MAX_CHANGES).map((one) => ({
    pointer: one.pointer,
    before: excerpt(one.before),
    after: excerpt(one.after),
  }))
}

function excerpt(value: JsonValue | undefined): string | null {
  if (value === undefined) return null
  const text = JSON.stringify(value)
  return text.length > MAX_EXCERPT ? `${text.slice(0, MAX_EXCERPT).toWellFormed()}…` : text
}
