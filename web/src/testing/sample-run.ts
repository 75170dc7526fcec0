import type { ExecutionOverview } from '@millrace/contract/execution-list.ts'
import type { StepOutline, Timeline } from '@millrace/contract/execution-timeline.ts'

export const runStart = Date.parse('2026-03-01T10:00:00.000Z')

/** A time of the sample run, in milliseconds since its start. */
export const momentOf = (ms: number) => new Date(runStart + ms).toISOString()

/** A completed step from `start` to `end`, in milliseconds since the start of the run. */
export function sampleStep(
  key: string,
  [start, end]: readonly [number, number | null],
  changes: Partial<StepOutline> = {},
): StepOutline {
  const slash = key.lastIndexOf('/')
  const path = slash === -1 ? null : key.slice(0, slash)
  return {
    key,
    node_id: key.slice(slash + 1),
    type: 'set',
    frame: path,
    index: path === null ? null : Number(/\[(\d+)\]$/.exec(path)?.[1]),
    status: end === null ? 'running' : 'completed',
    handle: end === null ? null : 'main',
    attempts: 1,
    retries: [],
    started_at: momentOf(start),
    ended_at: end === null ? null : momentOf(end),
    duration_ms: end === null ? null : end - start,
    error: null,
    waiting: null,
    child_execution_id: null,
    output_size: end === null ? null : 2,
    item_count: null,
    pinned: false,
    reused: false,
    ...changes,
  }
}

export const sampleExecution: ExecutionOverview = {
  id: '01a1e16f-4c2c-70ea-9bee-351a4ca32b56',
  workflow_id: '01a1e16f-4aea-70ea-9b52-c5c39c284a93',
  workflow_name: 'Order intake',
  status: 'running',
  started_at: momentOf(0),
  completed_at: null,
  trigger: 'webhook',
  trigger_node_id: null,
  version_id: '01a1e16f-4aea-70ea-9b52-c5c39c284a94',
  version_number: 12,
  is_test: false,
  retry_of: null,
  error: null,
}

export function sampleTimeline(steps: StepOutline[], changes: Partial<ExecutionOverview> = {}): Timeline {
  return { execution: { ...sampleExecution, ...changes }, steps, complete: true, last_event_id: null }
}
