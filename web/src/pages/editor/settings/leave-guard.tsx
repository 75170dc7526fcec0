import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { describeError } from '../../../api/api-error.ts'
import { isLeavingSession } from '../../../app/leave-session.ts'
import { Alert } from '../../../components/alert.tsx'
import { Button } from '../../../components/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../../components/dialog.tsx'
import * as common from '../../../texts/common.ts'
import * as t from '../../../texts/editor/settings.ts'

interface LeaveGuardProps {
  /** Something was typed and not saved. */
  isChanged: boolean
  /** Why the last attempt to save failed. */
  error: unknown
  busy: boolean
  /** Absent while what was typed cannot be saved. */
  onSave?: () => void
}

/** Asks what to do with unsaved settings before their page is left. */
export function LeaveGuard({ isChanged, error, busy, onSave }: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    disabled: !isChanged,
    enableBeforeUnload: () => !isLeavingSession(),
    withResolver: true,
    // The redirect to the sign-in page was not chosen by the user.
    shouldBlockFn: ({ current, next }) => next.pathname !== current.pathname && next.pathname !== '/sign-in',
  })
  // Saved here, or by a save that was under way when the user left the page.
  useEffect(() => {
    if (status === 'blocked' && !isChanged && !busy) proceed()
  }, [status, isChanged, busy, proceed])
  return (
    <Dialog
      open={status === 'blocked'}
      onDismiss={() => !busy && reset?.()}
      title={t.leaveTitle}
      description={t.leaveNote}
      role="alertdialog"
      closeButton={false}
    >
      {error !== null && (
        <DialogBody>
          <Alert tone="danger" live title={t.saveFailed}>
            {describeError(error)}
          </Alert>
        </DialogBody>
      )}
      <DialogFooter>
        <Button variant="secondary" inactive={busy} onClick={() => reset?.()}>
          {common.cancel}
        </Button>
        <Button variant="secondary" inactive={busy} onClick={() => proceed?.()}>
          {t.discard}
        </Button>
        {onSave !== undefined && (
          <Button busy={busy} onClick={onSave}>
            {t.save}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}
