import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import * as operations from '../../api/generated/operations.ts'
import { hasEnded } from '../../run/follow-run.ts'

const REFRESH_MS = 2_000

/** The steps of a run with hashes of their outputs. A run that has not ended is read again and again. */
export function useComparedRun(id: string | undefined) {
  return useQuery({
    queryKey: ['compared-run', id],
    queryFn: async ({ signal }) => {
      const request = { params: { id: id ?? '' }, query: { include: 'hashes' }, signal }
      return (await call(operations.getTimeline, request)).data
    },
    enabled: id !== undefined,
    staleTime: ({ state }) =>
      state.data !== undefined && hasEnded(state.data.execution) ? Number.POSITIVE_INFINITY : 0,
    refetchInterval: ({ state }) =>
      state.data !== undefined && !hasEnded(state.data.execution) ? REFRESH_MS : false,
  })
}
