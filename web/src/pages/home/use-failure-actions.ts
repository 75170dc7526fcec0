import { useQueryClient } from '@tanstack/react-query'
import { describeError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import * as operations from '../../api/generated/operations.ts'
import { type BulkRun, type Failure, homeKeys, type Period } from '../../api/home.ts'
import { toast } from '../../components/toast-store.ts'
import * as t from '../../texts/home/failures.ts'

/** Ignoring, resuming and stopping. */
export function useFailureActions(period: Period) {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: homeKeys.all })

  const setIgnored = async ({ id }: Failure, body: { ignored: boolean; hours?: number }) => {
    try {
      await call(operations.updateFailure, { params: { id }, body })
      await refresh()
      return true
    } catch (error) {
      toast.show({ tone: 'danger', title: t.ignoreFailed, description: describeError(error) })
      return false
    }
  }

  return {
    async ignore(failure: Failure, hours?: number) {
      const body = { ignored: true, ...(hours === undefined ? {} : { hours }) }
      if (!(await setIgnored(failure, body))) return
      const run = () => void setIgnored(failure, { ignored: false })
      toast.show({ tone: 'success', title: t.ignored, action: { label: t.undo, run } })
    },
    stopIgnoring: (failure: Failure) => setIgnored(failure, { ignored: false }),
    async resume({ id }: Failure): Promise<BulkRun> {
      const { data } = await call(operations.resumeFailure, { params: { id }, body: { period } })
      await refresh()
      return data
    },
    async stop({ id }: BulkRun) {
      try {
        await call(operations.stopBulkRun, { params: { id } })
      } catch (error) {
        toast.show({ tone: 'danger', title: t.stopFailed, description: describeError(error) })
      }
      await refresh()
    },
  }
}

export type FailureActions = ReturnType<typeof useFailureActions>
