import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { describeError } from '../../api/api-error.ts'
import {
  deleteState,
  everyStateQuery,
  putState,
  stateEntryQuery,
  type StateAddress,
  type StoredState,
} from '../../api/state.ts'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../components/dialog.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { Field } from '../../components/field.tsx'
import { controlClass } from '../../components/input/control.ts'
import { Textarea } from '../../components/input/textarea.tsx'
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx'
import { Loading, Skeleton } from '../../components/skeleton.tsx'
import { useToast } from '../../components/toast.tsx'
import * as common from '../../texts/common.ts'
import * as t from '../../texts/state.ts'

interface StateDialogProps {
  /** Undefined: a new value of the account. */
  address: StateAddress | undefined
  canEdit: boolean
  onClose: () => void
}

/** Shows a value. Who may edit can change and delete it. */
export function StateDialog({ address, canEdit, onClose }: StateDialogProps) {
  if (address === undefined) return <ValueDialog {...{ canEdit, onClose }} stored={undefined} />
  return <StoredValueDialog {...{ address, canEdit, onClose }} />
}

function StoredValueDialog({ address, canEdit, onClose }: StateDialogProps & { address: StateAddress }) {
  const { data, error, isFetching, refetch } = useQuery(stateEntryQuery(address))
  if (data !== undefined) return <ValueDialog {...{ canEdit, onClose }} stored={data} />
  return (
    <Dialog open title={address.key} onDismiss={onClose}>
      <DialogBody>
        {error === null ? (
          <Loading label={t.loading} className="space-y-3">
            <Skeleton className="h-6 w-2/3" />
          </Loading>
        ) : (
          <ErrorState
            title={t.loadFailed}
            error={error}
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        )}
      </DialogBody>
    </Dialog>
  )
}

interface ValueDialogProps {
  stored: { readonly entry: StoredState; readonly etag: string | undefined } | undefined
  canEdit: boolean
  onClose: () => void
}

function ValueDialog({ stored, canEdit, onClose }: ValueDialogProps) {
  const formId = useId()
  const queryClient = useQueryClient()
  const toast = useToast()
  const entry = stored?.entry
  const [key, setKey] = useState(entry?.key ?? '')
  const [text, setText] = useState(entry === undefined ? '' : JSON.stringify(entry.value, null, 2))
  const [wasSent, setWasSent] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const address = { scope: entry?.scope ?? 'account', key }
  const finish = async (message: string) => {
    await queryClient.invalidateQueries(everyStateQuery)
    toast(message)
    onClose()
  }
  const save = useMutation({
    mutationFn: (value: unknown) =>
      putState(address, { value, expires_at: entry?.expires_at ?? null }, stored?.etag),
    onSuccess: () => finish(t.saved(key)),
  })
  const remove = useMutation({
    mutationFn: () => deleteState(address),
    onSuccess: () => finish(t.deleted(key)),
  })
  const parsed = parse(text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWasSent(true)
    if (key !== '' && parsed.ok) save.mutate(parsed.value)
  }
  const isSeen = entry?.kind === 'seen'
  const mayChange = canEdit && !isSeen
  if (isDeleting) {
    return (
      <ConfirmDialog
        open
        tone="danger"
        title={t.deleteTitle(key)}
        confirmLabel={t.remove}
        busy={remove.isPending}
        error={remove.error}
        errorTitle={t.deleteFailed}
        onConfirm={() => remove.mutate()}
        onCancel={() => setDeleting(false)}
      >
        {isSeen ? t.seenNote : t.deleteNote}
      </ConfirmDialog>
    )
  }
  return (
    <Dialog
      open
      title={entry?.key ?? t.createTitle}
      description={describeScope(entry)}
      onDismiss={(trigger) => (trigger !== 'outside' || !mayChange) && !save.isPending && onClose()}
    >
      <DialogBody>
        {save.isError && (
          <Alert tone="danger" live title={t.saveFailed}>
            {describeError(save.error)}
          </Alert>
        )}
        {isSeen ? (
          <p className="text-sm">
            {t.remembered(entry.remembered ?? 0)} {canEdit && t.seenNote}
          </p>
        ) : (
          <form id={formId} noValidate onSubmit={submit} className="space-y-4">
            {entry === undefined && (
              <Field label={t.key} error={wasSent && key === '' ? t.keyMissing : undefined}>
                {(control) => (
                  <input
                    {...control}
                    value={key}
                    maxLength={200}
                    autoComplete="off"
                    onChange={(event) => setKey(event.target.value)}
                    className={controlClass(true)}
                  />
                )}
              </Field>
            )}
            <Field label={t.value} error={wasSent && !parsed.ok ? t.notJson : undefined}>
              {(control) => (
                <Textarea
                  {...control}
                  rows={6}
                  maxLines={20}
                  readOnly={!mayChange}
                  spellCheck={false}
                  value={text}
                  onChange={(event) => setText(event.target.value)}
                  className="font-mono"
                />
              )}
            </Field>
          </form>
        )}
      </DialogBody>
      <DialogFooter>
        {canEdit && entry !== undefined && (
          <Button variant="secondary" className="mr-auto" onClick={() => setDeleting(true)}>
            {t.remove}
          </Button>
        )}
        <Button variant="secondary" inactive={save.isPending} onClick={onClose}>
          {mayChange ? common.cancel : common.done}
        </Button>
        {mayChange && (
          <Button type="submit" form={formId} busy={save.isPending}>
            {t.save}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}

function describeScope(entry: StoredState | undefined): string {
  if (entry === undefined) return t.createNote
  return entry.scope === 'account' ? t.ofAccount : t.ofWorkflow
}

function parse(text: string): { readonly ok: true; readonly value: unknown } | { readonly ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) as unknown }
  } catch {
    return { ok: false }
  }
}
