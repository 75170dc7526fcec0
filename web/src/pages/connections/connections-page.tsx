import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { FileUp, KeyRound, Plus, Search } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { credentialsQuery, type Credential } from '../../api/credentials.ts'
import { catalogueQuery, integrationsQuery, type CatalogueEntry } from '../../api/integrations.ts'
import type { Command } from '../../app/commands/command.ts'
import { CommandButton } from '../../app/commands/command-button.tsx'
import { useCommands } from '../../app/commands/use-commands.ts'
import { lazyPart } from '../../app/lazy-part.ts'
import { withoutUndefined } from '../../app/without-undefined.ts'
import { useCan } from '../../app/use-can.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { SearchField } from '../../components/input/search-field.tsx'
import { TabLink } from '../../components/panel/tab-link.tsx'
import { Loading, Skeleton } from '../../components/skeleton.tsx'
import { StaleNotice } from '../../components/stale-notice.tsx'
import { useDocumentTitle } from '../../components/use-document-title.ts'
import { useMediaQuery } from '../../components/use-media-query.ts'
import { listCredentialTypes } from '../../connections/credential-values.ts'
import * as tc from '../../texts/connections/credentials.ts'
import * as ti from '../../texts/connections/integrations.ts'
import * as t from '../../texts/connections/page.ts'
import { ConnectionDialogs, type OpenDialog } from './connection-dialogs.tsx'
import type { ConnectionsSearch } from './connections-search.ts'
import { CredentialFilters, FilteredCredentials } from './filtered-credentials.tsx'
import { FilteredIntegrations } from './filtered-integrations.tsx'

const CredentialPanel = lazyPart(async () => ({
  default: (await import('./credential-panel.tsx')).CredentialPanel,
}))
const IntegrationPanel = lazyPart(async () => ({
  default: (await import('./integration-panel.tsx')).IntegrationPanel,
}))
const ServicePanel = lazyPart(async () => ({
  default: (await import('./integration-panel.tsx')).ServicePanel,
}))

const route = getRouteApi('/signed-in/connections')

