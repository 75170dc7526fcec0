import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { call } from '../../api/call.ts'
import { executionKeys } from '../../api/executions.ts'
import * as operations from '../../api/generated/operations.ts'
import { toast } from '../../components/toast-store.ts'
import * as t from '../../texts/editor/run.ts'
import { describeFailure } from '../sync/sync-state.ts'
import { rememberInput, type RunInput } from './run-input.ts'

export interface RunRequest extends Partial<RunInput> {
  /** Stop after this node. */
  readonly until?: string
  /** The part of the dialog to open, such as `listen`. */
  readonly source?: 'listen'
}

/** Starts and stops runs of the working copy. Every start saves first. */
export interface RunControl {
  readonly isStarting: boolean
  start(request: RunRequest): Promise<boolean>
  /** Repeats one node on what a run recorded before it. */
  runAlone(executionId: string, nodeId: string): Promise<boolean>
  readonly isDialogOpen: boolean
  /** `request`: what to run once the input is known. */
  openDialog(request?: RunRequest): void
  closeDialog(): void
  readonly dialogRequest: RunRequest
}

export function useRunControl(workflowId: string, flush: () => Promise<void>): RunControl {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [isStarting, setStarting] = useState(false)
  const [dialog, setDialog] = useState<RunRequest>()

  const begin = useCallback(
    async (execute: () => Promise<string>) => {
      setStarting(true)
      try {
        await flush()
        const run = await execute()
        // The run has started, also if the user decides to stay on the page.
        void navigate({
          to: '/workflows/$workflowId',
          params: { workflowId },
          search: ((before: Record<string, unknown>) => ({ ...before, run })) as never,
        })
        void client.invalidateQueries({ queryKey: executionKeys.lists })
        return true
      } catch (error) {
        toast.show({ tone: 'danger', title: t.startFailed, description: describeFailure(error) })
        return false
      } finally {
        setStarting(false)
      }
    },
    [client, flush, navigate, workflowId],
  )

  const start = useCallback(
    ({ until, triggerId, input = {} }: RunRequest) =>
      begin(async () => {
        const body = {
          draft: true,
          input,
          ...(until === undefined ? {} : { until }),
          ...(triggerId === undefined ? {} : { trigger_node_id: triggerId }),
        }
        const { data } = await call(operations.executeWorkflow, { params: { id: workflowId }, body })
        rememberInput(workflowId, { triggerId, input })
        return (data as { execution_id: string }).execution_id
      }),
    [begin, workflowId],
  )
  const runAlone = useCallback(
    (executionId: string, nodeId: string) =>
      begin(async () => {
        const body = { from: nodeId, until: nodeId, version: 'draft' as const }
        const { data } = await call(operations.retryExecution, { params: { id: executionId }, body })
        return data.execution_id
      }),
    [begin],
  )
  return useMemo(
    () => ({
      isStarting,
      start,
      runAlone,
      isDialogOpen: dialog !== undefined,
      openDialog: (request: RunRequest = {}) => setDialog(request),
      closeDialog: () => setDialog(undefined),
      dialogRequest: dialog ?? {},
    }),
    [isStarting, start, runAlone, dialog],
  )
}
