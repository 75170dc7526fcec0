import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ExecutionOverview } from '../../api/executions.ts'
import { versionQuery } from '../../api/workflows.ts'
import { readDocument } from '../../editor/model/definition.ts'
import type { GraphDocument } from '../../graph/types.ts'

/** The graph of the version that ran; undefined while it loads. */
export function useRunDocument(execution: ExecutionOverview | undefined): {
  document: GraphDocument | undefined
  isFailed: boolean
} {
  const { data, isError } = useQuery({
    ...versionQuery(execution?.workflow_id ?? '', execution?.version_id ?? ''),
    enabled: execution !== undefined,
  })
  const document = useMemo(() => (data === undefined ? undefined : readDocument(data)), [data])
  return { document, isFailed: isError && data === undefined }
}
