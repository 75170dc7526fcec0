import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { nodeTypesQuery } from '../api/node-types.ts'
import type { GraphDocument } from '../graph/types.ts'

/** What nodes are called: by their own name, or else by the title of their type. */
export function useNodeNames(document: GraphDocument | undefined): (nodeId: string) => string {
  const { data: types } = useQuery(nodeTypesQuery)
  const names = useMemo(() => {
    const titles = new Map(types?.map(({ type, title }) => [type, title]))
    return new Map(
      document?.nodes.map(({ id, name, type }) => [id, name?.trim() || (titles.get(type) ?? id)]),
    )
  }, [document, types])
  return useCallback((nodeId) => names.get(nodeId) ?? nodeId, [names])
}
