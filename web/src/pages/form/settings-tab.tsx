import { useNavigate, useParams } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { formKeys } from '../../api/forms.ts'
import * as operations from '../../api/generated/operations.ts'
import { Button } from '../../components/button.tsx'
import { Field, TextField } from '../../components/field.tsx'
import { NumberInput } from '../../components/input/number-field.tsx'
import { Textarea } from '../../components/input/textarea.tsx'
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx'
import { Segmented } from '../../components/segmented.tsx'
import { toast } from '../../components/toast-store.ts'
import { AccentField } from '../../forms/builder/accent-field.tsx'
import { useOpenForm } from '../../forms/model/form-context.ts'
import { fromLocalTime, toLocalTime } from '../../forms/model/local-time.ts'
import { editSetting, useFormContent } from '../../forms/model/use-form-content.ts'
import * as listTexts from '../../texts/forms/list.ts'
import * as t from '../../texts/forms/settings.ts'
import { Section, SectionColumn } from './section.tsx'

/** Closing, thanks, appearance and deletion. */
export function SettingsTab() {
  const { store, canEdit } = useOpenForm()
  const { settings } = useFormContent(store)
  const [after, setAfter] = useState<'text' | 'redirect'>(
    settings.redirect_url === undefined ? 'text' : 'redirect',
  )
  return (
    <SectionColumn>
      <fieldset disabled={!canEdit} className="min-w-0 space-y-4">
        <legend className="sr-only">{t.title}</legend>
        <ClosingSection />
        <Section title={t.afterTitle}>
          <Segmented
            label={t.afterKind}
            value={after}
            onChange={(kind) => {
              setAfter(kind)
              if (kind === 'text') editSetting(store, 'redirect_url', undefined)
            }}
            options={[
              { value: 'text', label: t.afterKinds.text },
              { value: 'redirect', label: t.afterKinds.redirect },
            ]}
          />
          {after === 'text' ? (
            <Field label={t.thankYou}>
              {(control) => (
                <Textarea
                  {...control}
                  dir="auto"
                  maxLength={5_000}
                  placeholder={t.thankYouPlaceholder}
                  value={settings.thank_you ?? ''}
                  onChange={(event) => editSetting(store, 'thank_you', event.target.value || undefined)}
                />
              )}
            </Field>
          ) : (
            <RedirectField value={settings.redirect_url} />
          )}
        </Section>
        <Section title={t.appearanceTitle}>
          <AccentField store={store} value={settings.color} canEdit={canEdit} />
        </Section>
      </fieldset>
      <Section title={t.versionsTitle} note={t.versionsNote} />
      {canEdit && <DeleteSection />}
    </SectionColumn>
  )
}

function ClosingSection() {
  const { form, store, canEdit } = useOpenForm()
  const { settings } = useFormContent(store)
  const closesAt = settings.closes_at
  const isExpired = form.statistics?.state === 'expired'
  return (
    <Section title={t.closingTitle} note={t.closingNote}>
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-56">
          <TextField
            label={t.closesAt}
            type="datetime-local"
            value={closesAt === undefined ? '' : toLocalTime(closesAt)}
            onChange={(event) => editSetting(store, 'closes_at', fromLocalTime(event.target.value))}
          />
        </div>
        {canEdit &&
          (closesAt === undefined ? (
            <Button
              variant="secondary"
              onClick={() => editSetting(store, 'closes_at', new Date().toISOString())}
            >
              {t.closeNow}
            </Button>
          ) : (
            <Button variant="secondary" onClick={() => editSetting(store, 'closes_at', undefined)}>
              {isExpired ? t.reopen : t.clearClosing}
            </Button>
          ))}
      </div>
      <p className="-mt-2.5 text-[0.8125rem] text-muted">
        {t.closesAtNote(new Intl.DateTimeFormat().resolvedOptions().timeZone)}
      </p>
      <Field label={t.maxSubmissions} hint={t.maxSubmissionsNote}>
        {(control) => (
          <NumberInput
            {...control}
            min={1}
            max={1_000_000_000}
            value={settings.max_submissions}
            onChange={(value) =>
              editSetting(store, 'max_submissions', value === undefined ? undefined : Math.round(value))
            }
            className="max-w-48"
          />
        )}
      </Field>
    </Section>
  )
}

/** An address is saved once it is complete. */
function RedirectField({ value }: { value: string | undefined }) {
  const { store } = useOpenForm()
  const [typed, setTyped] = useState(value ?? '')
  const isValid =
    typed.trim() === '' || (/^https?:\/\/[^/\s]+/i.test(typed.trim()) && URL.canParse(typed.trim()))
  return (
    <TextField
      label={t.redirectUrl}
      hint={t.redirectNote}
      type="url"
      error={isValid ? undefined : t.invalidUrl}
      value={typed}
      maxLength={2_000}
      placeholder={t.redirectPlaceholder}
      onChange={(event) => {
        const text = event.target.value
        setTyped(text)
        const isComplete = /^https?:\/\/[^/\s]+/i.test(text.trim()) && URL.canParse(text.trim())
        if (isComplete) editSetting(store, 'redirect_url', text.trim())
        else if (text.trim() === '') editSetting(store, 'redirect_url', undefined)
      }}
    />
  )
}

function DeleteSection() {
  const { formId = '' } = useParams({ strict: false })
  const { form } = useOpenForm()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const remove = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await call(operations.deleteForm, { params: { id: formId } })
      toast.show({ tone: 'success', title: listTexts.deleted(1) })
      await navigate({ to: '/forms' })
      queryClient.removeQueries({ queryKey: formKeys.one(formId) })
      void queryClient.invalidateQueries({ queryKey: formKeys.lists })
    } catch (caught) {
      setError(caught)
      setBusy(false)
    }
  }
  return (
    <Section title={t.deleteTitle} note={t.deleteNote}>
      <Button variant="danger" size="sm" onClick={() => setOpen(true)}>
        {t.deleteForm}
      </Button>
      <ConfirmDialog
        open={isOpen}
        title={listTexts.deleteTitle(1, form.name)}
        confirmLabel={listTexts.remove}
        tone="danger"
        busy={busy}
        error={error}
        onConfirm={() => void remove()}
        onCancel={() => setOpen(false)}
      >
        {listTexts.deleteNote(form.statistics?.submissions ?? 0)}
      </ConfirmDialog>
    </Section>
  )
}
