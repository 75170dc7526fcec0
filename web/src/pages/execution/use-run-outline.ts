import { useQuery } from '@tanstack/react-query'
import type { ExecutionOverview } from '../../api/executions.ts'

/** The execution as the timeline described it, as soon as it is loaded; `useRun` stores it. */
export function useRunOutline(id: string): ExecutionOverview | undefined {
  return useQuery<ExecutionOverview>({ queryKey: ['execution-outline', id], enabled: false }).data
}
