import { useState } from 'react'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import * as t from '../../../texts/forms/submissions.ts'

interface DeleteSubmissionsDialogProps {
  /** What would be deleted. Undefined: the dialog is closed. */
  ids: readonly string[] | undefined
  onDelete: (ids: readonly string[]) => Promise<void>
  onClose: () => void
}

export function DeleteSubmissionsDialog({ ids, onDelete, onClose }: DeleteSubmissionsDialogProps) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const confirm = async () => {
    if (ids === undefined) return
    setBusy(true)
    setError(undefined)
    try {
      await onDelete(ids)
      onClose()
    } catch (caught) {
      setError(caught)
    } finally {
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      open={ids !== undefined}
      title={t.deleteTitle(ids?.length ?? 1)}
      confirmLabel={t.remove}
      tone="danger"
      busy={busy}
      error={error}
      errorTitle={t.deleteFailed}
      onConfirm={() => void confirm()}
      onCancel={() => {
        onClose()
        setError(undefined)
      }}
    >
      {t.deleteNote}
    </ConfirmDialog>
  )
}
