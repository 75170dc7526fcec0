import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FileUp, KeyRound, Plus, Search, SearchX } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { credentialsQuery, type Credential, type CredentialStatus } from '../../api/credentials.ts'
import * as operations from '../../api/generated/operations.ts'
import {
  catalogueQuery,
  integrationsQuery,
  type CatalogueEntry,
  type Integration,
  type IntegrationAction,
} from '../../api/integrations.ts'
import type { Command } from '../../app/commands/command.ts'
import { CommandButton } from '../../app/commands/command-button.tsx'
import { useCommands } from '../../app/commands/use-commands.ts'
import { withoutUndefined } from '../../app/without-undefined.ts'
import { useCan } from '../../app/use-can.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { FilterSelect } from '../../components/input/filter-select.tsx'
import { SearchField } from '../../components/input/search-field.tsx'
import { NoMatch } from '../../components/no-match.tsx'
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx'
import { TabLink } from '../../components/panel/tab-link.tsx'
import { Loading, Skeleton } from '../../components/skeleton.tsx'
import { StaleNotice } from '../../components/stale-notice.tsx'
import { toast } from '../../components/toast-store.ts'
import { useDocumentTitle } from '../../components/use-document-title.ts'
import { useMediaQuery } from '../../components/use-media-query.ts'
import { kindOfCredential, listCredentialTypes } from '../../connections/credential-values.ts'
import * as tc from '../../texts/connections/credentials.ts'
import * as ti from '../../texts/connections/integrations.ts'
import * as t from '../../texts/connections/page.ts'
import type { ConnectionsSearch } from './connections-search.ts'
import { CredentialList } from './credential-list.tsx'
import { type CredentialDialog, CredentialPanel } from './credential-panel.tsx'
import { IntegrationList } from './integration-list.tsx'
import { IntegrationPanel, ServicePanel } from './integration-panel.tsx'

const CreateCredentialDialog = lazy(async () => ({
  default: (await import('../../connections/create-credential-dialog.tsx')).CreateCredentialDialog,
}))
const CredentialDialogs = lazy(async () => ({
  default: (await import('./credential-dialogs.tsx')).CredentialDialogs,
}))
const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }))
const TryActionDialog = lazy(async () => ({
  default: (await import('./try-action-dialog.tsx')).TryActionDialog,
}))

const route = getRouteApi('/signed-in/connections')

type OpenDialog =
  | { readonly kind: 'create'; readonly types: readonly string[] }
  | { readonly kind: 'credential'; readonly dialog: CredentialDialog }
  | { readonly kind: 'import'; readonly replaces?: Integration }
  | { readonly kind: 'disconnect'; readonly integration: Integration }
  | { readonly kind: 'try'; readonly integrationId: string; readonly action: IntegrationAction }

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
  const closeDialog = () => setDialog(undefined)

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
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex h-14 shrink-0 items-center gap-3 px-4 sm:px-6">
          <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold">
            {t.title}
          </h1>
          {canEdit && (
            <div className="ml-auto flex items-center gap-2">
              <CommandButton command={importApi} iconOnly={!isWide || !isIntegrations} />
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
            title={tc.emptyTitle}
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
      <Suspense>
        {dialog?.kind === 'create' && (
          <CreateCredentialDialog
            types={dialog.types}
            suggestedName=""
            onCancel={closeDialog}
            onCreated={(credential) => {
              closeDialog()
              const connected = isIntegrations
                ? client
                    .getQueryData(integrationsQuery.queryKey)
                    ?.find((one) => one.credential_id === credential.id)
                : undefined
              set(
                connected === undefined
                  ? { tab: undefined, credential: credential.id, service: undefined, integration: undefined }
                  : { service: undefined, integration: connected.id },
              )
            }}
          />
        )}
        {dialog?.kind === 'credential' && openCredential !== undefined && (
          <CredentialDialogs
            dialog={dialog.dialog}
            credential={openCredential}
            catalogue={entries}
            onClose={closeDialog}
            onDeleted={() => {
              closeDialog()
              closePanel()
            }}
          />
        )}
        {dialog?.kind === 'import' && (
          <ImportDialog
            replaces={dialog.replaces}
            onClose={closeDialog}
            onOpen={(id) => {
              closeDialog()
              set({ tab: 'integrations', integration: id, service: undefined, credential: undefined })
            }}
          />
        )}
        {dialog?.kind === 'try' && (
          <TryActionDialog
            integrationId={dialog.integrationId}
            action={dialog.action}
            onClose={closeDialog}
          />
        )}
      </Suspense>
      {dialog?.kind === 'disconnect' && (
        <DisconnectDialog
          integration={dialog.integration}
          onClose={closeDialog}
          onDone={() => {
            closeDialog()
            closePanel()
          }}
        />
      )}
    </div>
  )
}

