import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import {
  ChevronLeft,
  Ellipsis,
  Inbox,
  KeyRound,
  Pencil,
  Power,
  RotateCw,
  Send,
  Trash2,
  type LucideIcon,
} from 'lucide-react'
import { Suspense, useState } from 'react'
import { describeError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import * as operations from '../../api/generated/operations.ts'
import { deliveriesQuery, webhookQuery, type DeliveryStatus, type Webhook } from '../../api/webhooks.ts'
import type { Command } from '../../app/commands/command.ts'
import { CommandButton } from '../../app/commands/command-button.tsx'
import { useCommands } from '../../app/commands/use-commands.ts'
import { useCan } from '../../app/use-can.ts'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { Select } from '../../components/input/select.tsx'
import { CommandMenuItem, Menu } from '../../components/menu.tsx'
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx'
import { ProgressNotice } from '../../components/overlay/progress-notice.tsx'
import { TabLink } from '../../components/panel/tab-link.tsx'
import { RichText } from '../../components/rich-text.tsx'
import { Loading, Skeleton } from '../../components/skeleton.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { toast } from '../../components/toast-store.ts'
import { useDocumentTitle } from '../../components/use-document-title.ts'
import { useMediaQuery } from '../../components/use-media-query.ts'
import { useNow } from '../../components/use-now.ts'
import * as t from '../../texts/webhooks/detail.ts'
import * as form from '../../texts/webhooks/form.ts'
import { DeliveryPanel } from './delivery-panel.tsx'
import { DeliveryTable } from './delivery-table.tsx'
import { useRedelivery } from './use-redelivery.ts'
import { EventBadges, WebhookState } from './webhook-state.tsx'
import { lazyDialog } from '../../app/lazy-dialog.tsx'
import { lazyPart } from '../../app/lazy-part.ts'

const WebhookFormDialog = lazyDialog(
  async () => ({ default: (await import('./webhook-form-dialog.tsx')).WebhookFormDialog }),
  (props) => props.onClose(),
)
/** Opens as soon as it can: the secret is shown only once. */
const SecretDialog = lazyPart(async () => ({ default: (await import('./secret-dialog.tsx')).SecretDialog }))
const RedeliverDialog = lazyDialog(
  async () => ({ default: (await import('./redeliver-dialog.tsx')).RedeliverDialog }),
  (props) => props.onClose(),
)
const CodeSamples = lazyPart(async () => ({ default: (await import('./code-samples.tsx')).CodeSamples }))

const route = getRouteApi('/signed-in/webhooks/$webhookId')
const refreshMs = 5_000
const any = ''

/** One webhook endpoint: its state, its deliveries, and how to verify them. */
export function WebhookPage() {
  const { webhookId } = route.useParams()
  const query = useQuery({ ...webhookQuery(webhookId), refetchInterval: refreshMs })
  const { data, error, isFetching } = query
  if (data !== undefined) return <LoadedWebhook key={webhookId} webhook={data} />
  return error === null ? (
    <Loading label={t.loading} className="space-y-3 p-6">
      <Skeleton className="h-7 w-1/2" />
      <Skeleton className="h-5 w-1/3" />
    </Loading>
  ) : (
    <ErrorState
      title={t.loadFailed}
      error={error}
      retrying={isFetching}
      onRetry={() => void query.refetch()}
    />
  )
}

type OpenDialog = 'edit' | 'rotate' | 'delete' | 'range'

function LoadedWebhook({ webhook }: { webhook: Webhook }) {
  const { id } = webhook
  const heading = useDocumentTitle(webhook.url)
  const client = useQueryClient()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const canEdit = useCan('webhooks:write')
  const now = useNow(10_000)
  const [dialog, setDialog] = useState<OpenDialog>()
  const [secret, setSecret] = useState<string>()
  const redelivery = useRedelivery(id)
  const refresh = () => client.invalidateQueries({ queryKey: ['webhooks'] })
  const test = useMutation({
    mutationFn: async () => (await call(operations.testWebhook, { params: { id } })).data,
    onSuccess: (result) =>
      toast.show(
        result.ok
          ? { tone: 'success', title: t.testOk(result.latency_ms), description: result.message }
          : { tone: 'danger', title: t.testNotOk, description: result.message },
      ),
    onError: (error) =>
      toast.show({ tone: 'danger', title: t.testFailed, description: describeError(error) }),
  })
  const setStatus = useMutation({
    mutationFn: (status: Webhook['status']) =>
      call(operations.updateWebhook, { params: { id }, body: { status } }),
    onError: (error) =>
      toast.show({ tone: 'danger', title: t.stateFailed, description: describeError(error) }),
    onSettled: refresh,
  })
  const rotate = useMutation({
    mutationFn: async () => (await call(operations.rotateSecret, { params: { id } })).data,
    onSuccess: async (rotated) => {
      setDialog(undefined)
      setSecret(rotated.secret)
      await refresh()
    },
  })
  const remove = useMutation({
    mutationFn: () => call(operations.deleteWebhook, { params: { id } }),
    onSuccess: async () => {
      toast.show({ tone: 'success', title: form.removed })
      await navigate({ to: '/webhooks' })
      client.removeQueries({ queryKey: webhookQuery(id).queryKey })
      await refresh()
    },
  })
  const isActive = webhook.status === 'active'
  const command = (
    name: string,
    { title, icon, keys = [] }: { title: string; icon: LucideIcon; keys?: readonly string[] },
    run: Command['run'],
  ): Command => ({
    id: `webhook.${name}`,
    title,
    group: t.group,
    icon,
    keys,
    enabled: canEdit,
    run,
  })
  const sendTest = command('test', { title: t.sendTest, icon: Send, keys: ['t'] }, () => test.mutate())
  const edit = command('edit', { title: t.edit, icon: Pencil, keys: ['e'] }, () => setDialog('edit'))
  const range = command('redeliver-range', { title: t.redeliverRange, icon: RotateCw, keys: ['r'] }, () =>
    setDialog('range'),
  )
  const toggle = command('toggle', { title: isActive ? t.disable : t.enable, icon: Power }, () =>
    setStatus.mutate(isActive ? 'disabled' : 'active'),
  )
  const rotateSecret = command('rotate', { title: t.rotate, icon: KeyRound }, () => setDialog('rotate'))
  const removeCommand = command('delete', { title: t.remove, icon: Trash2 }, () => setDialog('delete'))
  useCommands([sendTest, edit, range, toggle, rotateSecret, removeCommand])
  const closeDialog = () => setDialog(undefined)
  const isVerify = search.tab === 'verify'
  return (
    <div className="relative flex min-h-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col bg-surface">
        <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-3 pb-2 sm:px-6">
          <Link
            to="/webhooks"
            className="-ml-1.5 flex h-8 items-center gap-1 rounded-control px-1.5 text-[0.8125rem] text-muted hover:bg-hover hover:text-ink"
          >
            <ChevronLeft aria-hidden="true" className="size-4" />
            {t.back}
          </Link>
          <h1
            ref={heading}
            tabIndex={-1}
            className="min-w-0 flex-1 truncate text-base font-semibold max-sm:order-last max-sm:basis-full"
          >
            {webhook.url}
          </h1>
          {canEdit && (
            <div className="ml-auto flex items-center gap-2">
              <CommandButton command={sendTest} variant="primary" busy={test.isPending} />
              <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t.moreActions} />}>
                {[edit, range, toggle, rotateSecret, removeCommand].map((one) => (
                  <CommandMenuItem key={one.id} command={one} />
                ))}
              </Menu>
            </div>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-2 px-4 pb-3 sm:px-6">
          <WebhookState webhook={webhook} now={now} />
          <EventBadges events={webhook.events} />
        </div>
        <Notices webhook={webhook} now={now} />
        <nav aria-label={t.views} className="flex shrink-0 gap-5 border-b border-line px-4 sm:px-6">
          <TabLink
            target={{ to: '/webhooks/$webhookId', params: { webhookId: id }, search: {} }}
            isCurrent={!isVerify}
          >
            {t.deliveries}
          </TabLink>
          <TabLink
            target={{ to: '/webhooks/$webhookId', params: { webhookId: id }, search: { tab: 'verify' } }}
            isCurrent={isVerify}
          >
            {t.verify}
          </TabLink>
        </nav>
        {isVerify ? (
          <div className="min-h-0 flex-1 overflow-y-auto">
            <Suspense>
              <CodeSamples />
            </Suspense>
          </div>
        ) : (
          <Deliveries webhook={webhook} canEdit={canEdit} redelivery={redelivery} range={range} />
        )}
      </div>
      {!isVerify && search.delivery !== undefined && (
        <DeliveryPanel
          key={search.delivery}
          webhookId={id}
          deliveryId={search.delivery}
          canEdit={canEdit}
          onClose={() => void navigate({ search: ({ delivery: _, ...rest }) => rest, replace: true })}
        />
      )}
      <Suspense>
        {dialog === 'edit' && (
          <WebhookFormDialog webhook={webhook} onClose={closeDialog} onSaved={closeDialog} />
        )}
        {dialog === 'range' && (
          <RedeliverDialog
            progress={redelivery.progress}
            onStart={(chosen) => void redelivery.redeliverRange(chosen)}
            onStop={redelivery.stop}
            onClose={() => {
              redelivery.reset()
              closeDialog()
            }}
          />
        )}
        {secret !== undefined && (
          <SecretDialog secret={secret} isRotated onDone={() => setSecret(undefined)} />
        )}
      </Suspense>
      {dialog === 'rotate' && (
        <ConfirmDialog
          open
          title={form.rotateTitle}
          confirmLabel={form.rotate}
          busy={rotate.isPending}
          error={rotate.error}
          errorTitle={form.rotateFailed}
          onConfirm={() => rotate.mutate()}
          onCancel={closeDialog}
        >
          <p>{form.rotateText}</p>
          {isOverlapping(webhook, now) && <p className="text-warning-ink">{form.rotateTwice}</p>}
        </ConfirmDialog>
      )}
      {dialog === 'delete' && (
        <ConfirmDialog
          open
          title={form.removeTitle}
          confirmLabel={form.remove}
          tone="danger"
          busy={remove.isPending}
          error={remove.error}
          errorTitle={form.removeFailed}
          onConfirm={() => remove.mutate()}
          onCancel={closeDialog}
        >
          <p className="break-all">{webhook.url}</p>
          <p>{form.removeText}</p>
        </ConfirmDialog>
      )}
      {dialog !== 'range' && redelivery.progress?.state === 'running' && (
        <div className="absolute inset-x-0 bottom-6 z-30 mx-auto w-full max-w-sm px-4">
          <ProgressNotice
            label={t.progress(redelivery.progress.done, redelivery.progress.total)}
            progress={redelivery.progress.done / Math.max(1, redelivery.progress.total)}
            onCancel={redelivery.stop}
          />
        </div>
      )}
    </div>
  )
}

function isOverlapping({ health }: Webhook, now: number): boolean {
  const until = health?.earlier_secret_expires_at
  return until != null && Date.parse(until) > now
}

function Notices({ webhook, now }: { webhook: Webhook; now: number }) {
  const { health, status } = webhook
  const isPaused = health?.paused_until != null && Date.parse(health.paused_until) > now
  const failures = health?.consecutive_failures ?? 0
  if (status !== 'disabled' && failures === 0 && !isOverlapping(webhook, now)) return null
  return (
    <div className="space-y-2 px-4 pb-3 sm:px-6">
      {status === 'disabled' && (
        <Alert tone="warning" title={t.disabledTitle}>
          {t.disabledNote}
        </Alert>
      )}
      {status === 'active' && failures > 0 && health?.failing_since != null && (
        <Alert tone="danger" title={t.failingTitle(failures)}>
          <RichText text={t.failingSince} slots={{ time: <RelativeTime value={health.failing_since} /> }} />{' '}
          {isPaused && health.paused_until !== null && (
            <RichText text={t.pausedUntil} slots={{ time: <RelativeTime value={health.paused_until} /> }} />
          )}
        </Alert>
      )}
      {isOverlapping(webhook, now) && health?.earlier_secret_expires_at != null && (
        <Alert>
          <RichText
            text={t.overlap}
            slots={{ time: <RelativeTime value={health.earlier_secret_expires_at} /> }}
          />
        </Alert>
      )}
    </div>
  )
}

interface DeliveriesProps {
  webhook: Webhook
  canEdit: boolean
  redelivery: ReturnType<typeof useRedelivery>
  range: Command
}

function Deliveries({ webhook: { id }, canEdit, redelivery, range }: DeliveriesProps) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const isWide = useMediaQuery('(min-width: 56rem)')
  const isBeside = useMediaQuery('(min-width: 64rem)')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const query = useInfiniteQuery({
    ...deliveriesQuery(id, search.status === undefined ? {} : { status: search.status }),
    refetchInterval: refreshMs,
    placeholderData: (previous) => previous,
  })
  const deliveries = query.data?.pages.flatMap((page) => page.deliveries) ?? []
  const chosen = deliveries.filter((delivery) => selected.has(delivery.id)).map((delivery) => delivery.id)
  const setFilter = (status: string) =>
    void navigate({
      search: ({ status: _, ...rest }) =>
        status === any ? rest : { ...rest, status: status as DeliveryStatus },
      replace: true,
    })
  const redeliverChosen = () => {
    setSelected(new Set())
    void redelivery
      .redeliverMany(chosen)
      .then(() => toast.show({ tone: 'info', title: t.finished(chosen.length) }))
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-4 py-3 sm:px-6">
        <Select
          aria-label={t.statusFilter}
          compact
          className="w-36"
          value={search.status ?? any}
          onChange={setFilter}
          options={[
            { value: any, label: t.anyStatus },
            { value: 'failed', label: t.statuses.failed },
            { value: 'pending', label: t.statuses.pending },
            { value: 'delivered', label: t.statuses.delivered },
          ]}
        />
        {canEdit && chosen.length > 0 ? (
          <span className="flex items-center gap-2 text-[0.8125rem]">
            <output>{t.selectedCount(chosen.length)}</output>
            <Button size="sm" onClick={redeliverChosen}>
              <RotateCw aria-hidden="true" className="size-4" />
              {t.redeliverSelected}
            </Button>
            <Button size="sm" variant="ghost" onClick={() => setSelected(new Set())}>
              {t.clearSelection}
            </Button>
          </span>
        ) : (
          canEdit && <CommandButton command={range} />
        )}
      </div>
      {query.data === undefined ? (
        query.error === null ? (
          <Loading label={t.loadingDeliveries} className="space-y-3 border-t border-line px-6 py-4">
            <Skeleton className="h-6 w-2/3" />
            <Skeleton className="h-6 w-1/2" />
          </Loading>
        ) : (
          <ErrorState
            title={t.deliveriesFailed}
            error={query.error}
            retrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        )
      ) : deliveries.length === 0 ? (
        search.status === undefined ? (
          <EmptyState icon={Inbox} title={t.noDeliveries} topic="webhooks#inspect-and-repeat-deliveries">
            {canEdit ? t.noDeliveriesNote : t.viewerNoDeliveriesNote}
          </EmptyState>
        ) : (
          <EmptyState
            icon={Inbox}
            title={t.noMatch}
            action={
              <Button variant="secondary" onClick={() => setFilter(any)}>
                {t.clearFilter}
              </Button>
            }
          >
            {t.noMatchNote(t.statuses[search.status])}
          </EmptyState>
        )
      ) : (
        <DeliveryTable
          deliveries={deliveries}
          openId={search.delivery}
          selected={selected}
          onSelect={setSelected}
          canEdit={canEdit}
          isWide={isWide}
          isNarrowed={isBeside && search.delivery !== undefined}
          onEndReached={() => {
            if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage()
          }}
        />
      )}
    </>
  )
}
