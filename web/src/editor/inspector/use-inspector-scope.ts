import { useQuery } from '@tanstack/react-query'
import type { RunSample } from '@millrace/contract/workflow-insight.ts'
import { useMemo, useState } from 'react'
import { variableValuesQuery } from '../../api/variables.ts'
import { samplesQuery } from '../../api/workflows.ts'
import { useCan } from '../../app/use-can.ts'
import type { RecordedRun } from '../../expressions/evaluate.ts'
import { toRun } from '../../expressions/recent-runs.ts'
import type { ExpressionScope } from '../../expressions/expression-scope.tsx'
import { positionOf, type ScopeGraph, type ScopePosition } from '../../expressions/scope-position.ts'
import type { NodeTypes } from '../../graph/node-types.ts'
import { splitIteration } from '../../run/iteration-path.ts'
import type { RunOverlay } from '../../run/run-overlay.ts'
import { useEditor } from '../model/editor-store.ts'
import { useKnownInAdvance } from './use-example-run.ts'

interface ScopeOptions {
  readonly workflowId: string
  readonly nodeId: string
  readonly nodeTypes: NodeTypes
  /** The run in view; by default the last one. */
  readonly runId: string | undefined
  readonly overlay: RunOverlay | undefined
  readonly onChooseRun: (executionId: string) => void
}

/** Outputs to load for completion and previews: those of the nearest nodes. */
const MAX_NODES = 60
const LISTED_RUNS = 12

const noNodes: readonly string[] = []

/** Where the expressions of a node stand in the graph, and the recorded data that they can read. */
export function useInspectorScope({
  workflowId,
  nodeId,
  nodeTypes,
  runId,
  overlay,
  onChooseRun,
}: ScopeOptions): ExpressionScope {
  const position = usePosition(workflowId, nodeId, nodeTypes)
  const [item, setItem] = useState<{ nodeId: string; index: number }>()
  const nodes = useMemo(() => position.earlier.slice(0, MAX_NODES), [position.earlier])
  const shown = useQuery({
    ...samplesQuery(workflowId, { nodes, executionId: runId, runs: 1, isLive: overlay?.isLive === true }),
    // A new node or a new edge must not empty the preview while its data loads.
    placeholderData: (before: RunSample[] | undefined) => before,
  })
  const listed = useQuery(samplesQuery(workflowId, { nodes: noNodes, runs: LISTED_RUNS }))
  const [sample] = shown.data ?? []
  const run = useMemo(() => (sample === undefined ? pinnedRun(position) : toRun(sample)), [sample, position])
  const isExampleNeeded = shown.data !== undefined && run === undefined
  const { example, answerLabels } = useKnownInAdvance(position, nodeTypes, isExampleNeeded)
  const itemInView = indexOf(overlay?.nodes.get(nodeId)?.lastStepKey)
  const runs = useMemo(
    () =>
      (listed.data ?? []).map((one) => ({
        executionId: one.execution_id,
        startedAt: one.started_at,
        status: one.status,
      })),
    [listed.data],
  )
  return useMemo(
    () => ({
      position,
      run,
      example,
      answerLabels,
      status: shown.data === undefined ? (shown.isError ? 'error' : 'loading') : 'ready',
      itemIndex: item?.nodeId === nodeId ? item.index : itemInView,
      setItemIndex: (index) => setItem({ nodeId, index }),
      runs,
      chooseRun: onChooseRun,
      linkToRun: (executionId) => `/executions/${encodeURIComponent(executionId)}`,
    }),
    [
      position,
      run,
      example,
      answerLabels,
      shown.data,
      shown.isError,
      item,
      itemInView,
      nodeId,
      runs,
      onChooseRun,
    ],
  )
}

/** The iteration of a step, such as the one that failed. */
function indexOf(stepKey: string | undefined): number | undefined {
  const end = stepKey?.lastIndexOf('/') ?? -1
  return end === -1 ? undefined : splitIteration(stepKey?.slice(0, end) ?? '').index
}

/** Changes only when the graph changes around the node, not when a parameter is typed. */
function usePosition(workflowId: string, nodeId: string, nodeTypes: NodeTypes): ScopePosition {
  const document = useEditor((state) => state.settled)
  const canRead = useCan('variables:read')
  const { data: vars } = useQuery({ ...variableValuesQuery, enabled: canRead })
  const position = useMemo(
    () =>
      positionOf({ ...(document as ScopeGraph), ...(vars && { vars }) }, nodeId, {
        workflowId,
        isLoop: (type) => nodeTypes.isLoop(type),
      }),
    [document, vars, nodeId, workflowId, nodeTypes],
  )
  const [known, setKnown] = useState({ position, text: JSON.stringify(position) })
  const text = useMemo(
    () => (known.position === position ? known.text : JSON.stringify(position)),
    [known, position],
  )
  if (known.position !== position && known.text !== text) {
    setKnown({ position, text })
    return position
  }
  return known.position
}

/** Without any run, pinned data is all there is. */
function pinnedRun({ pinned, earlier }: ScopePosition): RecordedRun | undefined {
  if (!earlier.some((id) => pinned[id] !== undefined)) return undefined
  return { executionId: '', startedAt: '', triggerNodeId: null, input: {}, outputs: {}, leftOut: ['input'] }
}
