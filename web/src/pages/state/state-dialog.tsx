import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  deleteState,
  everyStateQuery,
  putState,
  stateEntryQuery,
  type StateAddress,
  type StoredState,
} from '../../api/state.ts'
import { Dialog, DialogBody } from '../../components/dialog.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { Field } from '../../components/field.tsx'
import { controlClass } from '../../components/input/control.ts'
import { parseJson } from '../../components/input/parse-json.ts'
import { Textarea } from '../../components/input/textarea.tsx'
import { EntryDialog } from '../../components/overlay/entry-dialog.tsx'
import { Loading, Skeleton } from '../../components/skeleton.tsx'
import { useToast } from '../../components/toast.tsx'
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
  const queryClient = useQueryClient()
  const toast = useToast()
  const entry = stored?.entry
  const [key, setKey] = useState(entry?.key ?? '')
  const [text, setText] = useState(entry === undefined ? '' : JSON.stringify(entry.value, null, 2))
  const [wasSent, setWasSent] = useState(false)
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
  const value = parseJson(text)
  const submit = () => {
    setWasSent(true)
    if (key !== '' && value !== undefined) save.mutate(value)
  }
  const isSeen = entry?.kind === 'seen'
  const mayChange = canEdit && !isSeen
  return (
    <EntryDialog
      title={entry?.key ?? t.createTitle}
      description={describeScope(entry)}
      onSubmit={mayChange ? submit : undefined}
      save={save}
      saveLabel={t.save}
      saveFailed={t.saveFailed}
      deletion={
        canEdit && entry !== undefined
          ? {
              label: t.remove,
              title: t.deleteTitle(key),
              note: isSeen ? t.seenNote : t.deleteNote,
              failed: t.deleteFailed,
              remove,
            }
          : undefined
      }
      onClose={onClose}
    >
      {isSeen ? (
        <p className="text-sm">
          {t.remembered(entry.remembered ?? 0)} {canEdit && t.seenNote}
        </p>
      ) : (
        <>
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
          <Field label={t.value} error={wasSent && value === undefined ? t.notJson : undefined}>
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
        </>
      )}
    </EntryDialog>
  )
}

function describeScope(entry: StoredState | undefined): string {
  if (entry === undefined) return t.createNote
  return entry.scope === 'account' ? t.ofAccount : t.ofWorkflow
}
