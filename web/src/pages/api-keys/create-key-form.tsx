import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { noFormErrors, toFormErrors, type FormErrors } from '../../api/field-errors.ts'
import { createKey, keysQuery } from '../../api/keys.ts'
import type { CreatedApiKey, Scope } from '../../api/types.ts'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { DialogBody, DialogFooter } from '../../components/dialog.tsx'
import { TextField } from '../../components/field.tsx'
import { focusFirstInvalid } from '../../components/focus-first-invalid.ts'
import { FormStatus } from '../../components/form-status.tsx'
import * as t from '../../texts/api-keys/create.ts'
import * as scopes from '../../texts/api-keys/scopes.ts'
import * as common from '../../texts/common.ts'
import { ExpirationPicker } from './expiration-picker.tsx'
import { toExpirationTime, type ExpirationChoice } from './expiration.ts'
import { ScopePicker, type AccessChoice } from './scope-picker.tsx'
import { presetScopes } from './scopes.ts'

const labels = { name: common.name, scopes: scopes.access, expires_at: t.expiration }
type Field = keyof typeof labels

interface CreateKeyFormProps {
  onCreated: (created: CreatedApiKey) => void
  onCancel: () => void
}

export function CreateKeyForm({ onCreated, onCancel }: CreateKeyFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const [access, setAccess] = useState<AccessChoice>('full_access')
  const [custom, setCustom] = useState<Scope[]>([])
  const [expiration, setExpiration] = useState<ExpirationChoice>('90')
  const [date, setDate] = useState('')
  const [errors, setErrors] = useState<FormErrors<Field>>(noFormErrors)

  const showErrors = (found: FormErrors<Field>) => {
    setErrors(found)
    focusFirstInvalid(form.current)
  }
  const clearError = (field: Field) =>
    setErrors({ ...errors, fields: { ...errors.fields, [field]: undefined } })

  const create = useMutation({
    mutationFn: createKey,
    onSuccess: (created) => {
      void queryClient.invalidateQueries(keysQuery)
      onCreated(created)
    },
    onError: (error) => showErrors(toFormErrors(error, labels)),
  })

  const chooseAccess = (choice: AccessChoice) => {
    // Custom access starts with the scopes of the previous preset.
    if (choice === 'custom' && access !== 'custom') setCustom([...presetScopes[access]])
    setAccess(choice)
    clearError('scopes')
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (create.isPending) return
    const granted = access === 'custom' ? custom : [...presetScopes[access]]
    const expiresAt = toExpirationTime(expiration, date, Date.now())
    const found: FormErrors<Field>['fields'] = {}
    if (name.trim() === '') found.name = t.nameRequired
    if (granted.length === 0) found.scopes = scopes.required
    if (expiresAt === undefined) found.expires_at = t.expirationInvalid
    if (expiresAt === undefined || Object.keys(found).length > 0)
      return showErrors({ fields: found, form: undefined })
    setErrors(noFormErrors)
    create.mutate({ name: name.trim(), scopes: granted, expires_at: expiresAt })
  }

  return (
    <form
      ref={form}
      onSubmit={submit}
      noValidate
      aria-label={t.createKey}
      className="flex min-h-0 flex-1 flex-col"
    >
      <DialogBody>
        <FormStatus fields={errors.fields} />
        {errors.form && (
          <Alert tone="danger" live title={t.failed}>
            {errors.form}
          </Alert>
        )}
        <TextField
          label={labels.name}
          name="name"
          autoComplete="off"
          maxLength={100}
          required
          hint={t.nameHint}
          value={name}
          error={errors.fields.name}
          onChange={(event) => {
            setName(event.target.value)
            clearError('name')
          }}
        />
        <ScopePicker
          choice={access}
          onChoose={chooseAccess}
          scopes={custom}
          onScopes={(selected) => {
            setCustom(selected)
            clearError('scopes')
          }}
          error={errors.fields.scopes}
        />
        <ExpirationPicker
          choice={expiration}
          onChoose={(choice) => {
            setExpiration(choice)
            clearError('expires_at')
          }}
          date={date}
          onDate={(day) => {
            setDate(day)
            clearError('expires_at')
          }}
          error={errors.fields.expires_at}
        />
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onCancel}>
          {common.cancel}
        </Button>
        <Button type="submit" busy={create.isPending}>
          {t.createKey}
        </Button>
      </DialogFooter>
    </form>
  )
}