interface CredentialFiltersProps {
  search: ConnectionsSearch
  types: readonly string[]
  catalogue: readonly CatalogueEntry[]
  onChange: (change: Partial<Record<keyof ConnectionsSearch, string | undefined>>) => void
}

function CredentialFilters({ search, types, catalogue, onChange }: CredentialFiltersProps) {
  return (
    <div className="flex items-center gap-2">
      <FilterSelect
        label={tc.type}
        anyLabel={tc.anyType}
        values={types}
        nameOf={(type) => kindOfCredential(type, catalogue).title}
        value={search.type}
        onChange={(type) => onChange({ type })}
        className="w-40"
      />
      <FilterSelect
        label={tc.status}
        anyLabel={tc.anyStatus}
        values={Object.keys(tc.statuses) as CredentialStatus[]}
        nameOf={(status) => tc.statuses[status]}
        value={search.status}
        onChange={(status) => onChange({ status })}
        className="w-32"
      />
    </div>
  )
}

interface FilteredCredentialsProps {
  credentials: readonly Credential[]
  catalogue: readonly CatalogueEntry[]
  search: ConnectionsSearch
  isWide: boolean
  isNarrowed: boolean
  hasFilter: boolean
  onClear: () => void
}

function FilteredCredentials(props: FilteredCredentialsProps) {
  const { credentials, catalogue, search, isWide, isNarrowed, hasFilter, onClear } = props
  const wanted = (search.q ?? '').toLowerCase()
  const found = credentials.filter(
    ({ name, type, status }) =>
      name.toLowerCase().includes(wanted) &&
      (search.type === undefined || type === search.type) &&
      (search.status === undefined || status === search.status),
  )
  if (found.length === 0 && hasFilter) return <NothingFound onClear={onClear} />
  return (
    <>
      <output className="sr-only">{tc.count(found.length)}</output>
      <CredentialList
        credentials={found}
        catalogue={catalogue}
        openId={search.credential}
        isWide={isWide}
        isNarrowed={isNarrowed}
      />
    </>
  )
}

interface FilteredIntegrationsProps {
  integrations: readonly Integration[]
  catalogue: readonly CatalogueEntry[]
  search: string
  openId: string | undefined
  canEdit: boolean
  onConnect: (entry: CatalogueEntry) => void
  onClear: () => void
}

function FilteredIntegrations(props: FilteredIntegrationsProps) {
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
      openId={openId}
      canEdit={canEdit}
      onConnect={onConnect}
    />
  )
}

interface NothingFoundProps {
  onClear: () => void
}

function NothingFound({ onClear }: NothingFoundProps) {
  return (
    <NoMatch
      icon={SearchX}
      title={t.noMatch}
      note={t.noMatchNote}
      clearLabel={t.clearFilters}
      onClear={onClear}
    />
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

interface DisconnectDialogProps {
  integration: Integration
  onClose: () => void
  onDone: () => void
}

function DisconnectDialog({ integration: { id, name }, onClose, onDone }: DisconnectDialogProps) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call(operations.deleteIntegration, { params: { id } }),
    onSuccess: async () => {
      onDone()
      toast.show({ tone: 'success', title: ti.disconnected(name) })
      await client.invalidateQueries({ queryKey: ['integrations'] })
    },
  })
  return (
    <ConfirmDialog
      open
      title={ti.disconnectTitle(name)}
      confirmLabel={ti.disconnect}
      tone="danger"
      busy={remove.isPending}
      error={remove.error}
      errorTitle={ti.disconnectFailed}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    >
      <p>{ti.disconnectNote}</p>
    </ConfirmDialog>
  )
}
