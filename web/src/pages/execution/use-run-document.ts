import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ExecutionOverview } from '../../api/executions.ts'
import { versionQuery } from '../../api/workflows.ts'
import { readDocument } from '../../editor/model/definition.ts'
import type { GraphDocument } from '../../graph/types.ts'

/** The graph of the version that ran; undefined while it loads, and if it was deleted. */
export function useRunDocument(execution: ExecutionOverview | undefined): GraphDocument | undefined {
  const { data } = useQuery({
    ...versionQuery(execution?.workflow_id ?? '', execution?.version_id ?? ''),
    enabled: execution !== undefined,
  })
  return useMemo(() => (data === undefined ? undefined : readDocument(data)), [data])
}
