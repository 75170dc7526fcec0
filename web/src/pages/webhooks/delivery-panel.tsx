import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { describeError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import * as operations from '../../api/generated/operations.ts'
import { deliveryQuery, type LoggedDelivery } from '../../api/webhooks.ts'
import { Alert } from '../../components/alert.tsx'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { DetailPanel } from '../../components/panel/detail-panel.tsx'
import { RichText } from '../../components/rich-text.tsx'
import { Loading, Skeleton } from '../../components/skeleton.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { toast } from '../../components/toast-store.ts'
import { formatMoment } from '../../texts/format.ts'
import * as t from '../../texts/webhooks/detail.ts'
import { DeliveryStatusBadge } from './delivery-table.tsx'

interface DeliveryPanelProps {
  webhookId: string
  deliveryId: string
  canEdit: boolean
  onClose: () => void
}

const refreshMs = 3_000

/** One delivery with everything that was sent and received. */
export function DeliveryPanel({ webhookId, deliveryId, canEdit, onClose }: DeliveryPanelProps) {
  const client = useQueryClient()
  const { data, error } = useQuery({
    ...deliveryQuery(webhookId, deliveryId),
    // A delivery that waits may change at any time.
    refetchInterval: (query) => (query.state.data?.status === 'pending' ? refreshMs : false),
  })
  const redeliver = useMutation({
    mutationFn: () => call(operations.redeliver, { params: { id: webhookId, delivery_id: deliveryId } }),
    onSuccess: () => toast.show({ tone: 'success', title: t.redelivered }),
    onError: (failure) =>
      toast.show({ tone: 'danger', title: t.redeliverFailed, description: describeError(failure) }),
    onSettled: () => client.invalidateQueries({ queryKey: ['webhooks'] }),
  })
  return (
    <DetailPanel title={t.delivery(deliveryId.slice(0, 8))} closeLabel={t.closeDelivery} onClose={onClose}>
      {data === undefined ? (
        <div className="p-4">
          {error === null ? (
            <Loading label={t.loadingDeliveries} className="space-y-2">
              <Skeleton className="h-5 w-1/2" />
              <Skeleton className="h-5 w-2/3" />
            </Loading>
          ) : (
            <Alert tone="danger" title={t.deliveriesFailed}>
              {describeError(error)}
            </Alert>
          )}
        </div>
      ) : (
        <>
          <div className="space-y-3 px-4 py-4 text-[0.8125rem]">
            <div className="flex flex-wrap items-center gap-2">
              <DeliveryStatusBadge status={data.status} />
              <code className="text-xs">{data.event}</code>
              {canEdit && (
                <Button
                  size="sm"
                  variant="secondary"
                  className="ml-auto"
                  busy={redeliver.isPending}
                  onClick={() => redeliver.mutate()}
                >
                  {!redeliver.isPending && <RotateCw aria-hidden="true" className="size-4" />}
                  {t.redeliver}
                </Button>
              )}
            </div>
            {data.status === 'pending' && (
              <p className="text-muted">
                {data.next_attempt_at === null ? (
                  t.sending
                ) : (
                  <RichText
                    text={t.nextAttempt}
                    slots={{ time: <RelativeTime value={data.next_attempt_at} /> }}
                  />
                )}
              </p>
            )}
            <code className="block text-xs break-all text-muted">{data.id}</code>
          </div>
          <section aria-label={t.attempts} className="space-y-3 border-t border-line px-4 py-4">
            <h3 className="text-[0.8125rem] font-semibold">{t.attempts}</h3>
            {data.attempts.length === 0 && <p className="text-[0.8125rem] text-muted">{t.noAttempts}</p>}
            <ol className="space-y-2">
              {data.attempts.map((attempt, index) => (
                <li key={attempt.number}>
                  <Attempt attempt={attempt} isOpen={index === 0} />
                </li>
              ))}
            </ol>
          </section>
          <section aria-label={t.payload} className="space-y-2 border-t border-line px-4 py-4">
            <h3 className="text-[0.8125rem] font-semibold">{t.payload}</h3>
            <Code text={JSON.stringify(data.payload, null, 2)} />
          </section>
        </>
      )}
    </DetailPanel>
  )
}

type AttemptOfDelivery = LoggedDelivery['attempts'][number]

function Attempt({ attempt, isOpen }: { attempt: AttemptOfDelivery; isOpen: boolean }) {
  const { number, response_status: status, error, request, response } = attempt
  return (
    <details open={isOpen} className="rounded-control border border-line text-[0.8125rem]">
      <summary className="flex cursor-pointer flex-wrap items-center gap-2 px-3 py-2 -outline-offset-2">
        <span className="font-medium">{t.attempt(number)}</span>
        <Badge tone={error === null ? 'success' : 'danger'}>
          {status === null ? t.noResponse : t.status(status)}
        </Badge>
        <span className="ml-auto text-xs text-muted" title={formatMoment(attempt.attempted_at)}>
          <RelativeTime value={attempt.attempted_at} /> · {t.duration(attempt.duration_ms)}
        </span>
      </summary>
      <div className="space-y-3 border-t border-line px-3 py-3">
        {error !== null && <p className="break-words text-danger-ink">{error}</p>}
        <div className="space-y-1.5">
          <h4 className="text-xs font-medium text-muted">{t.request}</h4>
          <Code text={`POST ${request.url}\n${headerLines(request.headers)}`} />
        </div>
        {response !== null && (
          <div className="space-y-1.5">
            <h4 className="text-xs font-medium text-muted">{t.response}</h4>
            <Code
              text={`${headerLines(response.headers)}\n\n${response.body === '' ? t.emptyBody : response.body}`}
            />
          </div>
        )}
      </div>
    </details>
  )
}

function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

function Code({ text }: { text: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolling by keyboard needs the focus
    <pre
      tabIndex={0}
      className="max-h-64 overflow-auto rounded-control bg-sunken p-2.5 text-xs leading-5 break-all whitespace-pre-wrap"
    >
      {text}
    </pre>
  )
}
