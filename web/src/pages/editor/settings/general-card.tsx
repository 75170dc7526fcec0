import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { describeError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import * as operations from '../../../api/generated/operations.ts'
import { type Workflow, workflowKeys } from '../../../api/workflows.ts'
import { Alert } from '../../../components/alert.tsx'
import { Button } from '../../../components/button.tsx'
import { Card, CardHeader } from '../../../components/card.tsx'
import { Field, inputClass } from '../../../components/field.tsx'
import { Textarea } from '../../../components/input/textarea.tsx'
import { useToast } from '../../../components/toast.tsx'
import * as t from '../../../texts/editor/settings.ts'
import { keepTyped, type Settings, type Typed } from './keep-typed.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { addTag, TagsField } from './tags-field.tsx'

/** Name, description, folder and tags. They apply at once, also to a published workflow. */
export function GeneralCard({ workflow, canEdit }: { workflow: Workflow; canEdit: boolean }) {
  const queryClient = useQueryClient()
  const showToast = useToast()
  const stored = readSettings(workflow)
  /** Only what was typed here, so that a change by somebody else appears in the other fields. */
  const [typed, setTyped] = useState<Typed>({ settings: {}, tagText: '' })
  const shown = { ...stored, ...typed.settings }
  const tags = addTag(shown.tags, typed.tagText)
  const nameError = shown.name.trim() === '' ? t.nameRequired : undefined
  const isChanged = JSON.stringify({ ...shown, tags }) !== JSON.stringify(stored)
  const save = useMutation({
    mutationFn: async () => {
      const { tags: _, ...texts } = typed.settings
      const body = { ...texts, ...(tags === stored.tags ? {} : { tags: [...tags] }) }
      await call(operations.updateWorkflow, { params: { id: workflow.id }, body })
      await queryClient.invalidateQueries({ queryKey: workflowKeys.one(workflow.id) })
      setTyped((now) => keepTyped(now, typed, body))
    },
    onSuccess: () => {
      showToast(t.saved)
      void queryClient.invalidateQueries({ queryKey: workflowKeys.lists })
    },
  })
  const type = (next: (now: Typed) => Typed) => {
    if (save.isError) save.reset()
    setTyped(next)
  }
  const set = (change: Partial<Settings>) =>
    type((now) => ({ ...now, settings: { ...now.settings, ...change } }))
  return (
    <Card>
      <CardHeader title={t.general} />
      <form
        noValidate
        className="space-y-4 px-5 pt-4 pb-5 sm:px-6"
        onSubmit={(event) => {
          event.preventDefault()
          if (nameError === undefined && isChanged) save.mutate()
        }}
      >
        {save.error !== null && (
          <Alert tone="danger" live title={t.saveFailed}>
            {describeError(save.error)}
          </Alert>
        )}
        <Field label={t.name} error={nameError}>
          {(control) => (
            <input
              {...control}
              className={inputClass}
              value={shown.name}
              maxLength={200}
              readOnly={!canEdit}
              onChange={(event) => set({ name: event.target.value })}
            />
          )}
        </Field>
        <Field label={t.description} hint={t.descriptionHint}>
          {(control) => (
            <Textarea
              {...control}
              value={shown.description}
              maxLength={10_000}
              readOnly={!canEdit}
              onChange={(event) => set({ description: event.target.value })}
            />
          )}
        </Field>
        <Field label={t.folder} hint={t.folderHint}>
          {(control) => (
            <input
              {...control}
              className={inputClass}
              value={shown.folder}
              maxLength={200}
              readOnly={!canEdit}
              onChange={(event) => set({ folder: event.target.value })}
            />
          )}
        </Field>
        <Field label={t.tags} hint={canEdit ? t.tagsHint : undefined}>
          {(control) => (
            <TagsField
              control={control}
              tags={shown.tags}
              text={typed.tagText}
              readOnly={!canEdit}
              onChange={(next) => set({ tags: next })}
              onText={(tagText) => type((now) => ({ ...now, tagText }))}
            />
          )}
        </Field>
        {canEdit && (
          <Button type="submit" busy={save.isPending} inactive={!isChanged || nameError !== undefined}>
            {t.save}
          </Button>
        )}
      </form>
      <LeaveGuard
        isChanged={isChanged}
        error={save.error}
        busy={save.isPending}
        {...(nameError === undefined && { onSave: () => save.mutate() })}
      />
    </Card>
  )
}

function readSettings({ name, description, folder = '', tags = [] }: Workflow): Settings {
  return { name, description, folder, tags }
}
