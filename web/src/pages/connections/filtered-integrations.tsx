import type { CatalogueEntry, Integration } from '../../api/integrations.ts'
import { IntegrationList } from './integration-list.tsx'
import { NothingFound } from './nothing-found.tsx'

interface FilteredIntegrationsProps {
  integrations: readonly Integration[]
  catalogue: readonly CatalogueEntry[]
  search: string
  openId: string | undefined
  canEdit: boolean
  onConnect: (entry: CatalogueEntry) => void
  onClear: () => void
}

export function FilteredIntegrations(props: FilteredIntegrationsProps) {
  const { integrations, catalogue, search, openId, canEdit, onConnect, onClear } = props
  const wanted = search.toLowerCase()
  const connected = integrations.filter(({ name, type }) => `${name} ${type}`.toLowerCase().includes(wanted))
  const services = catalogue.filter(({ name, type, summary, actions }) =>
    `${name} ${type} ${summary} ${actions.map(({ title }) => title).join(' ')}`
      .toLowerCase()
      .includes(wanted),
  )
  if (connected.length + services.length === 0) return <NothingFound onClear={onClear} />
  return (
    <IntegrationList
      integrations={connected}
      catalogue={services}
      connectedTypes={new Set(integrations.map(({ type }) => type))}
      isNew={integrations.every(
        ({ type }) => catalogue.find((entry) => entry.type === type)?.built_in === true,
      )}
      openId={openId}
      canEdit={canEdit}
      onConnect={onConnect}
    />
  )
}
