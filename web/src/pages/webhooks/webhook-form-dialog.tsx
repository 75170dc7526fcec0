import { EVENT_KINDS } from '@millrace/contract/events.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { call } from '../../api/call.ts'
import { noFormErrors, toFormErrors, type FormErrors } from '../../api/field-errors.ts'
import * as operations from '../../api/generated/operations.ts'
import type { EventKind, Webhook } from '../../api/webhooks.ts'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { CheckBox } from '../../components/check-box.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../components/dialog.tsx'
import { FieldError, TextField } from '../../components/field.tsx'
import * as common from '../../texts/common.ts'
import * as t from '../../texts/webhooks/form.ts'
import * as list from '../../texts/webhooks/list.ts'

interface WebhookFormDialogProps {
  /** The webhook to change; a new one without it. */
  webhook?: Webhook
  onClose: () => void
  onSaved: (webhook: { id: string; secret?: string }) => void
}

const labels = { url: t.url, events: t.events }
type Field = keyof typeof labels

export function WebhookFormDialog({ webhook, onClose, onSaved }: WebhookFormDialogProps) {
  const client = useQueryClient()
  const formId = useId()
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [events, setEvents] = useState<readonly EventKind[]>(webhook?.events ?? ['workflow.executed'])
  const [errors, setErrors] = useState<FormErrors<Field>>(noFormErrors)
  const save = useMutation({
    mutationFn: async (): Promise<{ id: string; secret?: string }> => {
      const body = { url: url.trim(), events: [...events] }
      return webhook === undefined
        ? (await call(operations.createWebhook, { body })).data
        : (await call(operations.updateWebhook, { params: { id: webhook.id }, body })).data
    },
    onSuccess: async (saved) => {
      await client.invalidateQueries({ queryKey: ['webhooks'] })
      onSaved(saved)
    },
    onError: (error) => setErrors(toFormErrors(error, labels)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const fields: FormErrors<Field>['fields'] = {}
    if (url.trim() === '') fields.url = t.urlRequired
    if (events.length === 0) fields.events = t.eventsRequired
    setErrors({ fields, form: undefined })
    if (Object.keys(fields).length === 0 && !save.isPending) save.mutate()
  }
  return (
    <Dialog
      open
      onDismiss={(trigger) => trigger !== 'outside' && !save.isPending && onClose()}
      title={webhook === undefined ? t.createTitle : t.editTitle}
    >
      <DialogBody>
        {errors.form !== undefined && (
          <Alert tone="danger" live title={t.failed}>
            {errors.form}
          </Alert>
        )}
        <form id={formId} noValidate onSubmit={submit} className="space-y-5">
          <TextField
            label={t.url}
            type="url"
            inputMode="url"
            spellCheck={false}
            placeholder="https://example.com/hooks/millrace"
            hint={t.urlHint}
            value={url}
            error={errors.fields.url}
            onChange={(event) => setUrl(event.target.value)}
          />
          <fieldset className="space-y-1">
            <legend className="mb-1.5 text-sm font-medium">{t.events}</legend>
            {EVENT_KINDS.map((kind) => (
              <CheckBox
                key={kind}
                label={list.eventNames[kind] ?? kind}
                checked={events.includes(kind)}
                onChange={(isChosen) =>
                  setEvents(isChosen ? [...events, kind] : events.filter((one) => one !== kind))
                }
              >
                {t.eventHelp[kind]} <code className="text-xs">{kind}</code>
              </CheckBox>
            ))}
            {errors.fields.events !== undefined && <FieldError>{errors.fields.events}</FieldError>}
          </fieldset>
        </form>
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" inactive={save.isPending} onClick={onClose}>
          {common.cancel}
        </Button>
        <Button type="submit" form={formId} busy={save.isPending}>
          {webhook === undefined ? t.create : t.save}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
