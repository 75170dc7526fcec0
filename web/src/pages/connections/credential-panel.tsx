import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { KeyRound, Trash2 } from 'lucide-react'
import { describeError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import {
  credentialsQuery,
  credentialUsageQuery,
  type Credential,
  type CredentialUsage,
} from '../../api/credentials.ts'
import * as operations from '../../api/generated/operations.ts'
import type { CatalogueEntry } from '../../api/integrations.ts'
import { Alert } from '../../components/alert.tsx'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { InlineEdit } from '../../components/input/inline-edit.tsx'
import { DetailPanel } from '../../components/panel/detail-panel.tsx'
import { RichText } from '../../components/rich-text.tsx'
import { Loading, Skeleton } from '../../components/skeleton.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { toast } from '../../components/toast-store.ts'
import { ConnectionTest } from '../../connections/connection-test.tsx'
import { kindOfCredential } from '../../connections/credential-values.ts'
import * as t from '../../texts/connections/credentials.ts'
import * as page from '../../texts/connections/page.ts'
import { CredentialStatusBadge } from './credential-status.tsx'
import { Fact, Facts, PanelSection } from './facts.tsx'

export type CredentialDialog = 'replace' | 'hosts' | 'delete'

interface CredentialPanelProps {
  credential: Credential
  catalogue: readonly CatalogueEntry[]
  canEdit: boolean
  onDialog: (dialog: CredentialDialog) => void
  onClose: () => void
}

/** Everything about one credential but its secret. */
export function CredentialPanel({ credential, catalogue, canEdit, onDialog, onClose }: CredentialPanelProps) {
  const client = useQueryClient()
  const { id, name, last_error: error, allowed_hosts: hosts } = credential
  const kind = kindOfCredential(credential.type, catalogue)
  const rename = useMutation({
    mutationFn: (next: string) => call(operations.updateCredential, { params: { id }, body: { name: next } }),
    onError: (failure) =>
      toast.show({ tone: 'danger', title: page.saveFailed, description: describeError(failure) }),
    onSettled: () => client.invalidateQueries({ queryKey: credentialsQuery.queryKey }),
  })
  return (
    <DetailPanel
      title={page.details(name)}
      closeLabel={page.closeDetails}
      onClose={onClose}
      heading={
        <InlineEdit
          label={page.rename}
          value={rename.isPending ? rename.variables : name}
          maxLength={200}
          readOnly={!canEdit}
          validate={(text) => (text === '' ? page.nameRequired : undefined)}
          onSave={(next) => rename.mutate(next)}
        />
      }
    >
      <div className="space-y-4 px-4 py-4">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <CredentialStatusBadge status={credential.status} />
          <ConnectionTest credentialId={id} />
        </div>
        {error !== undefined && error !== null && (
          <Alert tone="danger" title={t.lastError}>
            <p className="break-words">{error.message}</p>
            <p className="mt-1 text-xs text-muted">
              <RichText text={t.errorAt} slots={{ when: <RelativeTime value={error.at} /> }} />
            </p>
          </Alert>
        )}
        <Facts>
          <Fact label={t.type}>{kind.title}</Fact>
          <Fact label={t.hosts}>
            {hosts === undefined || hosts === null ? t.anyHost : hosts.join(', ')}
            {canEdit && (
              <Button
                variant="ghost"
                size="sm"
                className="ml-1 max-md:px-2 md:-my-1 md:h-6 md:px-1.5 md:text-xs"
                onClick={() => onDialog('hosts')}
              >
                {t.editHosts}
              </Button>
            )}
          </Fact>
          <Fact label={t.used}>
            {credential.last_used_at === null ? page.never : <RelativeTime value={credential.last_used_at} />}
          </Fact>
          <Fact label={t.changed}>
            <RelativeTime value={credential.value_changed_at ?? credential.created_at} />
          </Fact>
          <Fact label={t.created}>
            <RelativeTime value={credential.created_at} />
          </Fact>
          <Fact label={page.id}>
            <code className="text-xs break-all">{id}</code>
          </Fact>
        </Facts>
        {canEdit && (
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={() => onDialog('replace')}>
              <KeyRound aria-hidden="true" className="size-4" />
              {t.replace}
            </Button>
            <Button size="sm" variant="secondary" onClick={() => onDialog('delete')}>
              <Trash2 aria-hidden="true" className="size-4" />
              {t.remove}
            </Button>
          </div>
        )}
      </div>
      <PanelSection title={t.usedBy}>
        <Usage id={id} />
      </PanelSection>
    </DetailPanel>
  )
}

function Usage({ id }: { id: string }) {
  const { data, error } = useQuery(credentialUsageQuery(id))
  if (data === undefined) {
    return error === null ? (
      <Loading label={t.usedBy} className="space-y-2">
        <Skeleton className="h-4 w-2/3" />
        <Skeleton className="h-4 w-1/2" />
      </Loading>
    ) : (
      <Alert tone="danger" title={t.usageFailed}>
        {describeError(error)}
      </Alert>
    )
  }
  return <UsageList usage={data} />
}

/** What stops working without the credential. */
export function UsageList({ usage }: { usage: CredentialUsage }) {
  const { workflows, integrations, triggers, workflow_count: count } = usage
  if (count + integrations.length + triggers.length === 0)
    return <p className="text-[0.8125rem] text-muted">{t.notUsed}</p>
  const hidden = count - workflows.length
  return (
    <ul className="space-y-2.5 text-[0.8125rem]">
      {workflows.map((workflow) => {
        const own = workflow.nodes.filter((node) => node.integration_id === undefined)
        const through = workflow.nodes.filter((node) => node.integration_id !== undefined)
        const names = (nodes: typeof own) => t.nodesOf(nodes.map(({ name }) => name))
        const [first] = workflow.nodes
        return (
          <li key={workflow.id} className="min-w-0">
            <span className="flex items-center gap-2">
              <Link
                to="/workflows/$workflowId"
                params={{ workflowId: workflow.id }}
                search={first === undefined ? {} : { node: first.id }}
                className="min-w-0 truncate font-medium text-accent-ink hover:underline"
              >
                {workflow.name}
              </Link>
              {workflow.live && <Badge tone="success">{t.isLive}</Badge>}
              {workflow.draft && <Badge>{t.isDraft}</Badge>}
            </span>
            <span className="block truncate text-xs text-muted">
              {own.length > 0 && names(own)}
              {own.length === 0 && through.length > 0 && t.through(names(through))}
            </span>
          </li>
        )
      })}
      {hidden > 0 && <li className="text-muted">{page.more(hidden)}</li>}
      {integrations.map((integration) => (
        <li key={integration.id} className="flex items-center gap-2">
          <Link
            to="/connections"
            search={{ tab: 'integrations', integration: integration.id }}
            className="min-w-0 truncate font-medium text-accent-ink hover:underline"
          >
            {integration.name}
          </Link>
          <Badge>{t.integrationUse}</Badge>
        </li>
      ))}
      {triggers.map((trigger) => (
        <li key={trigger.id} className="flex items-center gap-2">
          <Link
            to="/workflows/$workflowId/triggers"
            params={{ workflowId: trigger.workflow_id }}
            className="min-w-0 truncate font-medium text-accent-ink hover:underline"
          >
            {trigger.workflow_name}
          </Link>
          <Badge>{t.triggerUse(trigger.kind)}</Badge>
        </li>
      ))}
    </ul>
  )
}
