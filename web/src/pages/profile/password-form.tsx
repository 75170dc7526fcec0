import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { noFormErrors, toFormErrors, type FormErrors } from '../../api/field-errors.ts'
import { changePassword } from '../../api/session.ts'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { focusFirstInvalid } from '../../components/focus-first-invalid.ts'
import { FormStatus } from '../../components/form-status.tsx'
import { refusePassword } from '../../components/judge-password.ts'
import { PasswordField } from '../../components/password-field.tsx'
import { PasswordStrength } from '../../components/password-strength.tsx'

const fields = ['current_password', 'new_password'] as const
type Field = (typeof fields)[number]

const empty: Record<Field, string> = { current_password: '', new_password: '' }

export function PasswordForm({ email }: { email: string }) {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(empty)
  const [errors, setErrors] = useState<FormErrors<Field>>(noFormErrors)

  const refuse = (found: FormErrors<Field>) => {
    setErrors(found)
    focusFirstInvalid(form.current)
  }
  const change = useMutation({
    mutationFn: changePassword,
    onSuccess: () => setValues(empty),
    onError: (error) => refuse(sortPasswordError(error)),
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (change.isPending) return
    change.reset()
    const found: FormErrors<Field>['fields'] = {}
    if (values.current_password === '') found.current_password = 'Enter your current password.'
    const refused = refusePassword(values.new_password)
    if (refused !== undefined) found.new_password = refused
    if (Object.keys(found).length > 0) return refuse({ fields: found, form: undefined })
    setErrors(noFormErrors)
    change.mutate(values)
  }

  const bind = (field: Field) => ({
    name: field,
    required: true,
    value: values[field],
    error: errors.fields[field],
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [field]: event.target.value })
      setErrors({ ...errors, fields: { ...errors.fields, [field]: undefined } })
    },
  })

  return (
    <form
      ref={form}
      onSubmit={submit}
      noValidate
      aria-label="Change password"
      className="max-w-md space-y-5 p-5 sm:px-6 sm:pb-6"
    >
      <FormStatus fields={errors.fields} />
      {errors.form && (
        <Alert tone="danger" live title="Your password was not changed">
          {errors.form}
        </Alert>
      )}
      {change.isSuccess && (
        <Alert tone="success" live title="Your password is changed">
          All your other sessions have been ended.
        </Alert>
      )}
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label="Current password" autoComplete="current-password" {...bind('current_password')} />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={errors.fields.new_password ? undefined : <PasswordStrength password={values.new_password} />}
        {...bind('new_password')}
      />
      <Button type="submit" busy={change.isPending}>
        Change password
      </Button>
    </form>
  )
}

/** A refusal without issues speaks of the one secret that was asked for. */
function sortPasswordError(error: unknown): FormErrors<Field> {
  const refused = error instanceof ApiError && (error.status === 401 || error.status === 403)
  if (refused && error.issues.length === 0)
    return { fields: { current_password: error.message }, form: undefined }
  return toFormErrors(error, fields)
}
