import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { describeError } from '../../../api/api-error.ts'
import { type BulkRun, chosenRunsQuery, stopBulkRun } from '../../../api/bulk-runs.ts'
import { executionKeys } from '../../../api/executions.ts'
import { toast } from '../../../components/toast-store.ts'
import * as t from '../../../texts/bulk-runs.ts'

const LIVE_MS = 1_000
const REFRESH_MS = 15_000
const isActive = (run: BulkRun) => run.ended_at === null

/** The bulk runs to show: those in progress, whoever started them, and those that ended while the page was open. */
export function useBulkRuns() {
  const client = useQueryClient()
  const [watched, setWatched] = useState<ReadonlySet<string>>(new Set())
  const { data = [] } = useQuery({
    ...chosenRunsQuery,
    refetchInterval: ({ state }) => (state.data?.some(isActive) === true ? LIVE_MS : REFRESH_MS),
  })
  const activeIds = data.filter(isActive).map(({ id }) => id)
  if (activeIds.some((id) => !watched.has(id))) setWatched(new Set([...watched, ...activeIds]))
  const active = activeIds.join()
  useEffect(() => {
    if (active === '') return undefined
    // What it changed shows in the list, also beyond the newest rows.
    return () => void client.invalidateQueries({ queryKey: executionKeys.lists })
  }, [active, client])

  const refresh = () => client.invalidateQueries({ queryKey: chosenRunsQuery.queryKey })
  return {
    shown: data.filter((run) => isActive(run) || watched.has(run.id)),
    watch(run: BulkRun) {
      setWatched((known) => new Set([...known, run.id]))
      client.setQueryData(chosenRunsQuery.queryKey, (known: BulkRun[] = []) => [run, ...known])
      void refresh()
    },
    async stop({ id }: BulkRun) {
      try {
        await stopBulkRun(id)
      } catch (error) {
        toast.show({ tone: 'danger', title: t.stopFailed, description: describeError(error) })
      }
      await refresh()
    },
    dismiss({ id }: BulkRun) {
      setWatched((known) => new Set([...known].filter((one) => one !== id)))
    },
  }
}
