import { useMutation, useQueryClient } from '@tanstack/react-query'
import { homeKeys } from '../api/home.ts'
import { pausesQuery, pauseTriggers, resumeTriggers } from '../api/pause.ts'
import { triggerKeys } from '../api/triggers.ts'
import { ConfirmDialog } from '../components/overlay/confirm-dialog.tsx'
import { toast } from '../components/toast-store.ts'
import * as t from '../texts/triggers/pause-all.ts'

interface PauseAllDialogProps {
  action: 'pause' | 'resume'
  onClose: () => void
}

/** Pauses or resumes all triggers of the account, after it says what that does. */
export function PauseAllDialog({ action, onClose }: PauseAllDialogProps) {
  const client = useQueryClient()
  const isPausing = action === 'pause'
  const change = useMutation({
    mutationFn: isPausing ? pauseTriggers : resumeTriggers,
    onSuccess: async (pauses) => {
      client.setQueryData(pausesQuery.queryKey, pauses)
      toast.show({ tone: 'success', title: isPausing ? t.isPaused : t.isResumed })
      await Promise.all([
        client.invalidateQueries({ queryKey: triggerKeys.all }),
        client.invalidateQueries({ queryKey: homeKeys.all }),
      ])
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      title={isPausing ? t.pauseTitle : t.resumeTitle}
      confirmLabel={isPausing ? t.pauseAll : t.resume}
      busy={change.isPending}
      error={change.error}
      errorTitle={isPausing ? t.pauseFailed : t.resumeFailed}
      onConfirm={() => change.mutate()}
      onCancel={onClose}
    >
      <p>{isPausing ? t.pauseEffects : t.resumeEffects}</p>
      <p className="text-muted">{isPausing ? t.continues : t.resumeNote}</p>
    </ConfirmDialog>
  )
}
