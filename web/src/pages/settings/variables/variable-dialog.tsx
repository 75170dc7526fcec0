import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  createVariable,
  deleteVariable,
  everyVariableQuery,
  updateVariable,
  type Variable,
  variableQuery,
  variableUsageQuery,
} from '../../../api/variables.ts'
import { Alert } from '../../../components/alert.tsx'
import { Field } from '../../../components/field.tsx'
import { controlClass } from '../../../components/input/control.ts'
import { parseJson } from '../../../components/input/parse-json.ts'
import { Select } from '../../../components/input/select.tsx'
import { Textarea } from '../../../components/input/textarea.tsx'
import { EntryDialog } from '../../../components/overlay/entry-dialog.tsx'
import { useToast } from '../../../components/toast.tsx'
import * as t from '../../../texts/settings/variables.ts'
import { UsedBy } from './used-by.tsx'

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/

interface VariableDialogProps {
  /** Undefined: a new one. */
  variable: Variable | undefined
  canEdit: boolean
  onClose: () => void
}

/** Shows a variable. Who may edit can change, rename and delete it. */
export function VariableDialog({ variable, canEdit, onClose }: VariableDialogProps) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const id = variable?.id ?? ''
  const stored = useQuery({ ...variableQuery(id), enabled: variable !== undefined && canEdit })
  const usage = useQuery({ ...variableUsageQuery(id), enabled: variable !== undefined })
  const [name, setName] = useState(variable?.name ?? '')
  const [kind, setKind] = useState<'text' | 'json'>(
    variable === undefined || typeof variable.value === 'string' ? 'text' : 'json',
  )
  const [text, setText] = useState(
    typeof variable?.value === 'string'
      ? variable.value
      : variable === undefined
        ? ''
        : JSON.stringify(variable.value, null, 2),
  )
  const [description, setDescription] = useState(variable?.description ?? '')
  const [wasSent, setWasSent] = useState(false)
  const finish = async (message: string) => {
    await queryClient.invalidateQueries(everyVariableQuery)
    toast(message)
    onClose()
  }
  const save = useMutation({
    mutationFn: (value: unknown) =>
      variable === undefined
        ? createVariable({ name, value, description })
        : updateVariable(id, { name, value, description }, stored.data?.etag),
    onSuccess: () => finish(t.saved(name)),
  })
  const remove = useMutation({
    mutationFn: () => deleteVariable(id),
    onSuccess: () => finish(t.deleted(variable?.name ?? '')),
  })
  const value = kind === 'text' ? text : parseJson(text)
  const isNamed = NAME.test(name)
  const submit = () => {
    setWasSent(true)
    if (isNamed && value !== undefined) save.mutate(value)
  }
  const workflows = usage.data?.workflows ?? []
  const isRenamed = variable !== undefined && name !== variable.name && workflows.length > 0
  return (
    <EntryDialog
      title={variable?.name ?? t.createTitle}
      description={t.note}
      onSubmit={canEdit ? submit : undefined}
      save={save}
      saveLabel={t.save}
      saveFailed={t.saveFailed}
      deletion={
        canEdit && variable !== undefined
          ? {
              label: t.remove,
              title: t.deleteTitle(variable.name),
              note: (
                <>
                  <p>{t.deleteNote}</p>
                  <UsedBy workflows={workflows} intro={t.usedBy(workflows.length)} />
                </>
              ),
              failed: t.deleteFailed,
              remove,
            }
          : undefined
      }
      footnote={
        usage.data !== undefined &&
        !isRenamed && (
          <UsedBy
            workflows={workflows}
            intro={workflows.length === 0 ? t.notUsed : t.usedBy(usage.data.workflow_count)}
          />
        )
      }
      onClose={onClose}
    >
      {canEdit && (
        <Field label={t.name} hint={t.nameHint} error={wasSent && !isNamed ? t.nameInvalid : undefined}>
          {(control) => (
            <input
              {...control}
              value={name}
              maxLength={100}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setName(event.target.value)}
              className={controlClass(false, 'font-mono')}
            />
          )}
        </Field>
      )}
      {isRenamed && (
        <Alert tone="warning" live>
          <UsedBy workflows={workflows} intro={t.renameNote(workflows.length)} />
        </Alert>
      )}
      {canEdit && (
        <Field label={t.kind}>
          {(control) => (
            <Select
              {...control}
              value={kind}
              onChange={(next) => setKind(next === 'json' ? 'json' : 'text')}
              options={[
                { value: 'text', label: t.asText },
                { value: 'json', label: t.asJson },
              ]}
            />
          )}
        </Field>
      )}
      <Field
        label={t.value}
        {...(canEdit && { hint: t.valueHint })}
        error={wasSent && value === undefined ? t.notJson : undefined}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLines={14}
            readOnly={!canEdit}
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="font-mono"
          />
        )}
      </Field>
      {(canEdit || description !== '') && (
        <Field label={t.description}>
          {(control) => (
            <input
              {...control}
              value={description}
              maxLength={500}
              readOnly={!canEdit}
              autoComplete="off"
              onChange={(event) => setDescription(event.target.value)}
              className={controlClass(false)}
            />
          )}
        </Field>
      )}
    </EntryDialog>
  )
}
