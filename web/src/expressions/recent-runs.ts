import { useQuery } from '@tanstack/react-query'
import type { RunSample } from '@millrace/contract/workflow-insight.ts'
import { useMemo } from 'react'
import { samplesQuery } from '../api/workflows.ts'
import type { RecordedRun } from './evaluate.ts'
import type { JsonValue } from './scope-position.ts'

const RECENT_RUNS = 100

/** Recent runs with the outputs that the given nodes recorded. */
export function useRecentRuns(
  workflowId: string | undefined,
  nodeIds: readonly string[],
  enabled: boolean,
): readonly RecordedRun[] | undefined {
  const { data } = useQuery({
    ...samplesQuery(workflowId ?? '', { nodes: nodeIds, runs: RECENT_RUNS }),
    enabled: enabled && workflowId !== undefined,
    staleTime: 60_000,
  })
  return useMemo(() => data?.map(toRun), [data])
}

export function toRun(sample: RunSample): RecordedRun {
  return {
    executionId: sample.execution_id,
    startedAt: sample.started_at,
    triggerNodeId: sample.trigger_node_id,
    input: (sample.input ?? null) as JsonValue,
    outputs: sample.outputs as Readonly<Record<string, JsonValue>>,
    leftOut: sample.left_out,
  }
}
