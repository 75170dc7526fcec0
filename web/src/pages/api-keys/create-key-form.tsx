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
import { ExpiryPicker } from './expiry-picker.tsx'
import { expiryMoment, type ExpiryChoice } from './expiry.ts'
import { ScopePicker, type AccessChoice } from './scope-picker.tsx'
import { presetScopes } from './scopes.ts'

const fields = ['name', 'scopes', 'expires_at'] as const
type Field = (typeof fields)[number]

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
  const [expiry, setExpiry] = useState<ExpiryChoice>('90')
  const [date, setDate] = useState('')
  const [errors, setErrors] = useState<FormErrors<Field>>(noFormErrors)

  const refuse = (found: FormErrors<Field>) => {
    setErrors(found)
    focusFirstInvalid(form.current)
  }
  const forgive = (field: Field) => setErrors({ ...errors, fields: { ...errors.fields, [field]: undefined } })

  const create = useMutation({
    mutationFn: createKey,
    onSuccess: (created) => {
      void queryClient.invalidateQueries(keysQuery)
      onCreated(created)
    },
    onError: (error) => refuse(toFormErrors(error, fields)),
  })

  const chooseAccess = (choice: AccessChoice) => {
    // Going to the matrix starts from what the preset meant.
    if (choice === 'custom' && access !== 'custom') setCustom([...presetScopes[access]])
    setAccess(choice)
    forgive('scopes')
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (create.isPending) return
    const scopes = access === 'custom' ? custom : [...presetScopes[access]]
    const expiresAt = expiryMoment(expiry, date, Date.now())
    const found: FormErrors<Field>['fields'] = {}
    if (name.trim() === '') found.name = 'Give the key a name.'
    if (scopes.length === 0) found.scopes = 'Choose at least one thing the key may do.'
    if (expiresAt === undefined) found.expires_at = 'Choose a day that is not over yet.'
    if (expiresAt === undefined || Object.keys(found).length > 0)
      return refuse({ fields: found, form: undefined })
    setErrors(noFormErrors)
    create.mutate({ name: name.trim(), scopes, expires_at: expiresAt })
  }

  return (
    <form
      ref={form}
      onSubmit={submit}
      noValidate
      aria-label="Create Key"
      className="flex min-h-0 flex-1 flex-col"
    >
      <DialogBody>
        <FormStatus fields={errors.fields} />
        {errors.form && (
          <Alert tone="danger" live title="The key was not created">
            {errors.form}
          </Alert>
        )}
        <TextField
          label="Name"
          name="name"
          autoComplete="off"
          maxLength={100}
          required
          hint="What will use it, for example “Nightly import”."
          value={name}
          error={errors.fields.name}
          onChange={(event) => {
            setName(event.target.value)
            forgive('name')
          }}
        />
        <ScopePicker
          choice={access}
          onChoose={chooseAccess}
          scopes={custom}
          onScopes={(scopes) => {
            setCustom(scopes)
            forgive('scopes')
          }}
          error={errors.fields.scopes}
        />
        <ExpiryPicker
          choice={expiry}
          onChoose={(choice) => {
            setExpiry(choice)
            forgive('expires_at')
          }}
          date={date}
          onDate={(day) => {
            setDate(day)
            forgive('expires_at')
          }}
          error={errors.fields.expires_at}
        />
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={create.isPending}>
          Create Key
        </Button>
      </DialogFooter>
    </form>
  )
}
