import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { Suspense, useState } from 'react'
import { webhooksQuery, type Webhook } from '../../api/webhooks.ts'
import type { Command } from '../../app/commands/command.ts'
import { CommandButton } from '../../app/commands/command-button.tsx'
import { useCommands } from '../../app/commands/use-commands.ts'
import { useCan } from '../../app/use-can.ts'
import { VirtualList } from '../../components/data/virtual-list.tsx'
import { VirtualTable, type TableColumn } from '../../components/data/virtual-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { Loading, Skeleton } from '../../components/skeleton.tsx'
import { StaleNotice } from '../../components/stale-notice.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { useDocumentTitle } from '../../components/use-document-title.ts'
import { useMediaQuery } from '../../components/use-media-query.ts'
import { useNow } from '../../components/use-now.ts'
import * as t from '../../texts/webhooks/list.ts'
import { EventBadges, WebhookState } from './webhook-state.tsx'
import { lazyDialog } from '../../app/lazy-dialog.tsx'
import { lazyPart } from '../../app/lazy-part.ts'

const WebhookFormDialog = lazyDialog(
  async () => ({ default: (await import('./webhook-form-dialog.tsx')).WebhookFormDialog }),
  (props) => props.onClose(),
)
/** Opens as soon as it can: the secret is shown only once. */
const SecretDialog = lazyPart(async () => ({ default: (await import('./secret-dialog.tsx')).SecretDialog }))

const refreshMs = 15_000

/** The addresses that Millrace notifies. */
export function WebhooksPage() {
  const heading = useDocumentTitle(t.title)
  const navigate = useNavigate()
  const canEdit = useCan('webhooks:write')
  const isWide = useMediaQuery('(min-width: 56rem)')
  const now = useNow(10_000)
  const query = useQuery({ ...webhooksQuery, refetchInterval: refreshMs })
  const [isCreating, setCreating] = useState(false)
  const [secret, setSecret] = useState<{ id: string; secret: string }>()
  const { data, error, isFetching } = query
  const retry = () => void query.refetch()
  const create: Command = {
    id: 'webhooks.create',
    title: t.create,
    group: t.group,
    icon: Plus,
    keys: ['c'],
    enabled: canEdit,
    run: () => setCreating(true),
  }
  useCommands([create])
  const open = (id: string) => void navigate({ to: '/webhooks/$webhookId', params: { webhookId: id } })
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface">
      <div className="flex h-14 shrink-0 items-center gap-3 px-4 sm:px-6">
        <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold">
          {t.title}
        </h1>
        <p className="min-w-0 truncate text-[0.8125rem] text-muted max-md:hidden">{t.intro}</p>
        {canEdit && data !== undefined && data.length > 0 && (
          <div className="ml-auto">
            <CommandButton command={create} variant="primary" showKeys />
          </div>
        )}
      </div>
      {error !== null && data !== undefined && (
        <div className="px-4 pb-3 sm:px-6">
          <StaleNotice error={error} retrying={isFetching} onRetry={retry} />
        </div>
      )}
      {data === undefined ? (
        error === null ? (
          <Loading label={t.loading} className="space-y-3 border-t border-line px-6 py-4">
            <Skeleton className="h-6 w-2/3" />
            <Skeleton className="h-6 w-1/2" />
          </Loading>
        ) : (
          <ErrorState title={t.loadFailed} error={error} retrying={isFetching} onRetry={retry} />
        )
      ) : data.length === 0 ? (
        <EmptyState
          icon={WebhookIcon}
          title={canEdit ? t.emptyTitle : t.viewerEmptyTitle}
          topic="webhooks"
          action={canEdit ? <CommandButton command={create} variant="primary" size="md" /> : undefined}
        >
          {canEdit ? t.emptyNote : `${t.emptyNote} ${t.viewerEmptyNote}`}
        </EmptyState>
      ) : isWide ? (
        <WebhookTable webhooks={data} now={now} />
      ) : (
        <WebhookCards webhooks={data} now={now} />
      )}
      <Suspense>
        {isCreating && (
          <WebhookFormDialog
            onClose={() => setCreating(false)}
            onSaved={(webhook) => {
              setCreating(false)
              if (webhook.secret === undefined) open(webhook.id)
              else setSecret({ id: webhook.id, secret: webhook.secret })
            }}
          />
        )}
        {secret !== undefined && (
          <SecretDialog
            secret={secret.secret}
            isRotated={false}
            onDone={() => {
              setSecret(undefined)
              open(secret.id)
            }}
          />
        )}
      </Suspense>
    </div>
  )
}

interface ListProps {
  webhooks: readonly Webhook[]
  now: number
}

function columnsOf(now: number): TableColumn<Webhook>[] {
  return [
    {
      id: 'url',
      title: t.columns.url,
      width: 'minmax(14rem,1fr)',
      isHeader: true,
      cell: (webhook) => <WebhookLink webhook={webhook} />,
    },
    {
      id: 'events',
      title: t.columns.events,
      width: '17rem',
      cell: ({ events }) => <EventBadges events={events} />,
    },
    {
      id: 'state',
      title: t.columns.state,
      width: '9rem',
      cell: (webhook) => <WebhookState webhook={webhook} now={now} />,
    },
    {
      id: 'last',
      title: t.columns.last,
      width: '8rem',
      cell: ({ health }) => (
        <span className="text-muted">
          {health?.last_delivery_at == null ? t.never : <RelativeTime value={health.last_delivery_at} />}
        </span>
      ),
    },
    {
      id: 'waiting',
      title: t.columns.waiting,
      width: '10rem',
      cell: (webhook) => <Counts webhook={webhook} />,
    },
  ]
}

function WebhookTable({ webhooks, now }: ListProps) {
  return (
    <VirtualTable
      label={t.listLabel}
      columns={columnsOf(now)}
      items={webhooks}
      keyOf={({ id }) => id}
      rowHeight={49}
      padding="px-6"
      className="min-h-0 flex-1 border-t border-line"
      rowProps={() => ({
        className:
          'relative transition-colors hover:bg-hover/60 has-[a:focus-visible]:bg-hover has-[a:focus-visible]:shadow-[inset_2px_0_0_var(--color-focus)]',
      })}
    />
  )
}

function WebhookCards({ webhooks, now }: ListProps) {
  return (
    <VirtualList
      label={t.listLabel}
      items={webhooks}
      keyOf={({ id }) => id}
      itemHeight={92}
      measured
      className="min-h-0 flex-1 border-t border-line"
      renderItem={(webhook) => (
        <div className="relative space-y-2 border-b border-line px-4 py-3">
          <WebhookLink webhook={webhook} />
          <EventBadges events={webhook.events} />
          <div className="flex flex-wrap items-center gap-2 text-xs">
            <WebhookState webhook={webhook} now={now} />
            <Counts webhook={webhook} />
          </div>
        </div>
      )}
    />
  )
}

function WebhookLink({ webhook: { id, url } }: { webhook: Webhook }) {
  return (
    <Link
      to="/webhooks/$webhookId"
      params={{ webhookId: id }}
      className="block truncate text-[0.8125rem] font-medium outline-none after:absolute after:inset-0"
    >
      {url}
    </Link>
  )
}

function Counts({ webhook: { health } }: { webhook: Webhook }) {
  if (health === undefined) return null
  return (
    <span className="text-xs text-muted">
      {health.pending_count > 0 && <span className="block">{t.pending(health.pending_count)}</span>}
      {health.failed_count > 0 && (
        <span className="block text-danger-ink">{t.failedCount(health.failed_count)}</span>
      )}
    </span>
  )
}