/** Credentials and integrations: what workflows use to reach other services. */
export function ConnectionsPage() {
  const heading = useDocumentTitle(t.title)
  const client = useQueryClient()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const canEdit = useCan('credentials:write')
  const isWide = useMediaQuery('(min-width: 56rem)')
  const isBeside = useMediaQuery('(min-width: 64rem)')
  const searchField = useRef<HTMLInputElement>(null)
  const [dialog, setDialog] = useState<OpenDialog>()
  const credentials = useQuery(credentialsQuery)
  const integrations = useQuery(integrationsQuery)
  const catalogue = useQuery(catalogueQuery)
  const entries = catalogue.data ?? []
  const isIntegrations = search.tab === 'integrations'
  const set = (change: Partial<Record<keyof ConnectionsSearch, string | undefined>>) =>
    void navigate({ search: withoutUndefined({ ...search, ...change }), replace: true })
  const closePanel = () => set({ credential: undefined, integration: undefined, service: undefined })
  /** A credential of a service connects it: on the tab of integrations, the integration opens. */
  const showCreated = (credential: Credential) => {
    const connected = isIntegrations
      ? client.getQueryData(integrationsQuery.queryKey)?.find((one) => one.credential_id === credential.id)
      : undefined
    set(
      connected === undefined
        ? { tab: undefined, credential: credential.id, service: undefined, integration: undefined }
        : { service: undefined, integration: connected.id },
    )
  }

  const openCredential = credentials.data?.find(({ id }) => id === search.credential)
  const openIntegration = integrations.data?.find(({ id }) => id === search.integration)
  const openService = entries.find(({ type }) => type === search.service)

  const create: Command = {
    id: 'connections.create',
    title: tc.create,
    group: t.group,
    icon: Plus,
    keys: ['c'],
    enabled: canEdit,
    run: () => setDialog({ kind: 'create', types: listCredentialTypes(entries) }),
  }
  const importApi: Command = {
    id: 'connections.import',
    title: ti.importApi,
    group: t.group,
    icon: FileUp,
    keys: ['i'],
    enabled: canEdit,
    run: () => setDialog({ kind: 'import' }),
  }
  const focusSearch: Command = {
    id: 'connections.search',
    title: t.focusSearch,
    group: t.group,
    icon: Search,
    keys: ['/'],
    run: () => searchField.current?.focus(),
  }
  useCommands([create, importApi, focusSearch])

  const connect = ({ credential }: CatalogueEntry) => {
    if (credential !== null) setDialog({ kind: 'create', types: [credential.type] })
  }
  const query = isIntegrations ? integrations : credentials
  const hasFilter = search.q !== undefined || search.type !== undefined || search.status !== undefined
  const isEmpty = !isIntegrations && credentials.data?.length === 0
  return (
    <div className="relative flex min-h-0 flex-1">
      <div className={clsx('flex min-w-0 flex-1 flex-col', !isIntegrations && !isEmpty && 'bg-surface')}>
        <div className="flex h-14 shrink-0 items-center gap-3 px-4 sm:px-6">
          <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold">
            {t.title}
          </h1>
          {canEdit && (
            <div className="ml-auto flex items-center gap-2">
              {isIntegrations && <CommandButton command={importApi} iconOnly={!isWide} />}
              <CommandButton command={create} variant="primary" showKeys={isWide} />
            </div>
          )}
        </div>
        <nav aria-label={t.tabs} className="flex shrink-0 gap-5 border-b border-line px-4 sm:px-6">
          <TabLink target={{ to: '/connections', search: {} }} isCurrent={!isIntegrations}>
            {t.credentials}
          </TabLink>
          <TabLink
            target={{ to: '/connections', search: { tab: 'integrations' } }}
            isCurrent={isIntegrations}
          >
            {t.integrations}
          </TabLink>
        </nav>
        {!isEmpty && (
          <div className="flex flex-col gap-2 px-4 py-3 sm:flex-row sm:items-center sm:px-6">
            <SearchField
              ref={searchField}
              label={isIntegrations ? ti.search : tc.search}
              clearLabel={t.clearSearch}
              keys="/"
              value={search.q ?? ''}
              onChange={(q) => set({ q: q === '' ? undefined : q })}
              className="sm:w-64"
            />
            {!isIntegrations && (
              <CredentialFilters
                search={search}
                types={[...new Set((credentials.data ?? []).map(({ type }) => type))]}
                catalogue={entries}
                onChange={set}
              />
            )}
          </div>
        )}
        {query.error !== null && query.data !== undefined && (
          <div className="px-4 pb-3 sm:px-6">
            <StaleNotice
              error={query.error}
              retrying={query.isFetching}
              onRetry={() => void query.refetch()}
            />
          </div>
        )}
        {query.data === undefined ? (
          query.error === null ? (
            <ListSkeleton label={isIntegrations ? ti.loading : tc.loading} />
          ) : (
            <ErrorState
              title={isIntegrations ? ti.loadFailed : tc.loadFailed}
              error={query.error}
              retrying={query.isFetching}
              onRetry={() => void query.refetch()}
            />
          )
        ) : isIntegrations ? (
          <FilteredIntegrations
            integrations={integrations.data ?? []}
            catalogue={entries}
            search={search.q ?? ''}
            openId={search.integration ?? search.service}
            canEdit={canEdit}
            onConnect={connect}
            onClear={() => set({ q: undefined })}
          />
        ) : isEmpty ? (
          <EmptyState
            icon={KeyRound}
            title={canEdit ? tc.emptyTitle : tc.viewerEmptyTitle}
            topic="credentials"
            action={canEdit ? <CommandButton command={create} variant="primary" size="md" /> : undefined}
          >
            {canEdit ? tc.emptyNote : `${tc.emptyNote} ${tc.viewerEmptyNote}`}
          </EmptyState>
        ) : (
          <FilteredCredentials
            credentials={credentials.data ?? []}
            catalogue={entries}
            search={search}
            isWide={isWide}
            isNarrowed={isBeside && openCredential !== undefined}
            hasFilter={hasFilter}
            onClear={() => set({ q: undefined, type: undefined, status: undefined })}
          />
        )}
      </div>
      <Suspense>
        {!isIntegrations && openCredential !== undefined && (
          <CredentialPanel
            key={openCredential.id}
            credential={openCredential}
            catalogue={entries}
            canEdit={canEdit}
            onDialog={(kind) => setDialog({ kind: 'credential', dialog: kind })}
            onClose={closePanel}
          />
        )}
        {isIntegrations && openIntegration !== undefined && (
          <IntegrationPanel
            key={openIntegration.id}
            integration={openIntegration}
            catalogue={entries}
            canEdit={canEdit}
            onTry={(action) => setDialog({ kind: 'try', integrationId: openIntegration.id, action })}
            onReplaceDocument={() => setDialog({ kind: 'import', replaces: openIntegration })}
            onDisconnect={() => setDialog({ kind: 'disconnect', integration: openIntegration })}
            onClose={closePanel}
          />
        )}
        {isIntegrations && openIntegration === undefined && openService !== undefined && (
          <ServicePanel
            key={openService.type}
            entry={openService}
            canEdit={canEdit}
            onConnect={() => connect(openService)}
            onClose={closePanel}
          />
        )}
      </Suspense>
      <ConnectionDialogs
        dialog={dialog}
        openCredential={openCredential}
        catalogue={entries}
        onClose={() => setDialog(undefined)}
        onCreated={showCreated}
        onOpenIntegration={(id) =>
          set({ tab: 'integrations', integration: id, service: undefined, credential: undefined })
        }
        onRemoved={closePanel}
      />
    </div>
  )
}

function ListSkeleton({ label }: { label: string }) {
  return (
    <Loading label={label} className="space-y-3 border-t border-line px-6 py-4">
      <Skeleton className="h-6 w-2/3" />
      <Skeleton className="h-6 w-1/2" />
      <Skeleton className="h-6 w-3/5" />
    </Loading>
  )
}
