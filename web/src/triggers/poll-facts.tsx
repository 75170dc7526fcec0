import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { call } from '../api/call.ts'
import * as operations from '../api/generated/operations.ts'
import { type TriggerOverview, triggerKeys } from '../api/triggers.ts'
import { Button } from '../components/button.tsx'
import { ConfirmDialog } from '../components/overlay/confirm-dialog.tsx'
import { RelativeTime } from '../components/time.tsx'
import { toast } from '../components/toast-store.ts'
import * as t from '../texts/triggers/poll.ts'

/** The last poll, what it found, and where the next one continues. */
export function PollFacts({ trigger: { poll } }: { trigger: TriggerOverview }) {
  if (poll === undefined) return null
  const { polled_at: at, found, remembered, cursor } = poll
  const text = cursor === null ? '' : typeof cursor === 'string' ? cursor : JSON.stringify(cursor)
  return (
    <div className="min-w-0 space-y-0.5 text-xs text-muted">
      <p className="truncate">
        {at === null ? (
          t.neverPolled
        ) : (
          <>
            {t.lastPoll} <RelativeTime value={at} />, {t.found(found)}, {t.remembered(remembered)}
          </>
        )}
      </p>
      {text !== '' && (
        <p className="flex min-w-0 items-center gap-1.5">
          {t.cursor}
          <code
            title={text}
            className="min-w-0 truncate rounded-[0.375rem] bg-sunken px-1.5 py-0.5 font-mono"
          >
            {text}
          </code>
        </p>
      )}
    </div>
  )
}

/** Resets a poll, after it says what that does. */
export function ResetPoll({ trigger }: { trigger: TriggerOverview }) {
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const { workflow_id: id, node_id: nodeId, workflow_name: name, data } = trigger
  const reset = useMutation({
    mutationFn: () => call(operations.resetPoll, { params: { id, node_id: nodeId }, body: {} }),
    onSuccess: async () => {
      toast.show({ tone: 'success', title: t.isReset(name) })
      await client.invalidateQueries({ queryKey: triggerKeys.all })
      setIsAsking(false)
    },
  })
  return (
    <>
      <Button variant="ghost" size="sm" aria-label={t.resetNamed(name)} onClick={() => setIsAsking(true)}>
        <RotateCcw aria-hidden="true" className="size-4" />
        {t.reset}
      </Button>
      {isAsking && (
        <ConfirmDialog
          open
          title={t.resetTitle(name)}
          confirmLabel={t.reset}
          busy={reset.isPending}
          error={reset.error}
          errorTitle={t.resetFailed}
          onConfirm={() => reset.mutate()}
          onCancel={() => setIsAsking(false)}
        >
          <p>{t.resetEffect}</p>
          <p className="text-muted">{t.resetFirst[data['first_poll'] === 'take' ? 'take' : 'skip']}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
