import type { ReactNode } from 'react'
import { describeError } from '../../api/api-error.ts'
import * as common from '../../texts/common.ts'
import { Alert } from '../alert.tsx'
import { Button } from '../button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../dialog.tsx'

interface ConfirmDialogProps {
  open: boolean
  title: string
  /** What will happen. */
  children?: ReactNode
  confirmLabel: string
  tone?: 'neutral' | 'danger'
  busy?: boolean
  /** Why the last attempt failed. */
  error?: unknown
  describe?: (error: unknown) => string
  /** Names the failed operation. */
  errorTitle?: string
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  tone = 'neutral',
  busy = false,
  error,
  describe = describeError,
  errorTitle,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const hasError = error !== undefined && error !== null
  return (
    <Dialog
      open={open}
      onDismiss={() => !busy && onCancel()}
      title={title}
      role="alertdialog"
      closeButton={false}
    >
      {(children !== undefined || hasError) && (
        <DialogBody>
          {hasError && (
            <Alert tone="danger" live {...(errorTitle === undefined ? {} : { title: errorTitle })}>
              {describe(error)}
            </Alert>
          )}
          {children !== undefined && <div className="space-y-3 text-sm">{children}</div>}
        </DialogBody>
      )}
      <DialogFooter>
        <Button variant="secondary" inactive={busy} onClick={onCancel}>
          {common.cancel}
        </Button>
        <Button variant={tone === 'danger' ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
