import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CirclePause, CirclePlay } from 'lucide-react'
import { useId, useState } from 'react'
import { call } from '../api/call.ts'
import * as operations from '../api/generated/operations.ts'
import { homeKeys } from '../api/home.ts'
import { type TriggerOverview, triggerKeys } from '../api/triggers.ts'
import { workflowKeys } from '../api/workflows.ts'
import { Button } from '../components/button.tsx'
import { ConfirmDialog } from '../components/overlay/confirm-dialog.tsx'
import { RadioCard, RadioCards } from '../components/radio-card.tsx'
import { toast } from '../components/toast-store.ts'
import * as t from '../texts/triggers/pause.ts'

/** Where counts of missed times end. */
const MAX_COUNT = 100

type PausableTrigger = Pick<TriggerOverview, 'workflow_id' | 'node_id' | 'kind' | 'state' | 'pause'>
type Missed = 'schedule' | 'skip'

interface PauseControlProps {
  trigger: PausableTrigger
  /** The workflow that it starts. */
  name: string
  /** What the button acts on, if not the workflow. */
  subject?: string
}

/** Pauses or resumes a trigger, after it says what that does. */
export function PauseControl({ trigger, name, subject = name }: PauseControlProps) {
  const [isAsking, setIsAsking] = useState(false)
  const isPaused = trigger.state === 'paused'
  const Icon = isPaused ? CirclePlay : CirclePause
  return (
    <>
      <Button
        variant={isPaused ? 'primary' : 'secondary'}
        size="sm"
        aria-label={isPaused ? t.resumeNamed(subject) : t.pauseNamed(subject)}
        onClick={() => setIsAsking(true)}
      >
        <Icon aria-hidden="true" className="size-4" />
        {isPaused ? t.resume : t.pause}
      </Button>
      {isAsking && <PauseDialog trigger={trigger} name={name} onClose={() => setIsAsking(false)} />}
    </>
  )
}

function PauseDialog({
  trigger,
  name,
  onClose,
}: Omit<PauseControlProps, 'subject'> & { onClose: () => void }) {
  const client = useQueryClient()
  const labelId = useId()
  // What the dialog says must not change while it is open, even if the list behind it is read again.
  const [{ kind, state, pause, workflow_id: id, node_id: nodeId }] = useState(trigger)
  const [missed, setMissed] = useState<Missed>('schedule')
  const isPaused = state === 'paused'
  const change = useMutation({
    mutationFn: () =>
      call(operations.updateTrigger, {
        params: { id, node_id: nodeId },
        body: isPaused ? { paused: false, missed } : { paused: true },
      }),
    onSuccess: async () => {
      toast.show({ tone: 'success', title: isPaused ? t.isResumed(name) : t.isPaused(name) })
      await Promise.all([
        client.invalidateQueries({ queryKey: triggerKeys.all }),
        client.invalidateQueries({ queryKey: workflowKeys.one(id) }),
        client.invalidateQueries({ queryKey: homeKeys.all }),
      ])
      onClose()
    },
  })
  const missedTimes = pause?.missed ?? 0
  return (
    <ConfirmDialog
      open
      title={isPaused ? t.resumeTitle(name) : t.pauseTitle(name)}
      confirmLabel={isPaused ? t.resume : t.pause}
      busy={change.isPending}
      error={change.error}
      errorTitle={isPaused ? t.resumeFailed : t.pauseFailed}
      onConfirm={() => change.mutate()}
      onCancel={onClose}
    >
      {!isPaused ? (
        <>
          <p>{t.pauseEffects[kind]}</p>
          <p className="text-muted">{t.continues}</p>
        </>
      ) : missedTimes === 0 ? (
        <p>{t.resumeEffects[kind]}</p>
      ) : (
        <>
          <p>{t.missed(missedTimes, MAX_COUNT)}</p>
          <p id={labelId} className="text-[0.8125rem] font-medium">
            {t.missedChoice}
          </p>
          <RadioCards labelledBy={labelId} value={missed} onChange={setMissed}>
            <RadioCard value="schedule" title={t.asScheduled}>
              {t.runsNow(pause?.runs_on_resume ?? 0)}
            </RadioCard>
            <RadioCard value="skip" title={t.skip}>
              {t.skipNote}
            </RadioCard>
          </RadioCards>
        </>
      )}
    </ConfirmDialog>
  )
}
