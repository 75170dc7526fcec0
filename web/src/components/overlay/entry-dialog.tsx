import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { describeError } from '../../api/api-error.ts'
import * as common from '../../texts/common.ts'
import { Alert } from '../alert.tsx'
import { Button } from '../button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../dialog.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface EntryDialogProps {
  title: string
  description: string
  /** Undefined: it is only shown. */
  onSubmit: (() => void) | undefined
  save: Attempt
  saveLabel: string
  saveFailed: string
  /** Undefined: it cannot be deleted. */
  deletion: EntryDeletion | undefined
  /** The fields of the form. */
  children: ReactNode
  /** Below the form. */
  footnote?: ReactNode
  onClose: () => void
}

interface EntryDeletion {
  label: string
  title: string
  /** What will happen. */
  note: ReactNode
  failed: string
  remove: Attempt & { mutate: () => void }
}

/** The part of a mutation that a dialog shows. */
interface Attempt {
  isPending: boolean
  error: Error | null
}

/** Shows one entry of a list, with a form to change it and a button to delete it. */
export function EntryDialog(props: EntryDialogProps) {
  const { title, description, onSubmit, save, deletion, children, footnote, onClose } = props
  const formId = useId()
  const [isDeleting, setDeleting] = useState(false)
  if (isDeleting && deletion !== undefined) {
    return (
      <ConfirmDialog
        open
        tone="danger"
        title={deletion.title}
        confirmLabel={deletion.label}
        busy={deletion.remove.isPending}
        error={deletion.remove.error}
        errorTitle={deletion.failed}
        onConfirm={() => deletion.remove.mutate()}
        onCancel={() => setDeleting(false)}
      >
        {deletion.note}
      </ConfirmDialog>
    )
  }
  const canEdit = onSubmit !== undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit?.()
  }
  return (
    <Dialog
      open
      title={title}
      description={description}
      // A click beside the dialog must not lose what was entered.
      onDismiss={(trigger) => (trigger !== 'outside' || !canEdit) && !save.isPending && onClose()}
    >
      <DialogBody>
        {save.error !== null && (
          <Alert tone="danger" live title={props.saveFailed}>
            {describeError(save.error)}
          </Alert>
        )}
        <form id={formId} noValidate onSubmit={submit} className="space-y-4">
          {children}
        </form>
        {footnote}
      </DialogBody>
      <DialogFooter>
        {deletion !== undefined && (
          <Button variant="secondary" className="mr-auto" onClick={() => setDeleting(true)}>
            {deletion.label}
          </Button>
        )}
        <Button variant="secondary" inactive={save.isPending} onClick={onClose}>
          {canEdit ? common.cancel : common.done}
        </Button>
        {canEdit && (
          <Button type="submit" form={formId} busy={save.isPending}>
            {props.saveLabel}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}
