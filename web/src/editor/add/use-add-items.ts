import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { credentialsQuery } from '../../api/credentials.ts'
import { actionsQuery, catalogueQuery, integrationsQuery } from '../../api/integrations.ts'
import type { NodeTypes } from '../../graph/node-types.ts'
import { type AddItem, listAddItems } from './add-catalogue.ts'

/** Kinds of nodes and actions of services. What is not loaded yet is added when it arrives. */
export function useAddItems(nodeTypes: NodeTypes): readonly AddItem[] {
  const { data: catalogue = [] } = useQuery(catalogueQuery)
  const { data: integrations = [] } = useQuery(integrationsQuery)
  const { data: credentials = [] } = useQuery(credentialsQuery)
  const actions = useQueries({
    queries: integrations.map(({ id }) => actionsQuery(id)),
    combine: (results) => results.map(({ data }) => data),
  })
  return useMemo(
    () =>
      listAddItems({
        nodeTypes,
        catalogue,
        credentials,
        integrations: integrations.map((integration, index) => ({
          integration,
          actions: actions[index] ?? [],
        })),
      }),
    [nodeTypes, catalogue, integrations, credentials, actions],
  )
}
