import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FileUp, Plug, Unplug } from 'lucide-react'
import { describeError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { credentialsQuery } from '../../api/credentials.ts'
import * as operations from '../../api/generated/operations.ts'
import {
  actionsQuery,
  integrationQuery,
  type CatalogueEntry,
  type Integration,
  type IntegrationAction,
} from '../../api/integrations.ts'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { InlineEdit } from '../../components/input/inline-edit.tsx'
import { DetailPanel } from '../../components/panel/detail-panel.tsx'
import { Loading, Skeleton } from '../../components/skeleton.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { toast } from '../../components/toast-store.ts'
import { CredentialSelect } from '../../connections/credential-select.tsx'
import { ServiceTile } from '../../connections/service-tile.tsx'
import * as t from '../../texts/connections/integrations.ts'
import * as page from '../../texts/connections/page.ts'
import { ActionList } from './action-list.tsx'
import { IntegrationStatusBadge } from './credential-status.tsx'
import { Fact, Facts, PanelSection } from './facts.tsx'
import { ImportSummary } from './import-report.tsx'
import { serviceName } from './integration-list.tsx'

interface IntegrationPanelProps {
  integration: Integration
  catalogue: readonly CatalogueEntry[]
  canEdit: boolean
  onTry: (action: IntegrationAction) => void
  onReplaceDocument: () => void
  onDisconnect: () => void
  onClose: () => void
}

type Changes = { name?: string; credential_id?: string | null; base_url?: string }

/** A connected service: its state, its credential and its actions. */
export function IntegrationPanel({
  integration,
  catalogue,
  canEdit,
  onTry,
  onReplaceDocument,
  onDisconnect,
  onClose,
}: IntegrationPanelProps) {
  const client = useQueryClient()
  const { id, name } = integration
  const { data: detail } = useQuery(integrationQuery(id))
  const actions = useQuery(actionsQuery(id))
  const entry = catalogue.find(({ type }) => type === integration.type)
  const report = detail?.import ?? undefined
  const types =
    entry === undefined
      ? [...new Set([...(report?.credentials.flatMap((one) => one.types) ?? []), 'openapi'])]
      : entry.credential === null
        ? []
        : [entry.credential.type]
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['integrations'] }),
      client.invalidateQueries({ queryKey: credentialsQuery.queryKey }),
    ])
  const update = useMutation({
    mutationFn: (body: Changes) => call(operations.updateIntegration, { params: { id }, body }),
    onError: (error) =>
      toast.show({ tone: 'danger', title: page.saveFailed, description: describeError(error) }),
    onSettled: refresh,
  })
  const test = useMutation({
    mutationFn: async () => (await call(operations.testIntegration, { params: { id } })).data,
    onSettled: refresh,
  })
  return (
    <DetailPanel
      title={page.details(name)}
      closeLabel={page.closeDetails}
      onClose={onClose}
      icon={<ServiceTile type={integration.type} name={serviceName(integration, catalogue) ?? name} />}
      heading={
        <InlineEdit
          label={page.rename}
          value={update.isPending ? (update.variables.name ?? name) : name}
          maxLength={200}
          readOnly={!canEdit}
          validate={(text) => (text === '' ? page.nameRequired : undefined)}
          onSave={(next) => update.mutate({ name: next })}
        />
      }
    >
      <div className="space-y-4 px-4 py-4">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <IntegrationStatusBadge status={integration.status} />
          {canEdit && (
            <Button size="sm" variant="secondary" busy={test.isPending} onClick={() => test.mutate()}>
              {!test.isPending && <Plug aria-hidden="true" className="size-4" />}
              {test.isPending ? t.testing : t.test}
            </Button>
          )}
        </div>
        <output className="block">
          {test.data !== undefined && (
            <Alert
              tone={test.data.ok ? 'success' : 'danger'}
              title={test.data.ok ? t.works(test.data.latency_ms) : t.failedIn(test.data.latency_ms)}
            >
              <p className="break-words">{test.data.message}</p>
            </Alert>
          )}
          {test.error !== null && (
            <Alert tone="danger" title={t.testFailed}>
              {describeError(test.error)}
            </Alert>
          )}
        </output>
        {test.data === undefined && detail?.last_error != null && (
          <Alert tone="danger" title={t.lastTest}>
            <p className="break-words">{detail.last_error}</p>
          </Alert>
        )}
        <Facts>
          <Fact label={t.service}>{entry?.name ?? t.imported}</Fact>
          <Fact label={t.credential}>
            {types.length === 0 ? (
              t.noCredential
            ) : (
              <CredentialSelect
                aria-label={t.credential}
                types={types}
                isOptional={entry === undefined}
                disabled={!canEdit}
                value={integration.credential_id ?? undefined}
                onChange={(credentialId) => update.mutate({ credential_id: credentialId ?? null })}
              />
            )}
          </Fact>
          {report !== undefined && (
            <>
              <Fact label={t.document}>{t.documentOf(report.title, report.version)}</Fact>
              <Fact label={t.baseUrl}>
                <InlineEdit
                  label={t.editBaseUrl}
                  value={report.base_url}
                  readOnly={!canEdit}
                  onSave={(next) => update.mutate({ base_url: next })}
                  className="text-[0.8125rem] break-all"
                />
              </Fact>
            </>
          )}
          <Fact label={t.lastTest}>
            {integration.last_tested_at === null ? (
              page.never
            ) : (
              <RelativeTime value={integration.last_tested_at} />
            )}
          </Fact>
          <Fact label={t.created}>
            <RelativeTime value={integration.created_at} />
          </Fact>
          <Fact label={page.id}>
            <code className="text-xs break-all">{id}</code>
          </Fact>
        </Facts>
        {report !== undefined && report.skipped_count > 0 && <ImportSummary report={report} />}
        {canEdit && (
          <div className="flex flex-wrap gap-2">
            {report !== undefined && (
              <Button size="sm" variant="secondary" onClick={onReplaceDocument}>
                <FileUp aria-hidden="true" className="size-4" />
                {t.newerDocument}
              </Button>
            )}
            <Button size="sm" variant="secondary" onClick={onDisconnect}>
              <Unplug aria-hidden="true" className="size-4" />
              {t.disconnect}
            </Button>
          </div>
        )}
      </div>
      <PanelSection title={t.actions}>
        {actions.data === undefined ? (
          actions.error === null ? (
            <Loading label={t.actions} className="space-y-2">
              <Skeleton className="h-8" />
              <Skeleton className="h-8" />
            </Loading>
          ) : (
            <Alert tone="danger" title={t.actionsFailed}>
              {describeError(actions.error)}
            </Alert>
          )
        ) : (
          <ActionList actions={actions.data} integrationId={id} onTry={canEdit ? onTry : undefined} />
        )}
      </PanelSection>
    </DetailPanel>
  )
}

interface ServicePanelProps {
  entry: CatalogueEntry
  canEdit: boolean
  onConnect: () => void
  onClose: () => void
}

/** A service of the catalogue: what it can do, before it is connected. */
export function ServicePanel({ entry, canEdit, onConnect, onClose }: ServicePanelProps) {
  return (
    <DetailPanel
      title={t.viewService(entry.name)}
      closeLabel={page.closeDetails}
      icon={<ServiceTile type={entry.type} name={entry.name} />}
      onClose={onClose}
    >
      <div className="space-y-4 px-4 py-4 text-[0.8125rem]">
        <p>{entry.summary}</p>
        {entry.credential !== null && <p className="text-muted">{entry.credential.help}</p>}
        {canEdit && entry.credential !== null && (
          <Button size="sm" onClick={onConnect}>
            <Plug aria-hidden="true" className="size-4" />
            {t.connectNamed(entry.name)}
          </Button>
        )}
      </div>
      <PanelSection title={t.actions}>
        <ActionList actions={entry.actions} />
      </PanelSection>
    </DetailPanel>
  )
}
